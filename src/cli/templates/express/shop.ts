import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { checkout, openCheckout } from './checkout.js';
import { addOrder, orders } from './orders.js';
import { checkoutPage, policy } from './page.js';

export const app = express();

// Before express.json(): the checkout reads the body itself.
app.all('/checkout/*path', getRequestListener(checkout.fetch, { overrideGlobalObjects: false }));
app.use(express.json());

app.get('/', async (_request, response) => {
  const order = await orders.get('7');
  if (order) response.set('content-security-policy', policy).type('html').send(checkoutPage(order));
  else response.sendStatus(404);
});

app.get('/back', async (request, response) => {
  const result = await checkout.settle(String(request.query['id'])).catch(console.error);
  if (result) response.send(`<h1>Order ${result.orderId}: ${result.verdict}</h1>`);
  else response.status(503).send('<h1>We do not know yet whether you paid. Please do not pay again.</h1>');
});

app.get('/pay-checkout.js', (_request, response) =>
  response.sendFile(resolve('node_modules/pay-checkout/dist/pay-checkout.js')),
);

/** Port 0 takes any that is free. */
export async function startShop(port: number) {
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
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
