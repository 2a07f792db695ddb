import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { expectSettled, startSandbox, testCards } from 'pay-checkout/testing';
import { startServer } from './pay-checkout.js';
import type { OrderWebhook } from './read-webhook.js';
import { startShop } from './shop.js';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test('a payer pays for the order, and the shop is sent the webhook', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.stop());
  const port = await freePort();
  const serverUrl = `http://127.0.0.1:${port}`;
  const orderKey = 'shop:at-least-32-letters-which-is-no-secret';
  const webhookSigningSecret = `whsec_${Buffer.from('32 letters of a test, no secret.').toString('base64')}`;
  let onWebhook: (webhook: OrderWebhook) => void = () => undefined;
  const shop = await startShop({
    port: 0,
    serverUrl,
    orderKey,
    webhookSigningSecret,
    onWebhook: (webhook) => onWebhook(webhook),
  });
  t.after(shop.stop);
  t.after(
    await startServer({
      PAY_BASE_URL: sandbox.baseUrl,
      PAY_SECRET_KEY: sandbox.secretKey,
      PAY_PUBLISHABLE_KEY: sandbox.publishableKey,
      PAY_WEBHOOK_SECRET: 'the secret of a test',
      ORDER_KEYS: orderKey,
      WEBHOOK_URL: `${shop.url}/webhook`,
      WEBHOOK_SIGNING_SECRET: webhookSigningSecret,
      DATABASE_URL: 'sqlite::memory:',
      PORT: String(port),
      PUBLIC_URL: serverUrl,
    }),
  );

  const checkoutUrl = shop.checkoutUrl('7');
  assert.match(await (await fetch(checkoutUrl)).text(), /<pay-checkout/);
  const told = new Promise<OrderWebhook>((resolve) => (onWebhook = resolve));
  const { payment, returnUrl = '' } = await sandbox.pay({ checkoutUrl, card: testCards.mada.approved });
  // The webhook says the same; the program may be registering it at this moment.
  await fetch(`${checkoutUrl}/status?id=${payment.id}`);
  assert.equal((await told).data.verdict, 'paid');
  await expectSettled({ id: '7', amount: 10_000, currency: 'SAR' });
  assert.match(await (await fetch(returnUrl)).text(), /Your order: paid/);
});
