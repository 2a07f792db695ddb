import { serve } from '@hono/node-server';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { expectSettled, startSandbox, testCards } from 'pay-checkout/testing';

/** The routes as Next.js calls them, without Next.js. */
async function startRoutes() {
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const server = serve({ fetch: (request) => answer(request), hostname: '127.0.0.1', port: 0 });
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['SHOP_URL'] = url;
  const [page, back, checkout] = await Promise.all([
    import('./app/route.js'),
    import('./app/back/route.js'),
    import('./app/checkout/[...path]/route.js'),
  ]);
  answer = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return page.GET();
    if (pathname === '/back') return back.GET(request);
    return request.method === 'GET' ? checkout.GET(request) : checkout.POST(request);
  };
  return { url, stop: () => void server.close() };
}

test('a payer pays for the order, and the shop is notified', async (t) => {
  const sandbox = await startSandbox();
  t.after(() => sandbox.stop());
  Object.assign(process.env, {
    PAY_BASE_URL: sandbox.baseUrl,
    PAY_SECRET_KEY: sandbox.secretKey,
    PAY_PUBLISHABLE_KEY: sandbox.publishableKey,
    PAY_WEBHOOK_SECRET: 'the secret of a test',
    DATABASE: ':memory:',
  });
  const { url, stop } = await startRoutes();
  t.after(stop);
  const { openCheckout } = await import('./checkout.js');
  t.after(await openCheckout(url));

  const checkoutUrl = `${url}/checkout/7`;
  await sandbox.pay({ checkoutUrl, card: testCards.mada.insufficientFunds });
  const { returnUrl = '' } = await sandbox.pay({ checkoutUrl, card: testCards.mada.approved });
  await expectSettled({ id: '7', amount: 10_000, currency: 'SAR' });
  assert.match(await (await fetch(returnUrl)).text(), /Order 7: paid/);
  assert.match(await (await fetch(url)).text(), /<pay-checkout/);
});
