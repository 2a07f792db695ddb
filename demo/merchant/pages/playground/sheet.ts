import type { PayCheckout } from 'pay-checkout';
import { installApplePay, installSamsungPay, type FakeWallet } from 'pay-checkout/testing/wallets';
import { byId } from '../dom.js';
import { announce } from './announce.js';

/** What the page says of a sheet that has ended. */
const words: Readonly<Record<Awaited<FakeWallet['ended']>, string>> = {
  success: 'The sheet said that the payment succeeded.',
  failure: 'The sheet said that the payment failed.',
  aborted: 'The sheet was closed without a word about the payment.',
  canceled: 'The sheet was closed. Nothing was sent.',
  expired: 'The sheet waited too long, and closed.',
};

/** Puts the fakes of both wallets into the page, and lets the developer answer their sheets. */
export function showSheets(checkout: PayCheckout): void {
  const wallets = { 'Apple Pay': installApplePay(), 'Samsung Pay': installSamsungPay() };
  const dialog = byId('sheet') as HTMLDialogElement;
  const buttons = [...dialog.querySelectorAll('button')];
  let open: FakeWallet | undefined;

  checkout.addEventListener('click', () => {
    for (const [name, wallet] of Object.entries(wallets)) if (wallet.sheet && !open) show(name, wallet);
  });

  function show(name: string, wallet: FakeWallet): void {
    const { merchantName, amount, currency } = wallet.sheet ?? {};
    open = wallet;
    byId('sheet-title').textContent = `A fake sheet of ${name}`;
    byId('sheet-text').textContent = `${merchantName}: ${amount} ${currency}`;
    for (const button of buttons) button.disabled = false;
    dialog.showModal();
    void wallet.ended.then((end) => {
      open = undefined;
      dialog.close();
      announce(words[end]);
    });
  }

  byId('sheet-approve').addEventListener('click', () => {
    for (const button of buttons) button.disabled = true;
    void open?.approve();
  });
  byId('sheet-cancel').addEventListener('click', () => open?.cancel());
  dialog.addEventListener('cancel', (event) => {
    // Escape. After the authorisation, the sheet waits for its answer.
    event.preventDefault();
    if (buttons.every(({ disabled }) => !disabled)) open?.cancel();
  });
}
