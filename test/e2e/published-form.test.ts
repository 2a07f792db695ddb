import { expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { approve } from './modes.js';
import { asScript, openStorefront } from './servers.js';
import { test } from './worker.js';

const part = (name: string) =>
  readFileSync(new URL(`../../node_modules/moyasar-payment-form/dist/${name}`, import.meta.url), 'utf8');

/** A merchant's page with the published form, as its own documents show it. */
const page = (sandbox: string, shop: string) => `<!doctype html><meta charset="utf-8"><title>Shop</title>
  <link rel="stylesheet" href="/form.css"><div class="form"></div><script src="/form.js"></script>
  <script>Moyasar.init({ element: '.form', amount: 10000, currency: 'SAR', description: 'Order 7',
    publishable_api_key: 'pk_test_sandbox', callback_url: '${shop}/back', methods: ['creditcard'],
    supported_networks: ['visa', 'mada', 'mastercard', 'amex'], base_url: '${sandbox}', language: 'en',
    metadata: { order: 7 } });</script>`;

test('the published form, as it is, pays through 3-D Secure against the sandbox', async ({
  page: browser,
  sandbox,
}) => {
  const shop = await openStorefront(sandbox, ({ pathname }) => {
    if (pathname === '/') return page(new URL(sandbox.url).origin, shop.url);
    if (pathname === '/form.js') return asScript(part('moyasar.umd.js'));
    return pathname === '/form.css' ? { type: 'text/css', body: part('moyasar.css') } : undefined;
  });
  await browser.goto(shop.url);
  for (const [field, typed, shown] of [
    ['cc-name', 'Aisha Al-Harbi', 'Aisha Al-Harbi'],
    ['cc-number', '4111111111111111', '4111 1111 1111 1111'],
    ['cc-exp', '1230', '12 / 30'],
    ['cc-csc', '123', '123'],
  ] as const) {
    const input = browser.locator(`input[autocomplete="${field}"]`);
    await input.pressSequentially(typed);
    await expect(input).toHaveValue(shown);
  }
  await browser.locator('button[type="submit"]').first().click();
  await approve(browser);
  await browser.waitForURL(`${shop.url}/back?**`);
  const back = new URL(browser.url()).searchParams;
  expect(back.get('status')).toBe('paid');
  const payment = await shop.readPayment(back.get('id') ?? '');
  expect(payment).toMatchObject({ status: 'paid', amount: 10_000, metadata: { order: 7 } });
  shop.close();
});
