import type { Page } from '@playwright/test';
import type { FakeWallet } from '../../src/entries/testing/wallets.js';
import { bundle } from './bundle.js';

/** The companies' scripts. */
export const wallets = {
  apple: { label: 'Apple Pay', address: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js' },
  samsung: {
    label: 'Samsung Pay',
    address: 'https://img.mpay.samsung.com/gsmpi/sdk/samsungpay_web_sdk.js',
  },
} as const;
export type Company = keyof typeof wallets;

export type Wallet = 'applepay' | 'samsungpay';

/** What the window of a page has, in which the wallets are the fakes. */
export type Fakes = Window & Record<Wallet, FakeWallet>;

/** Puts the fakes of both wallets into a page. A frame has none, as sheets open only in the page. */
export async function fakeWallets(): Promise<string> {
  const code = `import { installApplePay, installSamsungPay } from '../../src/entries/testing/wallets.js';
    Object.assign(window, { applepay: installApplePay(), samsungpay: installSamsungPay() });`;
  return `if (self === top) { ${(await bundle(code)).get('main.js')} }`;
}

/** Serves a fake wallet from the company's own address. Only Apple says that its script may be fetched with CORS. */
export async function serveWallet(page: Page, company: Company): Promise<void> {
  const name = company === 'apple' ? 'installApplePay' : 'installSamsungPay';
  const files = await bundle(
    `import { ${name} } from '../../src/entries/testing/wallets.js'; Object.assign(window, { wallet: ${name}() });`,
  );
  const headers = company === 'apple' ? { 'access-control-allow-origin': '*' } : {};
  await page.route(wallets[company].address, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: files.get('main.js') ?? '', headers }),
  );
}

/** Presses the button, and authorises in the sheet. The page is left when the payment is paid. */
export async function payByWallet(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page
    .evaluate(() => (window as unknown as { readonly wallet: FakeWallet }).wallet.approve())
    .catch(() => undefined);
}
