import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { after, describe, test } from 'node:test';
import { createSandbox, publishableKey, secretKey, serve } from '../../src/sandbox/index.js';
import { client, habits } from '../sandbox/shop.js';
import { openReceiver } from '../receiver.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- these clients are driven as a merchant's JavaScript drives them */

execFileSync(process.execPath, ['.ci/install.mjs', 'test/clients']);
const require = createRequire(new URL('.', import.meta.url));

const sandbox = createSandbox();
const served = await serve(sandbox);
after(async () => {
  await served.close();
  await sandbox.close();
});
const call = client((request) => fetch(request, { redirect: 'manual' }), served.url);
const { answer } = habits(call);

const callback = 'https://shop.example/back';
const card = { type: 'creditcard', name: 'Aisha Al-Harbi', number: '4111114005765430', cvc: '123' };
const payment = (more: object = {}) => ({
  amount: 10_000,
  currency: 'SAR',
  description: 'Order 7',
  callback_url: callback,
  source: { ...card, month: 12, year: 2030 },
  metadata: { order: '7' },
  ...more,
});
const payDirectly = async (more: object = {}) =>
  (await call('POST', '/v1/payments', { body: payment(more) })).body;

describe('moyasar 0.5.1', () => {
  const Moyasar = require('moyasar');
  const moyasar: any = new Moyasar(secretKey);
  for (const service of [moyasar.payment, moyasar.invoice]) service.baseUrl = `${served.url}/v1/`;
  const bill = { amount: 10_000, currency: 'SAR', description: 'Three lamps' };

  test('creates, fetches, lists, updates and cancels an invoice', async () => {
    const made = await moyasar.invoice.create(bill);
    assert.equal((await moyasar.invoice.fetch(made.id)).id, made.id);
    assert.equal((await moyasar.invoice.list())[0].id, made.id);
    assert.equal((await moyasar.invoice.list({ page: 1, per: 1 })).length, 1);
    const updated = await moyasar.invoice.update({ ...made, description: 'Four lamps' });
    assert.equal(updated.description, 'Four lamps');
    assert.equal((await moyasar.invoice.cancel(updated)).status, 'canceled');
  });

  test('fetches, lists, updates and refunds a payment', async () => {
    const { id } = await payDirectly();
    const fetched = await moyasar.payment.fetch(id);
    assert.equal(fetched.status, 'paid');
    assert.equal((await moyasar.payment.list())[0].id, id);
    assert.equal(
      (await moyasar.payment.update({ ...fetched, description: 'Order 8' })).description,
      'Order 8',
    );
    assert.equal((await moyasar.payment.refund(id, { amount: '1000' })).refunded, 1000);
    assert.equal((await moyasar.payment.refund(fetched)).refunded, 10_000);
  });

  test('is refused in a form that it reads', async () => {
    await assert.rejects(moyasar.invoice.create({ amount: 1 }), { statusCode: 400 });
    await assert.rejects(moyasar.payment.fetch('unknown'), { statusCode: 404 });
  });
});

