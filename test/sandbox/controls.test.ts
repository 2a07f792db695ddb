import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from './shop.js';

const refusals = {
  '401': 'authentication_error',
  '405': 'account_inactive_error',
  '429': 'rate_limit_error',
  '500': 'api_error',
  '503': 'api_error',
  'html-403': undefined,
} as const;

describe('a fault at fulfilling', () => {
  for (const [fault, type] of Object.entries(refusals))
    test(`${fault} answers ${type ?? 'HTML'} and does nothing`, async () => {
      const shop = openShop();
      const intent = await shop.createIntent();
      await shop.fault('fulfil', fault);
      const { status, body, headers } = await shop.fulfil(intent.client_secret);
      assert.deepEqual([status, body.type], [Number(fault.replace('html-', '')), type]);
      assert.match(headers.get('content-type') ?? '', type ? /json/ : /html/);
      assert.equal((await shop.fulfil(intent.client_secret)).status, 201);
    });

  const spoilt = {
    'unknown-status': ['limbo', /^http:\/\/sandbox\.test\/v1\/card_auth\//],
    'no-transaction-url': ['initiated', /^undefined$/],
    'bad-transaction-url': ['initiated', /^javascript:/],
  } as const;
  for (const [fault, [status, address]] of Object.entries(spoilt))
    test(`${fault} spoils the answer, not the payment`, async () => {
      const shop = openShop();
      const intent = await shop.createIntent();
      await shop.fault('fulfil', fault);
      const { status: code, body } = await shop.fulfil(intent.client_secret);
      assert.deepEqual([code, body.status], [201, status]);
      assert.match(String(body.source.transaction_url), address);
      const kept = await shop.paymentOf(body.id);
      assert.equal(kept.status, 'initiated');
      assert.match(kept.source.transaction_url, /^http:\/\/sandbox\.test\/v1\/card_auth\//);
    });

  test('leaves a refusal as it is', async () => {
    const shop = openShop();
    await shop.fault('fulfil', 'truncated');
    assert.equal((await shop.fulfil('pi_secret_unknown')).body.type, 'authentication_error');
  });
});

describe('injected faults', () => {
  test('injects a fault as often as requested, in order', async () => {
    const { fault, fulfil } = openShop();
    await fault('fulfil', '500', { times: 2 });
    await fault('fulfil', '429');
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await fulfil('pi_secret_unknown')).status);
    assert.deepEqual(statuses, [500, 500, 429, 403]);
  });

  test('injects a fault on reads of a payment', async () => {
    const shop = openShop();
    const { id } = await shop.pay();
    for (const name of ['drop-before', 'drop-after']) {
      await shop.fault('status', name);
      await assert.rejects(shop.paymentOf(id), TypeError);
    }
    await shop.fault('status', 'unknown-status');
    assert.equal((await shop.paymentOf(id)).status, 'limbo');
    assert.equal((await shop.paymentOf(id)).status, 'paid');
  });
});

describe('a control is refused for', () => {
  const cases: ReadonlyArray<readonly [string, string, object]> = [
    ['an unknown route', '/sandbox/faults', { route: 'cancel', fault: '500' }],
    ['an unknown fault', '/sandbox/faults', { route: 'fulfil', fault: '418' }],
    ['no times', '/sandbox/faults', { route: 'fulfil', fault: '500', times: 0 }],
    ['an unknown field', '/sandbox/faults', { route: 'fulfil', fault: '500', x: 1 }],
    ['going back', '/sandbox/clock', { advance: -1 }],
    ['a time of text', '/sandbox/clock', { advance: '60' }],
    ['a time past all dates', '/sandbox/clock', { advance: 1e12 }],
    ['no time', '/sandbox/clock', {}],
    ['an unknown decision', '/sandbox/decisions', { refunds: 'refused' }],
    ['an unknown value of a decision', '/sandbox/decisions', { secondRefund: 'never' }],
  ];
  for (const [name, path, body] of cases)
    test(name, async () => {
      const { call } = openShop();
      const answer = await call('POST', path, { key: null, body });
      assert.deepEqual([answer.status, answer.body.type], [400, 'validation_error']);
    });
});

describe('the clock', () => {
  test('goes on by so many seconds each time', async () => {
    const { advance, createIntent } = openShop();
    await advance(60);
    assert.equal((await advance(0.5)).body.now, '2026-05-15T12:01:00.500Z');
    assert.equal((await createIntent()).created_at, '2026-05-15T12:01:00.500Z');
  });

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
