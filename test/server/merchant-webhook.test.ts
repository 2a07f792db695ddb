import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { register } from '../../demo/merchant/backend/registration.js';
import { openShop, webhookSecret, type Intent } from './merchant.js';
import { challenged, poor } from './payer.js';

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A message as the service sends it; about a payment as somebody says that it is. */
const message = (data: object, type = 'payment_paid', more: object = {}) => ({
  id: crypto.randomUUID(),
  type,
  secret_token: webhookSecret,
  data,
  ...more,
});

/** A payment after which no page asks the shop. */
async function payUnseen({ intent, service }: Shop, order: string, card?: string) {
  const { client_secret: secret, payment_id: given_id } = (await (await intent(order)).json()) as Intent;
  return service.pay({ secret, more: { given_id }, ...(card !== undefined && { card }) });
}

describe("the demo shop's webhook", () => {
  it('marks an order whose payer never comes back', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const payment = await payUnseen(shop, order);
    assert.equal((await shop.deliver(message(payment))).status, 204);
    assert.deepEqual(await shop.standing(order), { status: 'paid', paymentId: payment.id });
  });

  it('lets the payer try again after a decline that no page has seen', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const payment = await payUnseen(shop, order, poor);
    await shop.service.answer(payment.source.transaction_url, 'authenticated');
    await shop.deliver(message(payment, 'payment_failed'));
    assert.deepEqual(await shop.standing(order), { status: 'declined', message: 'INSUFFICIENT FUNDS' });
    assert.equal((await shop.pay(order)).status, 'paid');
  });

  it('believes the service, and not what a message says of the payment', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const payment = await shop.pay(order, challenged);
    assert.equal((await shop.deliver(message({ ...payment, status: 'paid' }))).status, 204);
    assert.equal((await shop.standing(order)).status, 'pending');
  });

  it('marks nothing for a payment of the right amount that is for something else', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order([{ product: 'cups', quantity: 1 }]);
    const foreign = await shop.client.createPaymentIntent({
      amount: 8900,
      callback_url: 'https://x.example/',
    });
    const payment = await shop.service.pay({ secret: foreign.client_secret });
    assert.equal((await shop.deliver(message(payment))).status, 204);
    assert.equal((await shop.standing(order)).status, 'open');
  });

  it('does a message that comes twice once', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const sent = message(await payUnseen(shop, order));
    assert.equal((await shop.deliver(sent)).status, 204);
    assert.equal((await shop.deliver(sent)).status, 204);
    assert.equal((await shop.standing(order)).status, 'paid');
  });

  it('wants a message again that it could not check', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const sent = message(await payUnseen(shop, order));
    await fault(shop);
    t.mock.method(console, 'error', () => undefined);
    assert.equal((await shop.deliver(sent)).status, 503);
    assert.equal((await shop.deliver(sent)).status, 204);
    assert.equal((await shop.standing(order)).status, 'paid');
  });

  it('leaves an order paid when an earlier decline is heard of late', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const declined = await shop.pay(order, '4242424242424242');
    assert.equal(declined.status, 'failed');
    const payment = await shop.pay(order);
    await shop.deliver(message(payment));
    assert.equal((await shop.deliver(message(declined, 'payment_failed'))).status, 204);
    assert.deepEqual(await shop.standing(order), { status: 'paid', paymentId: payment.id });
  });

  it('agrees with the page that asks at the same moment', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const payment = await shop.pay(order);
    const [standing, answer] = await Promise.all([shop.standing(order), shop.deliver(message(payment))]);
    assert.deepEqual(standing, { status: 'paid', paymentId: payment.id });
    assert.equal(answer.status, 204);
    assert.deepEqual(await shop.standing(order), standing);
  });

  for (const move of ['refundPayment', 'voidPayment'] as const) {
    it(`hears of a ${move}, and the order may be paid again`, async (t) => {
      const shop = await openShop(t);
      const order = await shop.order();
      const payment = await shop.pay(order);
      await shop.deliver(message(payment));
      await shop.client[move](payment.id);
      await shop.deliver(message(payment, 'payment_refunded'));
      assert.deepEqual(await shop.standing(order), { status: 'refunded' });
      assert.equal((await shop.pay(order)).status, 'paid');
      assert.equal((await shop.intent(order)).status, 409);
      assert.equal((await shop.standing(order)).status, 'paid');
    });
  }

  it('keeps an order paid of which a part was given back', async (t) => {
    const shop = await openShop(t);
    const order = await shop.order();
    const payment = await payUnseen(shop, order);
    await shop.client.refundPayment(payment.id, { amount: 100 });
    await shop.deliver(message(payment, 'payment_refunded'));
    assert.equal((await shop.standing(order)).status, 'paid');
  });

  const refused: [title: string, status: number, more: object | string][] = [
    ['with another secret', 400, { secret_token: 'whsec_2' }],
    ['without a secret', 400, { secret_token: undefined }],
    ['with the secret and without a payment', 400, { data: undefined }],
    ['that is no object', 400, 'whsec_1'],
  ];
  for (const [title, status, more] of refused) {
    it(`refuses a message ${title}`, async (t) => {
      const shop = await openShop(t);
      const order = await shop.order();
      const payment = await payUnseen(shop, order, challenged);
      const sent = typeof more === 'string' ? more : message(payment, 'payment_paid', more);
      assert.equal((await shop.deliver(sent)).status, status);
      assert.equal((await shop.standing(order)).status, 'pending');
    });
  }

  it('refuses a message that a page sends', async (t) => {
    const { call } = await openShop(t);
    const answer = await call('POST', '/api/webhook', message({}), { origin: 'https://evil.example' });
    assert.equal(answer.status, 403);
  });
});

describe("the demo shop's registration", () => {
  it('takes the place of its own earlier ones, and leaves those of others', async (t) => {
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

/** The service does not answer the next question about a payment. */
const fault = ({ service }: Shop) =>
  fetch(new URL('/sandbox/faults', service.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ route: 'status', fault: '503', times: 1 }),
  });
