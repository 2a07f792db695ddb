import { expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  const files: Record<string, readonly [type: string, text: () => string]> = {
    '/': ['text/html', () => page(new URL(sandbox.url).origin, shop)],
    '/back': ['text/html', () => '<!doctype html><title>Back</title>'],
    '/form.js': ['text/javascript', () => part('moyasar.umd.js')],
    '/form.css': ['text/css', () => part('moyasar.css')],
  };
  const server = createServer((request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://shop').pathname];
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': file[0] }).end(file[1]());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await browser.goto(`${shop}/`);
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
    await browser.getByRole('button', { name: /^Authenticated/ }).click();
    await browser.waitForURL(`${shop}/back?**`);
    const back = new URL(browser.url()).searchParams;
    expect(back.get('status')).toBe('paid');
    const headers = { authorization: `Basic ${btoa('sk_test_sandbox:')}` };
    const answer = await fetch(`${sandbox.url}/payments/${back.get('id')}`, { headers });
    expect(await answer.json()).toMatchObject({ status: 'paid', amount: 10_000, metadata: { order: 7 } });
  } finally {
    server.close();
  }
});
