import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from './shop.js';

describe('a control is refused for', () => {
  const cases: ReadonlyArray<readonly [string, string, object, string]> = [
    ['an unknown route', 'faults', { route: 'cancel', fault: '500' }, 'route'],
    ['an unknown fault', 'faults', { route: 'fulfil', fault: '418' }, 'fault'],
    ['no times', 'faults', { route: 'fulfil', fault: '500', times: 0 }, 'times'],
    ['an unknown field', 'faults', { route: 'fulfil', fault: '500', x: 1 }, 'x'],
    [
      'a fault of a payment where none is answered',
      'faults',
      { route: 'create-intent', fault: 'unknown-status' },
      'fault',
    ],
    ['a fault of a payment for any route', 'faults', { route: 'any', fault: 'no-transaction-url' }, 'fault'],
    ['a fault of a delivery for a request', 'faults', { route: 'fulfil', fault: 'duplicate' }, 'fault'],
    ['a fault of a request for a delivery', 'faults', { route: 'delivery', fault: '500' }, 'fault'],
    ['a delay of hours', 'faults', { route: 'fulfil', fault: 'delay', ms: 3_600_000 }, 'ms'],
    ['going back', 'clock', { advance: -1 }, 'advance'],
    ['a time of text', 'clock', { advance: '60' }, 'advance'],
    ['a time past all dates', 'clock', { advance: 1e12 }, 'advance'],
    ['no time', 'clock', {}, 'advance'],
    ['an unknown decision', 'decisions', { refunds: 'refused' }, 'refunds'],
    ['an unknown value of a decision', 'decisions', { secondRefund: 'never' }, 'secondRefund'],
  ];
  for (const [name, path, body, field] of cases)
    test(name, async () => {
      const answer = await openShop().call('POST', `/sandbox/${path}`, { key: null, body });
      assert.deepEqual([answer.status, answer.body.type], [400, 'validation_error']);
      assert.deepEqual(Object.keys(answer.body.errors), [field]);
    });
});

describe('the clock', () => {
  test('dates each answer by its Date header, also a refusal', async () => {
    const { advance, call } = openShop();
    await advance(3600.9);
    for (const path of ['/v1/payments', '/v1/payments/none', '/v1/nothing'])
      assert.equal((await call('GET', path)).headers.get('date'), 'Fri, 15 May 2026 13:00:00 GMT', path);
  });
});

describe('a reset', () => {
  test('forgets everything, faults and clock included', async () => {
    const { call, createIntent, fulfil, fault, advance, pay } = openShop();
    const intent = await createIntent();
    const payment = await pay();
    await fault('fulfil', '500');
    await advance(60);
    assert.equal((await call('POST', '/sandbox/reset', { key: null })).body.now, '2026-05-15T12:00:00.000Z');
    assert.deepEqual((await call('GET', '/sandbox/log', { key: null })).body, []);
    assert.equal((await call('GET', `/v1/payment_intents/${intent.id}`)).status, 404);
    assert.equal((await call('GET', `/v1/payments/${payment.id}`)).status, 404);
    assert.equal((await fulfil(intent.client_secret)).status, 403);
  });
});

describe('the log', () => {
  test('tells what came to /v1, in the order of arrival, without what must not be seen', async () => {
    const { call, createIntent, fulfil } = openShop();
    const intent = await createIntent();
    const { body: payment } = await fulfil(intent.client_secret, {
      given_id: '12345678-1234-4123-8123-123456789012',
      metadata: { card: '4111 1111-11111111', at: '2026-05-15 12:00:00' },
    });
    await call('GET', `/v1/payments/${payment.id}`);
    const { body: entries } = await call('GET', '/sandbox/log', { key: null });
    assert.deepEqual(
      entries.map((entry: Record<string, unknown>) => [
        entry['method'],
        entry['path'],
        entry['status'],
        entry['key'],
      ]),
      [
        ['POST', '/v1/payment_intents', 201, 'sk_test_…'],
        ['POST', '/v1/payments', 201, 'pk_test_…'],
        ['GET', `/v1/payments/${payment.id}`, 200, 'sk_test_…'],
      ],
    );
    const { intent_id: intentId, payment_id: paymentId, body } = entries[1];
    assert.deepEqual([intentId, paymentId], [intent.id, payment.id]);
    assert.deepEqual(body, {
      client_secret: '…',
      source: {
        type: 'creditcard',
        name: 'Aisha Al-Harbi',
        number: '…',
        month: '12',
        year: '2030',
        cvc: '…',
      },
      given_id: '12345678-1234-4123-8123-123456789012',
      metadata: { card: '…', at: '2026-05-15 12:00:00' },
    });
  });
});
