import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createCheckout, createPayClient, memoryOrders, orderIdOf } from 'pay-checkout/server';
import { memoryStore } from 'pay-checkout/stores/memory';

// The server stops and names the setting if one of these is missing.
const { PAY_SECRET_KEY = '', PAY_BASE_URL = '', PAY_WEBHOOK_SECRET: sharedSecret = '' } = process.env;
const shop = 'http://127.0.0.1:3000';

// Amounts are integers in the smallest unit: 10000 is 100.00 SAR. In your shop, orders come from your database.
const order = { id: '7', amount: 10000, currency: 'SAR', callbackUrl: `${shop}/back` };

const client = createPayClient({ secretKey: PAY_SECRET_KEY, baseUrl: PAY_BASE_URL });
const checkout = createCheckout({
  client,
  orders: memoryOrders([order], orderIdOf),
  store: memoryStore(), // In your shop, a store that survives a restart.
  sharedSecret,
  onSettled: ({ orderId, verdict }) => console.log(`Order ${orderId}: ${verdict}`),
  onError: console.error,
});
setInterval(() => checkout.sweep().catch(console.error), 60_000);

const app = new Hono();
app.all('/checkout/*', (c) => checkout.fetch(c.req.raw));
app.get('/back', async (c) => {
  const result = await checkout.settle(c.req.query('id') ?? '').catch(console.error);
  if (!result) return c.html('<h1>We do not know yet whether you paid. Please do not pay again.</h1>', 503);
  return c.html(`<h1>Order ${result.orderId}: ${result.verdict}</h1>`);
});
app.get('/', serveStatic({ path: './checkout.html' }));
app.get('/pay-checkout.js', serveStatic({ path: './node_modules/pay-checkout/dist/pay-checkout.js' }));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 3000 }, () => console.log(`The shop: ${shop}`));
await client.ensureWebhook({ url: `${shop}/checkout/webhook`, shared_secret: sharedSecret });
