import { expect, type Page } from '@playwright/test';
import { CheckoutPage } from '../../src/testing/playwright.js';
import type * as wallets from '../../src/entries/testing/wallets.js';
import { bundle } from './bundle.js';
import { inFrame, inPage, markup, type Mode } from './modes.js';
import { merchant, serveSite, type Merchant, type Running, type Site } from './servers.js';
import { test } from './worker.js';

type Fakes = Window & { readonly apple: wallets.FakeWallet; readonly samsung: wallets.FakeWallet };

let sandbox: Running;
let shop: Merchant;
let site: Site;
let fakes: string;
let shown: { readonly mode: Mode; readonly methods: string | undefined };
test.beforeAll(async ({ sandbox: shared }) => {
  sandbox = shared;
  shop = merchant(sandbox.url);
  const code = `import { installApplePay, installSamsungPay } from '../../src/entries/testing/wallets.js';
    Object.assign(window, { apple: installApplePay(), samsung: installSamsungPay() });`;
  fakes = (await bundle(code)).get('main.js') ?? '';
  site = await serveSite(({ pathname }) => {
    const price = { amount: 20_000, callback_url: `${site.url}/back` };
    if (pathname === '/intent') return shop.createIntent(price).then((json) => ({ status: 201, json }));
    if (pathname === '/back') return '<!doctype html><title>Thank you</title>';
    if (pathname !== '/') return undefined;
    const attributes = {
      'intent-url': '/intent',
      amount: '20000',
      methods: shown.methods,
      'merchant-name': 'Lamp Shop',
      'samsung-service-id': 'service-1',
      'wallet-scripts': 'samsung',
    };
    return `<!doctype html><html lang="en"><title>Checkout</title>${markup(shown.mode, sandbox.url, attributes)}`;
  });
});
test.afterAll(() => site.close());

async function visit(page: Page, visited: typeof shown) {
  shown = visited;
  const checkout = await CheckoutPage.watch(page);
  await page.addInitScript(`if (self === top) { ${fakes} }`);
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(site.url);
  await expect(page.locator('pay-checkout')).toHaveJSProperty('state', 'ready');
  return { checkout, files };
}

/** All that a page with cards alone fetches until the form is ready. */
const fetched = {
  page: ['/', '/pay-checkout.js'],
  frame: ['/', '/pay-framed.js', '/pay-frame.html', '/pay-frame.js'],
} as const;

for (const mode of [inPage, inFrame])
  test.describe(`a wallet, with the form in the ${mode.form}`, () => {
    const methods = 'applepay samsungpay creditcard';
    for (const [label, name] of [
      ['Apple Pay', 'apple'],
      ['Samsung Pay', 'samsung'],
    ] as const)
      test(
        `${label} pays from a button of the page, outside a frame`,
        { tag: '@engine' },
        async ({ page }) => {
          const { checkout } = await visit(page, { mode, methods });
          await page.locator('pay-checkout').getByRole('button', { name: label }).first().click();
          // The page that asks the wallet is left when the payment is paid.
          const end = page
            .evaluate((wallet) => (window as unknown as Fakes)[wallet].approve(), name)
            .catch(() => undefined);
          expect(await checkout.outcome()).toMatchObject({ status: 'paid' });
          await page.waitForURL(`${site.url}/back?**`);
          await end;
        },
      );

    test('is fetched by no page that takes cards alone', async ({ page }) => {
      const { files } = await visit(page, { mode, methods: mode === inPage ? 'creditcard' : undefined });
      expect(files.filter((file) => file !== '/favicon.ico')).toEqual(fetched[mode.form]);
      await expect(page.locator('pay-checkout [part~="wallets"]')).toHaveCount(0);
    });
  });
