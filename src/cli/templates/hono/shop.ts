import { serve, type ServerType } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { checkout, openCheckout } from './checkout.js';
import { addOrder, orders } from './orders.js';
import { checkoutPage, policy } from './page.js';

export const app = new Hono();

app.all('/checkout/*', (c) => checkout.fetch(c.req.raw));

app.get('/', async (c) => {
  const order = await orders.get('7');
  return order ? c.html(checkoutPage(order), 200, { 'content-security-policy': policy }) : c.notFound();
});

app.get('/back', async (c) => {
  const result = await checkout.settle(c.req.query('id') ?? '').catch(console.error);
  if (!result) return c.html('<h1>We do not know yet whether you paid. Please do not pay again.</h1>', 503);
  return c.html(`<h1>Order ${result.orderId}: ${result.verdict}</h1>`);
});

app.get('/pay-checkout.js', serveStatic({ path: './node_modules/pay-checkout/dist/pay-checkout.js' }));

/** Port 0 takes any that is free. */
export async function startShop(port: number) {
  const server: ServerType = serve({ fetch: app.fetch, hostname: '127.0.0.1', port });
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // 10000 halalas are 100.00 SAR: amounts are integers in the smallest unit.
  addOrder({ id: '7', amount: 10_000, currency: 'SAR', callbackUrl: `${url}/back` });
  const closeCheckout = await openCheckout(url);
  return {
    url,
    stop() {
      closeCheckout();
      server.close();
    },
  };
}
