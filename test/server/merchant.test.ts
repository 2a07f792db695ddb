import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { documentSource } from '../../demo/merchant/backend/files.js';
import { register } from '../../demo/merchant/backend/registration.js';
import { openShop, webhookSecret, type Intent } from './merchant.js';
import { challenged, poor } from './payer.js';

/** A message as the service sends it. */
const message = (data: object, type = 'payment_paid') => ({
  id: crypto.randomUUID(),
  type,
  secret_token: webhookSecret,
  data,
});

describe('an order of the demo shop', () => {
  it('costs what the catalogue says, whatever the browser says', async (t) => {
    const { order, intent } = await openShop(t);
    const id = await order([
      { product: 'cups', quantity: 2, price: 1, amount: 1 },
      { product: 'dates', quantity: 1 },
    ]);
    assert.equal(((await (await intent(id)).json()) as Intent).amount, 2 * 8900 + 7500);
  });

  const cups = { product: 'cups', quantity: 1 };
  const baskets: [title: string, items: unknown][] = [
    ['nothing', []],
    ['no list', { product: 'cups', quantity: 1 }],
    ['a product that is not sold', [{ product: 'toString', quantity: 1 }]],
    ['none of a product', [{ product: 'cups', quantity: 0 }]],
    ['less than none', [{ product: 'cups', quantity: -1 }]],
    ['half a product', [{ product: 'cups', quantity: 0.5 }]],
    ['a quantity in words', [{ product: 'cups', quantity: '1' }]],
    ['a hundred', [{ product: 'cups', quantity: 100 }]],
    ['the same product twice', [cups, cups]],
    ['null', [null]],
  ];
  for (const [title, items] of baskets) {
    it(`is refused: ${title}`, async (t) => {
      const { call } = await openShop(t);
      assert.equal((await call('POST', '/api/orders', { items })).status, 400);
    });
  }

  it('gives no intent while the bank waits for the payer, and says where', async (t) => {
    const { service, order, pay, intent, standing } = await openShop(t);
    const id = await order();
    await intent(id);
    assert.equal((await standing(id)).status, 'open');
    const payment = await pay(id, challenged);
    assert.equal((await intent(id)).status, 409);
    assert.deepEqual(await standing(id), { status: 'pending', bankUrl: payment.source.transaction_url });
    await service.answer(payment.source.transaction_url, 'authenticated');
    assert.equal((await standing(id)).status, 'paid');
    assert.equal((await intent(id)).status, 409);
  });

  it('reveals no address of STC Pay while a code is awaited: to open the address could confirm the payment', async (t) => {
    const { service, order, intent, standing, call } = await openShop(t);
    const id = await order();
    const { client_secret: secret, payment_id: given_id } = (await (await intent(id)).json()) as Intent;
    const source = { type: 'stcpay', mobile: '0512345678' };
    const payment = await service.pay({ secret, more: { given_id, source } });
    assert.match(payment.source.transaction_url, /otp_token/);
    assert.deepEqual(await standing(id), { status: 'pending' });
    const asked = await (await call('GET', `/api/orders/${id}`)).text();
    assert.doesNotMatch(asked, /otp_token|proceed/);
  });

  it('gives a new intent after a decline, and can still be paid', async (t) => {
    const { service, order, pay, standing } = await openShop(t);
    const id = await order();
    const payment = await pay(id, poor);
    await service.answer(payment.source.transaction_url, 'authenticated');
    assert.deepEqual(await standing(id), { status: 'declined', message: 'INSUFFICIENT FUNDS' });
    assert.equal((await pay(id)).status, 'paid');
    assert.equal((await standing(id)).status, 'paid');
  });

  it('does not exist under another id', async (t) => {
    const { call } = await openShop(t);
    const path = `/api/orders/${crypto.randomUUID()}`;
    assert.equal((await call('GET', path)).status, 404);
    assert.equal((await call('POST', `${path}/intent`, {})).status, 404);
  });
});

describe("the demo shop's webhook", () => {
  it('marks an order whose payer never comes back', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const payment = await shop.pay(order);
    assert.equal((await shop.deliver(message(payment))).status, 204);
    assert.deepEqual(await shop.standing(order), { status: 'paid', paymentId: payment.id });
  });

  it('hears of a refund, and the order may be paid again', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const payment = await shop.pay(order);
    await shop.deliver(message(payment));
    await shop.client.refundPayment(payment.id);
    await shop.deliver(message(payment, 'payment_refunded'));
    assert.deepEqual(await shop.standing(order), { status: 'refunded' });
    assert.equal((await shop.pay(order)).status, 'paid');
    assert.equal((await shop.intent(order)).status, 409);
    assert.equal((await shop.standing(order)).status, 'paid');
  });

  it('takes the place of its own earlier registrations, and leaves those of others', async (t) => {
    const { client } = await openShop(t);
    const [own, other] = ['http://127.0.0.1:3000/api/webhook', 'https://other.example/api/webhook'];
    await client.registerWebhook({ url: other, shared_secret: 'theirs' });
    const registered = async () => (await client.listWebhooks()).webhooks.map(({ id, url }) => ({ id, url }));
    await register(client, own, 'first');
    const [first] = await registered();
    await register(client, own, 'second');
    const now = await registered();
    assert.deepEqual(
      now.map(({ url }) => url),
      [own, other],
    );
    assert.notEqual(now[0]?.id, first?.id);
  });
});

describe('the demo shop', () => {
  it('shows a document as its source until there is a page', async (t) => {
    const { call } = await openShop(t);
    const links = readFileSync(new URL('../../index.html', import.meta.url), 'utf8').matchAll(
      /href="(\/docs\/[^"]+)"/g,
    );
    const paths = new Set([...links].map(([, path = '']) => path));
    assert.ok(paths.size > 10);
    for (const path of paths) assert.equal((await call('GET', path)).status, 200, path);
    const unbuilt = await new Hono().get('/docs/*', documentSource).request('/docs/start/why.html');
    assert.match(await unbuilt.text(), /^demo\/docs\/start\/why\.md: `npm run site`.*\n\n# Why/);
    for (const path of ['/docs/start/none.html', '/docs/%2e%2e/none.md'])
      assert.equal((await call('GET', path)).status, 404, path);
  });

  it('refuses requests of pages of other origins', async (t) => {
    const { call } = await openShop(t);
    const answer = await call('POST', '/api/orders', { items: [] }, { origin: 'https://evil.example' });
    assert.equal(answer.status, 403);
  });

  it('refuses other host names of this machine', async (t) => {
    const { app } = await openShop(t);
    assert.equal((await app.request('http://evil.example:3000/')).status, 421);
  });

  it('refuses bodies above the limit', async (t) => {
    const { call } = await openShop(t);
    assert.equal((await call('POST', '/api/orders', { items: 'x'.repeat(20_000) })).status, 413);
  });
});
