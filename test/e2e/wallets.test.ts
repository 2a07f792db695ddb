import { expect, type Page } from '@playwright/test';
import { CheckoutPage } from '../../src/testing/playwright.js';
import { inFrame, inPage, markup, type Mode } from './modes.js';
import { openStorefront, type Storefront } from './servers.js';
import { fakeWallets, type Fakes } from './wallet-scripts.js';
import { test } from './worker.js';

let shop: Storefront;
let fakes: string;
let shown: { readonly mode: Mode; readonly methods: string | undefined };
test.beforeAll(async ({ sandbox }) => {
  fakes = await fakeWallets();
  const page = ({ pathname }: URL) => {
    if (pathname !== '/') return undefined;
    const attributes = {
      'intent-url': '/intent',
      amount: '20000',
      methods: shown.methods,
      'merchant-name': 'Lamp Shop',
      'samsung-service-id': 'service-1',
      'wallet-scripts': 'samsung',
    };
    return `<!doctype html><html lang="en"><title>Checkout</title>${markup(shown.mode, shop.service, attributes)}`;
  };
  shop = await openStorefront(sandbox, page, { amount: 20_000 });
});
test.afterAll(() => shop.close());

async function visit(page: Page, visited: typeof shown) {
  shown = visited;
  const checkout = await CheckoutPage.watch(page);
  await page.addInitScript(fakes);
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(shop.url);
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
      ['Apple Pay', 'applepay'],
      ['Samsung Pay', 'samsungpay'],
    ] as const)
      test(
        `${label} pays from a button of the page, outside a frame`,
        // By turns: neither wallet knows where the form is.
        { tag: (mode === inPage) === (name === 'applepay') ? '@engine' : '@chromium' },
        async ({ page }) => {
          const { checkout } = await visit(page, { mode, methods });
          await page.locator('pay-checkout').getByRole('button', { name: label }).first().click();
          // The page that asks the wallet is left when the payment is paid.
          const end = page
            .evaluate((wallet) => (window as unknown as Fakes)[wallet].approve(), name)
            .catch(() => undefined);
          expect(await checkout.outcome()).toMatchObject({ status: 'paid' });
          await page.waitForURL(`${shop.url}/back?**`);
          await end;
        },
      );

    test('has the look of the form, in the dark too, and not that of the page', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await visit(page, { mode, methods });
      await page.addStyleTag({
        content: `html { color-scheme: dark; font-family: serif; text-transform: uppercase; }
          pay-checkout { --pay-font: monospace; --pay-radius: 3px; --pay-accent: rgb(1, 2, 3); }`,
      });
      const row = page.locator('pay-checkout [part~="wallets"]');
      const line = row.getByText('or pay by card', { exact: true });
      const look = { color: 'rgb(169, 175, 184)', 'font-family': 'monospace', 'text-transform': 'none' };
      for (const [name, value] of Object.entries(look)) await expect(line).toHaveCSS(name, value);
      await page.keyboard.press('Tab');
      const button = row.getByRole('button').first();
      await expect(button).toBeFocused();
      await expect(button).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
      await expect(button).toHaveCSS('border-radius', '3px');
      await expect(button).toHaveCSS('border-top-color', 'rgb(125, 132, 142)');
    });

    test('leaves no empty place below it where the page takes no cards', async ({ page }) => {
      await visit(page, { mode, methods: 'applepay' });
      const bottom = (selector: string) =>
        page.locator(selector).evaluate((it) => it.getBoundingClientRect().bottom);
      await expect
        .poll(async () => (await bottom('pay-checkout')) - (await bottom('[part~="wallets"]')))
        .toBeLessThanOrEqual(16);
    });

    test('is fetched by no page that takes cards alone', async ({ page }) => {
      const { files } = await visit(page, { mode, methods: mode === inPage ? 'creditcard' : undefined });
      expect(files.filter((file) => file !== '/favicon.ico')).toEqual(fetched[mode.form]);
      await expect(page.locator('pay-checkout [part~="wallets"]')).toHaveCount(0);
    });
  });
