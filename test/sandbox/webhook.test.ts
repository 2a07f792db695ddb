import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { webhookContract, webhookMessageContract } from '../../src/wire/index.js';
import { openReceiver } from './receiver.js';
import { openShop } from './shop.js';

const url = 'https://shop.example/hook';
const wanted = { http_method: 'post', url, shared_secret: 'a shared secret' };

function openListener(more: object = {}) {
  const shop = openShop({ accountName: 'Lamp shop', ...more });
  const register = async (body: object) =>
    (await shop.call('POST', '/v1/webhooks', { body: { ...wanted, ...body } })).body;
  return { ...shop, register };
}

describe('a webhook', () => {
  test('is answered with 201, without its secret', async () => {
    const { call } = openShop();
    const events = ['payment_paid', 'payment_failed', 'payment_paid'];
    const { status, body } = await call('POST', '/v1/webhooks', { body: { ...wanted, events } });
    assert.equal(status, 201);
    webhookContract.parse(body);
    const { id, ...rest } = body;
    assert.deepEqual(rest, {
      http_method: 'post',
      url,
      events: ['payment_paid', 'payment_failed'],
      created_at: '2026-05-15T12:00:00.000Z',
    });
    assert.deepEqual((await call('GET', `/v1/webhooks/${id}`)).body, body);
  });

  test('needs neither method nor events', async () => {
    const { register } = openListener();
    const { http_method: method, events } = await register({ http_method: undefined });
    assert.deepEqual([method, events], ['post', []]);
  });

  test('is listed, newest first, until it is deleted', async () => {
    const { call, register } = openListener();
    const [one, other] = [await register({}), await register({})];
    const list = async () => (await call('GET', '/v1/webhooks')).body;
    assert.deepEqual((await list()).webhooks, [other, one]);
    assert.equal((await call('DELETE', `/v1/webhooks/${one.id}`)).status, 204);
    const left = await list();
    assert.deepEqual([left.webhooks, left.meta.total_count], [[other], 1]);
    assert.equal((await call('GET', `/v1/webhooks/${one.id}`)).status, 404);
    assert.equal((await call('GET', `/v1/webhooks/${one.id}/attempts`)).status, 404);
    assert.equal((await call('DELETE', `/v1/webhooks/${one.id}`)).status, 404);
  });

  const bad: ReadonlyArray<readonly [string, object, string]> = [
    ['another method', { http_method: 'get' }, 'http_method'],
    ['no address', { url: undefined }, 'url'],
    ['an ftp address', { url: 'ftp://shop.example' }, 'url'],
    ['an empty secret', { shared_secret: '' }, 'shared_secret'],
    ['an unknown event', { events: ['payment_paid', 'payment_lost'] }, 'events.1'],
    ['one event that is no list', { events: 'payment_paid' }, 'events'],
  ];
  for (const [name, more, field] of bad)
    test(`is refused for ${name}`, async () => {
      const { call } = openShop();
      const { status, body } = await call('POST', '/v1/webhooks', { body: { ...wanted, ...more } });
      assert.deepEqual([status, Object.keys(body.errors)], [400, [field]]);
      assert.equal((await call('GET', '/v1/webhooks')).body.meta.total_count, 0);
    });

  test('needs the secret key', async () => {
    const { call } = openShop();
    for (const [method, path] of [
      ['POST', '/v1/webhooks'],
      ['GET', '/v1/webhooks'],
      ['GET', '/v1/webhooks/x'],
      ['DELETE', '/v1/webhooks/x'],
      ['GET', '/v1/webhooks/x/attempts'],
    ] as const)
      assert.equal((await call(method, path, { key: 'pk_test_sandbox' })).status, 403);
  });
});

describe('a message', () => {
  test('carries the shared secret, the account and the payment with its metadata', async (t) => {
    const receiver = await openReceiver(t);
    const { register, pay, sandbox } = openListener();
    await register({ url: receiver.url });
    const payment = await pay({ payment: { metadata: { order: '7' } } });
    await sandbox.tick();
    const [{ body, ...request } = { body: undefined }] = receiver.received;
    assert.deepEqual(request, { method: 'POST', path: '/hook', type: 'application/json' });
    webhookMessageContract.parse(body);
    const { id, ...rest } = body;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      type: 'payment_paid',
      created_at: '2026-05-15T12:00:00.000Z',
      secret_token: 'a shared secret',
      account_name: 'Lamp shop',
      live: false,
      data: payment,
    });
    assert.deepEqual(payment.metadata, { order: '7' });
  });

  type Listener = ReturnType<typeof openListener>;
  const move = async ({ pay, call }: Listener, verb: string, body?: object) => {
    const { id } = await pay({ source: { manual: true } });
    if (verb !== 'void') await call('POST', `/v1/payments/${id}/capture`);
    if (verb !== 'capture') await call('POST', `/v1/payments/${id}/${verb}`, body ? { body } : {});
  };
  const causes: Record<string, [string[], (listener: Listener) => Promise<unknown>]> = {
    'a payment': [['payment_paid'], ({ pay }) => pay()],
    'a decline': [['payment_failed'], ({ pay }) => pay({ source: { number: '4242424242424242' } })],
    'an authorisation': [['payment_authorized'], ({ pay }) => pay({ source: { manual: true } })],
    'a capture': [['payment_authorized', 'payment_captured'], (listener) => move(listener, 'capture')],
    'a void': [['payment_authorized', 'payment_voided'], (listener) => move(listener, 'void')],
    'a refund in part': [
      ['payment_authorized', 'payment_captured', 'payment_refunded'],
      (listener) => move(listener, 'refund', { amount: 1 }),
    ],
    'a challenge that was passed': [
      ['payment_paid'],
      async ({ createIntent, fulfil, answer }) =>
        answer((await fulfil((await createIntent()).client_secret)).body, 'authenticated'),
    ],
    'a challenge that waits': [
      [],
      async ({ createIntent, fulfil }) => fulfil((await createIntent()).client_secret),
    ],
  };
  for (const [name, [types, cause]] of Object.entries(causes))
    test(`is sent for ${name}: ${types.join(', ') || 'none'}`, async (t) => {
      const receiver = await openReceiver(t);
      const listener = openListener();
      await listener.register({ url: receiver.url });
      await cause(listener);
      await listener.sandbox.tick();
      assert.deepEqual(receiver.received.map(({ body }) => body.type).sort(), [...types].sort());
      for (const { body } of receiver.received) {
        webhookMessageContract.parse(body);
        assert.equal(`payment_${body.data.status}`, body.type, 'the payment as it was at that moment');
      }
    });

  test('goes to those who listen to its kind, with one id for all of them', async (t) => {
    const all = await openReceiver(t);
    const some = await openReceiver(t);
    const { register, pay, sandbox } = openListener();
    await pay();
    await register({ url: all.url });
    await register({ url: all.url, events: [] });
    await register({ url: some.url, events: ['payment_failed', 'payment_voided'] });
    await pay();
    await pay({ source: { number: '4242424242424242' } });
    await sandbox.tick();
    const types = ({ received }: typeof all) => received.map(({ body }) => body.type).sort();
    assert.deepEqual(types(all), ['payment_failed', 'payment_failed', 'payment_paid', 'payment_paid']);
    assert.deepEqual(types(some), ['payment_failed']);
    const failed = [...all.received, ...some.received].filter(({ body }) => body.type === 'payment_failed');
    assert.equal(new Set(failed.map(({ body }) => body.id)).size, 1);
  });
});
