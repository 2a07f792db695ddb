import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient, readDelivery } from '../../src/server/index.js';
import { openService } from './payer.js';
import { always, listen } from './recorder.js';

const callback_url = 'https://shop.example/callback';

const open = async (t: TestContext) => {
  const service = await openService(t);
  return { ...service, client: createPayClient({ secretKey, baseUrl: service.baseUrl }) };
};

describe('against the whole service', () => {
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
});
