import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openReceiver } from '../receiver.js';
import { openShop, refusedFor } from './shop.js';

describe('a payment', () => {
  test('takes another description and metadata, and keeps what is left out', async () => {
    const { pay, call, paymentOf } = openShop();
    const payment = await pay({ intent: { description: 'Order 7' }, payment: { metadata: { order: '7' } } });
    const put = (body: object) => call('PUT', `/v1/payments/${payment.id}`, { body });
    assert.equal((await put({ metadata: { order: 8 } })).body.description, 'Order 7');
    assert.deepEqual((await put({ description: 'Order 8' })).body.metadata, { order: 8 });
    const { status, body } = await put({ ...payment, amount: 1, status: 'refunded' });
    assert.deepEqual(
      [status, body.amount, body.status],
      [200, 10_000, 'paid'],
      'the rest of it is not changed',
    );
    assert.deepEqual(await paymentOf(payment.id), body);
  });

  test('can be voided no later when it has been changed', async () => {
    const { pay, call, advance } = openShop();
    const payment = await pay();
    const move = () => call('POST', `/v1/payments/${payment.id}/void`);
    await advance(7200);
    await call('PUT', `/v1/payments/${payment.id}`, { body: { description: 'Later' } });
    assert.equal((await move()).status, 400);
  });
});

describe('an invoice', () => {
  test('takes every new value while it is open, and null for no expiry', async () => {
    const { call, bill } = openShop();
    const made = await bill({ expired_at: '2027-01-01' });
    const put = (body: object) => call('PUT', `/v1/invoices/${made.id}`, { body });
    const { body } = await put({
      amount: 500,
      metadata: { order: 7 },
      back_url: 'https://shop.example/cart',
    });
    assert.deepEqual(
      [body.amount_format, body.metadata, body.back_url, body.description, body.expired_at],
      ['5.00 SAR', { order: 7 }, 'https://shop.example/cart', 'Three lamps', '2027-01-01T00:00:00.000Z'],
    );
    assert.equal((await put({ ...body, expired_at: null })).body.expired_at, null);
  });

  test('takes metadata only when it is closed', async () => {
    const { call, bill } = openShop();
    const made = await bill();
    const { body: canceled } = await call('PUT', `/v1/invoices/${made.id}/cancel`, { body: made });
    assert.equal(canceled.status, 'canceled');
    const put = (body: object) => call('PUT', `/v1/invoices/${made.id}`, { body });
    assert.deepEqual((await put({ ...canceled, metadata: { a: 'b' } })).body.metadata, { a: 'b' });
    refusedFor(await put({ amount: 500 }), 'amount');
  });

  test('is not paid by a payment of what it asked for before', async () => {
    const { call, bill, createIntent, fulfil, answer, paymentOf } = openShop();
    const made = await bill();
    const { body: payment } = await fulfil((await createIntent()).client_secret, { invoice_id: made.id });
    await call('PUT', `/v1/invoices/${made.id}`, { body: { amount: 20_000 } });
    await answer(payment, 'authenticated');
    assert.equal((await paymentOf(payment.id)).status, 'failed');
    assert.equal((await call('GET', `/v1/invoices/${made.id}`)).body.status, 'initiated');
  });

  test('is made with others at once, all or none', async () => {
    const { call } = openShop();
    const lamps = { amount: 10_000, currency: 'SAR', description: 'Three lamps' };
    const post = (invoices: unknown) => call('POST', '/v1/invoices/bulk', { body: { invoices } });
    const { status, body } = await post([lamps, { amount: 500, description: 'In SAR' }]);
    assert.deepEqual([status, body.invoices.length, body.invoices[1].currency], [201, 2, 'SAR']);
    refusedFor(await post([lamps, { ...lamps, amount: 1 }]), 'invoices.1.amount');
    const wrong = [{ ...lamps, metadata: { order: 'x'.repeat(501) } }, lamps];
    refusedFor(await post(wrong), 'invoices.0.metadata.order');
    const late = [lamps, { ...lamps, expired_at: '2026-05-14' }];
    refusedFor(await post(late), 'invoices.1.expired_at');
    assert.equal((await post([])).status, 400);
    assert.equal((await post(Array.from({ length: 51 }, () => lamps))).status, 400);
    assert.equal((await call('GET', '/v1/invoices')).body.meta.total_count, 2);
  });

  test('counts one character of metadata that UTF-16 writes as two', async () => {
    const { bill } = openShop();
    const metadata = { ['😀'.repeat(40)]: '😀'.repeat(500) };
    assert.deepEqual((await bill({ metadata })).metadata, metadata);
    for (const tooLong of [{ ['😀'.repeat(41)]: '' }, { order: '😀'.repeat(501) }])
      assert.equal((await bill({ metadata: tooLong })).type, 'validation_error');
  });
});

