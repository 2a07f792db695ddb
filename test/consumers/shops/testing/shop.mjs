import { createServer } from 'node:http';
import { createCheckout, createPayClient, memoryOrders, orderIdOf } from 'pay-checkout/server';
import { memoryStore } from 'pay-checkout/stores/memory';
import { getRequestListener } from '@hono/node-server';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const script = readFileSync(fileURLToPath(import.meta.resolve('pay-checkout/pay-checkout.js')));

/** A shop with one order, on a free port. */
export async function startShop({ baseUrl, secretKey, publishableKey }) {
  const client = createPayClient({ secretKey, baseUrl });
  const order = { id: '7', amount: 10_000, currency: 'SAR', callbackUrl: '' };
  const checkout = createCheckout({
    client,
    orders: memoryOrders([order], orderIdOf),
    store: memoryStore(),
    sharedSecret: 'a secret',
  });
  const answer = getRequestListener(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/checkout/')) return checkout.fetch(request);
    if (pathname === '/pay-checkout.js')
      return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    const tag = `<pay-checkout checkout-url="/checkout/7" base-url="${baseUrl}" publishable-key="${publishableKey}"
      amount="10000" currency="SAR"></pay-checkout><script src="/pay-checkout.js"></script>`;
    const html = pathname === '/' ? tag : '<h1>Back</h1>';
    return new Response(html, { headers: { 'content-type': 'text/html' } });
  });
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  order.callbackUrl = `${url}/back`;
  await client.ensureWebhook({ url: `${url}/checkout/webhook`, shared_secret: 'a secret' });
  return {
    url,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
