import { expect } from '@playwright/test';
import { findWebKit } from '../browser.js';
import { WebKit } from '../webkit.js';
import { newToken } from './program.js';
import { openStorefront } from './servers.js';
import { test } from './worker.js';

/** From the form at an address through the bank's page. Answers what the address of the way back says. */
async function payByKeys(address: string): Promise<URLSearchParams> {
  const webkit = await WebKit.open(findWebKit(), process.env['PAY_GUARD']);
  try {
    const { keyboard } = webkit;
    await webkit.goto(address);
    const state = "document.querySelector('pay-checkout').state";
    await expect.poll(() => webkit.ask(state)).toBe('ready');
    for (const text of ['4201320111111010', '1230', '123', 'Sara Ali']) {
      await keyboard.press('Tab');
      await keyboard.type(text);
    }
    const shown = "document.querySelector('pay-checkout').shadowRoot.querySelector('#number').value";
    expect(await webkit.ask(shown)).toBe('4201 3201 1111 1010');
    await keyboard.press('Enter');
    await expect.poll(() => webkit.url()).toContain('/acs_emulator');
    await webkit.ask(
      "[...document.querySelectorAll('button')].find((it) => /^Authenticated/.test(it.innerText)).click()",
    );
    await expect.poll(() => webkit.url()).toContain('/back?');
    return new URL(await webkit.url()).searchParams;
  } finally {
    await webkit.close();
  }
}

/** One way through a real shop's page; all else is tried on the element itself, by Web Test Runner. */
test('WebKit pays with keys alone, from the form through the bank’s page back to the shop', async ({
  sandbox,
}) => {
  let secret = '';
  const shop = await openStorefront(sandbox, ({ pathname }) =>
    pathname === '/'
      ? `<!doctype html><title>Shop</title><script src="/pay-checkout.js"></script>
         <pay-checkout base-url="${sandbox.url}" publishable-key="pk_test_sandbox" client-secret="${secret}"
           amount="10000" currency="SAR"></pay-checkout>`
      : undefined,
  );
  ({ client_secret: secret } = await shop.createIntent({ callback_url: `${shop.url}/back?order=7` }));
  const query = await payByKeys(shop.url);
  expect([query.get('order'), query.get('status')]).toEqual(['7', 'paid']);
  expect(await shop.readPayment(query.get('id') ?? '')).toMatchObject({ status: 'paid', amount: 10_000 });
  shop.close();
});

test('WebKit pays on the page of the server program with keys alone', async ({ program }) => {
  const query = await payByKeys(`${program.url}/checkout/${newToken(program)}`);
  expect(query.get('status')).toBe('paid');
});
