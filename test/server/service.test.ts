import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient, readDelivery } from '../../src/server/index.js';
import { openService } from './payer.js';
import { always, listen } from './recorder.js';

const callback_url = 'https://shop.example/callback';
const missing = '00000000-0000-4000-8000-000000000000';

const open = async (t: TestContext) => {
  const service = await openService(t);
  return { ...service, client: createPayClient({ secretKey, baseUrl: service.baseUrl }) };
};

describe('against the whole service', () => {
  it('creates an intent, reads it and cancels it', async (t) => {
    const { client } = await open(t);
    const made = await client.createPaymentIntent({
      amount: 10_000,
      currency: 'KWD',
      description: 'x',
      callback_url,
    });
    assert.equal(made.status, 'created');
    assert.deepEqual(await client.retrievePaymentIntent(made.id), made);
    assert.deepEqual(await client.cancelPaymentIntent(made.id), { ...made, status: 'canceled' });
    await assert.rejects(client.cancelPaymentIntent(made.id), {
      code: 'api',
      status: 400,
      type: 'intent_not_cancelable',
    });
  });

  it('reads a payment, finds it by its metadata and gives it back in two parts', async (t) => {
    const { client, pay } = await open(t);
    const intent = await client.createPaymentIntent({ amount: 10_000, callback_url });
    const { id } = await pay({ secret: intent.client_secret, more: { metadata: { order: '7 & 8' } } });
    assert.equal((await client.retrievePayment(id)).status, 'paid');
    const found = await client.listPayments({ metadata: { order: '7 & 8' }, status: 'paid', page: 1 });
    assert.deepEqual(
      found.payments.map((payment) => payment.id),
      [id],
    );
    assert.deepEqual((await client.listPayments({ metadata: { order: '9' } })).payments, []);
    assert.equal((await client.refundPayment(id, { amount: 4_000 })).refunded, 4_000);
    await assert.rejects(client.refundPayment(id, { amount: 6_001 }), { code: 'api', status: 400 });
    assert.equal((await client.refundPayment(id)).refunded, 10_000);
  });

  it('captures one authorized payment and voids another', async (t) => {
    const { client, pay } = await open(t);
    const ids: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { client_secret } = await client.createPaymentIntent({ amount: 10_000, callback_url });
      ids.push((await pay({ secret: client_secret, manual: true })).id);
    }
    const [first = '', second = ''] = ids;
    const captured = await client.capturePayment(first, { amount: 2_500 });
    assert.deepEqual([captured.status, captured.captured], ['captured', 2_500]);
    assert.equal((await client.voidPayment(second)).status, 'voided');
  });

  it('creates an invoice, reads it and cancels it', async (t) => {
    const { client } = await open(t);
    const made = await client.createInvoice({ amount: 10_000, currency: 'SAR', description: 'Two cups' });
    assert.ok(made.url);
    assert.equal((await client.retrieveInvoice(made.id)).status, 'initiated');
    assert.equal((await client.cancelInvoice(made.id)).status, 'canceled');
  });

  it('registers a webhook, reads what it delivers, and deletes it', async (t) => {
    const { client, pay } = await open(t);
    const receiver = await listen(t, always(200, ''));
    const made = await client.registerWebhook({
      url: receiver.baseUrl,
      shared_secret: 'between us',
      events: ['payment_paid'],
    });
    assert.deepEqual((await client.listWebhooks()).webhooks, [made]);
    const { client_secret } = await client.createPaymentIntent({ amount: 10_000, callback_url });
    const arrival = once(receiver.arrivals, 'request');
    const { id } = await pay({ secret: client_secret });
    await arrival;
    const body = receiver.requests[0]?.body ?? '';
    const delivery = readDelivery(body, 'between us');
    assert.ok(delivery.type === 'payment_paid');
    assert.equal(delivery.data.id, id);
    assert.throws(() => readDelivery(body, 'between them'), { name: 'PayError' });
    await client.deleteWebhook(made.id);
    assert.deepEqual((await client.listWebhooks()).webhooks, []);
  });

  it('rejects with `record_not_found` for an unknown id', async (t) => {
    const { client, baseUrl } = await open(t);
    for (const call of [
      client.retrievePayment,
      client.retrievePaymentIntent,
      client.retrieveInvoice,
      client.deleteWebhook,
    ])
      await assert.rejects(call(missing), { code: 'api', status: 404, type: 'record_not_found' });
    const stranger = createPayClient({ secretKey: 'sk_live_stranger', baseUrl });
    await assert.rejects(stranger.retrievePayment(missing), {
      code: 'api',
      status: 401,
      type: 'authentication_error',
    });
  });
});