describe('a webhook', () => {
  test('is changed in part, and sends by its method from then on', async (t) => {
    const receiver = await openReceiver(t);
    const { call, pay, sandbox } = openShop();
    const wanted = { url: 'http://127.0.0.1:1/', shared_secret: 'a', events: ['payment_failed'] };
    const { body: made } = await call('POST', '/v1/webhooks', { body: wanted });
    const put = (body: object) => call('PUT', `/v1/webhooks/${made.id}`, { body });
    const { body } = await put({ url: receiver.url, http_method: 'put', events: ['payment_paid'] });
    assert.deepEqual(
      [body.id, body.http_method, body.url, body.events],
      [made.id, 'put', receiver.url, ['payment_paid']],
    );
    await pay();
    await sandbox.tick();
    const { method, body: message } = receiver.received[0]!;
    assert.deepEqual([method, message['secret_token'], message['account_name']], ['PUT', 'a', 'Sandbox']);
  });

  test('needs no secret; its messages then carry an empty one', async (t) => {
    const receiver = await openReceiver(t);
    const { call, pay, sandbox } = openShop();
    await call('POST', '/v1/webhooks', { body: { url: receiver.url } });
    await pay();
    await sandbox.tick();
    assert.equal(receiver.received[0]?.body.secret_token, '');
  });

  test('can listen to kinds that the sandbox never sends, which are listed', async () => {
    const { call } = openShop();
    const { body } = await call('GET', '/v1/webhooks/available_events');
    assert.ok(body.events.includes('payment_paid') && body.events.includes('balance_transferred'));
    const wanted = { url: 'https://shop.example', events: body.events };
    assert.equal((await call('POST', '/v1/webhooks', { body: wanted })).status, 201);
  });
});

describe('a webhook that is registered', () => {
  test('listens to each kind once, however often it is named', async () => {
    const { call } = openShop();
    const events = ['payment_paid', 'payment_failed', 'payment_paid'];
    const wanted = { url: 'https://shop.example', events };
    const { body } = await call('POST', '/v1/webhooks', { body: wanted });
    assert.deepEqual(body.events, ['payment_paid', 'payment_failed']);
  });

  test('is unknown in every way once it is deleted', async () => {
    const { call } = openShop();
    const { body: made } = await call('POST', '/v1/webhooks', { body: { url: 'https://shop.example' } });
    assert.equal((await call('DELETE', `/v1/webhooks/${made.id}`)).status, 200);
    assert.deepEqual((await call('GET', '/v1/webhooks')).body, { webhooks: [] });
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/attempts'],
      ['DELETE', ''],
    ] as const)
      assert.equal((await call(method, `/v1/webhooks/${made.id}${path}`)).status, 404);
  });
});

test('text with NUL is refused, and never cut', async () => {
  const { call, payWith } = openShop();
  const refused = async (body: string) => {
    const answer = await call('POST', '/v1/invoices', { body });
    assert.deepEqual([answer.status, answer.body.type], [400, 'invalid_request_error'], body);
  };
  await refused('{"amount":100,"description":"a\\u0000b"}');
  await refused('{"amount":100,"description":"x","metadata":{"a\\u0000":"b"}}');
  await refused('{"amount":100,"description":"a\\\\\\u0000b"}');
  const { body } = await call('POST', '/v1/invoices', { body: '{"amount":100,"description":"a\\\\u0000b"}' });
  assert.equal(body.description, 'a\\u0000b', 'a backslash before u0000 is text like any other');
  const { id } = await payWith();
  assert.equal((await call('GET', `/v1/payments/${id}%00x`)).status, 404);
  assert.equal((await call('GET', `/v1/payments?id=${id}%00x`)).status, 400);
});