describe('@sahabaplus/moyasar 0.2.5', () => {
  const { MoyasarClient, WebhookUtils } = require('@sahabaplus/moyasar');
  const moyasar: any = new MoyasarClient({ apiKey: secretKey, baseUrl: served.url });

  test('creates, retrieves, lists, updates, captures, refunds and voids payments', async () => {
    const paid = await moyasar.payment.create(payment());
    assert.equal(paid.status, 'paid');
    assert.equal((await moyasar.payment.retrieve(paid.id)).id, paid.id);
    assert.equal((await moyasar.payment.list()).payments[0].id, paid.id);
    const found = await moyasar.payment.list({ 'metadata[order]': '7', status: 'paid', page: 1 });
    assert.equal(found.payments[0].id, paid.id);
    const update = { description: 'Order 8', metadata: { order: '8' } };
    assert.equal((await moyasar.payment.update({ paymentId: paid.id, update })).description, 'Order 8');
    const refunded = await moyasar.payment.refund({ paymentId: paid.id, refund: { amount: 1000 } });
    assert.equal(refunded.refunded, 1000);
    const manual = { source: { ...card, month: 12, year: 2030, manual: true } };
    const held = await moyasar.payment.create(payment(manual));
    const captured = await moyasar.payment.capture({ paymentId: held.id, capture: { amount: 9000 } });
    assert.equal(captured.captured, 9000);
    const other = await moyasar.payment.create(payment(manual));
    assert.equal((await moyasar.payment.void(other.id)).status, 'voided');
  });

  test('is led to the bank, and pays by a token', async () => {
    const save = { source: { ...card, number: '4111111111111111', month: 12, year: 2030, save_card: true } };
    const made = await moyasar.payment.create(payment(save));
    assert.equal(made.status, 'initiated');
    await answer(made, 'authenticated');
    const { source } = await moyasar.payment.retrieve(made.id);
    const again = await moyasar.payment.create(payment({ source: { type: 'token', token: source.token } }));
    assert.equal(again.status, 'paid');
  });

  test('creates, lists, updates, cancels invoices, also in bulk', async () => {
    const bill = { amount: 500, currency: 'SAR', description: 'Lamp', metadata: { order: '9' } };
    const made = await moyasar.invoice.create(bill);
    assert.equal((await moyasar.invoice.retrieve(made.id)).id, made.id);
    assert.equal((await moyasar.invoice.list({ metadata: { order: '9' } })).invoices[0].id, made.id);
    assert.deepEqual((await moyasar.invoice.update(made.id, { metadata: { order: '10' } })).metadata, {
      order: '10',
    });
    assert.equal((await moyasar.invoice.cancel(made.id)).status, 'canceled');
    assert.equal((await moyasar.invoice.createBulk({ invoices: [bill, bill] })).invoices.length, 2);
  });

  test('keeps webhooks, reads what is available and what was attempted', async () => {
    assert.ok((await moyasar.webhook.availableEvents()).events.includes('payment_paid'));
    assert.equal((await moyasar.ping()).status, 'ok');
    const wanted = {
      url: 'https://127.0.0.1:1/hook',
      http_method: 'post',
      shared_secret: 's',
      events: ['payment_paid'],
    };
    const made = await moyasar.webhook.create(wanted);
    assert.equal((await moyasar.webhook.retrieve(made.id)).url, wanted.url);
    assert.equal((await moyasar.webhook.list()).webhooks[0].id, made.id);
    assert.equal((await moyasar.webhook.update(made.id, { http_method: 'put' })).http_method, 'put');
    await moyasar.payment.create(payment());
    await sandbox.tick();
    const { webhook_attempts: attempts, meta } = await moyasar.webhook.attempts.list({ webhook_id: made.id });
    assert.deepEqual([attempts.length, meta.total_count, attempts[0].result], [1, 1, 'failed']);
    assert.equal((await moyasar.webhook.attempts.retrieve(attempts[0].id)).event_type, 'payment_paid');
    await moyasar.webhook.delete(made.id);
    await assert.rejects(moyasar.webhook.retrieve(made.id));
  });

  test('verifies a message of the sandbox', async (t) => {
    const receiver = await openReceiver(t);
    const wanted = { url: receiver.url, shared_secret: 'shared' };
    const { body: webhook } = await call('POST', '/v1/webhooks', { body: wanted });
    await payDirectly();
    await sandbox.tick();
    await call('DELETE', `/v1/webhooks/${webhook.id}`);
    const message = receiver.received[0]?.body;
    assert.deepEqual(WebhookUtils ? WebhookUtils.validateWebhookPayload(message) : [], []);
    const processed = await moyasar.webhook.processWebhook(message, { secret_token: 'shared' });
    assert.equal(processed.data.status, 'paid');
  });

  // Its own fault: it knows no UnionPay, so it takes no answer about such a card.
  test('refuses an answer about a UnionPay card, which the service gives', async () => {
    const unionpay = { ...card, number: '6200000000000005', month: 12, year: 2030 };
    await assert.rejects(moyasar.payment.create(payment({ source: unionpay })));
  });

  // Its own fault: it takes no card with fewer than 16 digits, which American Express has.
  test('refuses to send an American Express card', async () => {
    const amex = { ...card, number: '340000000900000', cvc: '1234', month: 12, year: 2030 };
    await assert.rejects(moyasar.payment.create(payment({ source: amex })), /16-19 digits/);
  });

  // Its own fault: it requires a description, which the service may answer as null.
  test('refuses an answer without a description', async () => {
    const { id } = await payDirectly({ description: undefined });
    await assert.rejects(moyasar.payment.retrieve(id));
  });
});

describe('react-native-moyasar-sdk 0.11.0', async () => {
  Object.assign(globalThis, { __DEV__: false });
  const part = (path: string): Promise<any> =>
    import(new URL(`node_modules/react-native-moyasar-sdk/lib/module/${path}.js`, import.meta.url).href);
  const { createPayment, createToken } = await part('services/payment_service');
  const { PaymentRequest } = await part('models/api/api_requests/payment_request');
  const { TokenRequest } = await part('models/api/api_requests/token_request');
  const { CreditCardRequestSource } = await part('models/api/sources/credit_card/credit_card_request_source');
  const fields = { name: card.name, number: card.number, cvc: card.cvc, month: '5', year: '2030' };
  const request = (more: object = {}) =>
    new PaymentRequest({
      baseUrl: served.url,
      amount: 10_000,
      currency: 'SAR',
      description: 'Order 7',
      metadata: { size: 'xl', count: 2, gift: true },
      source: new CreditCardRequestSource(fields),
      callbackUrl: 'https://sdk.moyasar.com/return',
      ...more,
    });

  test('pays with its key without a colon, and yes and no as text', async () => {
    const paid = await createPayment(request(), publishableKey);
    assert.deepEqual(
      [paid.status, paid.source.network, paid.metadata],
      ['paid', 'visa', { size: 'xl', count: 2, gift: true }],
    );
    const givenId = '7f1d9a3e-5c7b-4d6a-9f7e-2b8c1d3e5f70';
    assert.equal((await createPayment(request({ givenId, metadata: null }), publishableKey)).id, givenId);
    const manual = new CreditCardRequestSource({ ...fields, manualPayment: true });
    assert.equal((await createPayment(request({ source: manual }), publishableKey)).status, 'authorized');
  });

  test('keeps a card, and is led to the bank', async () => {
    const source = new CreditCardRequestSource({ ...fields, number: '4111111111111111', tokenizeCard: true });
    const made = await createPayment(request({ source }), publishableKey);
    assert.equal(made.status, 'initiated');
    assert.equal((await fetch(made.source.transactionUrl)).status, 200);
    const token = await createToken(
      new TokenRequest({ ...fields, baseUrl: served.url, callbackUrl: callback, metadata: null }),
      publishableKey,
    );
    assert.deepEqual([token.status, token.lastFour, token.month], ['initiated', '5430', '05']);
  });

  test('reads a refusal', async () => {
    const refused = await createPayment(request({ amount: 1 }), publishableKey);
    assert.deepEqual(Object.keys(refused.error.errors), ['amount']);
  });
});
