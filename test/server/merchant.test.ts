import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, webhookSecret, type Intent } from './merchant.js';
import { challenged, poor } from './payer.js';

describe('an order of the demo shop', () => {
  it('costs what the catalogue says, whatever the browser says', async (t) => {
    const { order, intent } = await openShop(t);
    const id = await order([
      { product: 'cups', quantity: 2, price: 1, amount: 1 },
      { product: 'dates', quantity: 1 },
    ]);
    assert.equal(((await (await intent(id)).json()) as Intent).amount, 2 * 8900 + 7500);
  });

  const baskets: [title: string, items: unknown][] = [
    ['nothing', []],
    ['no list', { product: 'cups', quantity: 1 }],
    ['a product that is not sold', [{ product: 'toString', quantity: 1 }]],
    ['none of a product', [{ product: 'cups', quantity: 0 }]],
    ['less than none', [{ product: 'cups', quantity: -1 }]],
    ['half a product', [{ product: 'cups', quantity: 0.5 }]],
    ['a quantity in words', [{ product: 'cups', quantity: '1' }]],
    ['a hundred', [{ product: 'cups', quantity: 100 }]],
    [
      'the same product twice',
      [
        { product: 'cups', quantity: 1 },
        { product: 'cups', quantity: 1 },
      ],
    ],
    ['null', [null]],
  ];
  for (const [title, items] of baskets) {
    it(`is refused: ${title}`, async (t) => {
      const { call } = await openShop(t);
      assert.equal((await call('POST', '/api/orders', { items })).status, 400);
    });
  }

  it('is paid once the service says so', async (t) => {
    const { order, pay, standing } = await openShop(t);
    const id = await order();
    assert.equal((await standing(id)).status, 'open');
    assert.equal((await pay(id)).status, 'paid');
    assert.equal((await standing(id)).status, 'paid');
  });

  it('is not paid by a payment of the same amount that is for something else', async (t) => {
    const { client, service, order, intent, deliver, standing } = await openShop(t);
    const id = await order([{ product: 'cups', quantity: 1 }]);
    await intent(id);
    const foreign = await client.createPaymentIntent({
      amount: 8900,
      callback_url: 'http://127.0.0.1:3000/',
    });
    const payment = await service.pay({ secret: foreign.client_secret });
    const message = { id: 'm', type: 'payment_paid', secret_token: webhookSecret, data: payment };
    assert.equal((await deliver(message)).status, 204);
    assert.equal((await standing(id)).status, 'open');
  });

  it('has one intent that can be used, also with several tabs at once', async (t) => {
    const { client, order, intent } = await openShop(t);
    const id = await order();
    const answers = await Promise.all([intent(id), intent(id), intent(id)]);
    const intents = (await Promise.all(answers.map((answer) => answer.json()))) as Intent[];
    assert.equal(new Set(intents.map((each) => each.id)).size, 1);
    assert.equal((await client.retrievePaymentIntent(intents[0]!.id)).status, 'created');
  });

  it('gets another intent minutes after the last one has expired', async (t) => {
    let now = Date.now();
    const { service, order, intent } = await openShop(t, { now: () => now });
    const id = await order();
    await intent(id);
    now += 3_901_000;
    const { client_secret: secret } = (await (await intent(id)).json()) as Intent;
    assert.equal((await service.pay({ secret })).status, 'paid');
  });

  it('gives no intent while the bank waits for the payer, and says where', async (t) => {
    const { service, order, pay, intent, standing } = await openShop(t);
    const id = await order();
    const payment = await pay(id, challenged);
    assert.equal((await intent(id)).status, 409);
    assert.deepEqual(await standing(id), { status: 'pending', bankUrl: payment.source.transaction_url });
    await service.answer(payment.source.transaction_url, 'authenticated');
    assert.equal((await standing(id)).status, 'paid');
    assert.equal((await intent(id)).status, 409);
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
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/intent'],
    ] as const)
      assert.equal(
        (await call(method, `/api/orders/${crypto.randomUUID()}${path}`, method === 'POST' ? {} : undefined))
          .status,
        404,
      );
  });
});

describe("the demo shop's answer about a payment", () => {
  const ask = (order: string, id: string) => `/api/orders/${order}/status?id=${id}`;

  it('is what the checkout needs, and neither the card nor the payer', async (t) => {
    const { order, pay, call } = await openShop(t);
    const own = await order();
    const { id } = await pay(own);
    const answer = (await (await call('GET', ask(own, id))).json()) as { status: string; source: object };
    assert.equal(answer.status, 'paid');
    assert.deepEqual(Object.keys(answer.source).sort(), ['company', 'message', 'transaction_url', 'type']);
    assert.ok(!('ip' in answer));
  });

  it('is 404 for a payment that was never sent', async (t) => {
    const { order, intent, call } = await openShop(t);
    const own = await order();
    const { payment_id: id } = (await (await intent(own)).json()) as Intent;
    assert.equal((await call('GET', ask(own, id))).status, 404);
  });

  it('is 403 for a payment that is not for this order', async (t) => {
    const { order, pay, call } = await openShop(t);
    const { id } = await pay(await order());
    assert.equal((await call('GET', ask(await order(), id))).status, 403);
  });
});

describe('the demo shop', () => {
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
