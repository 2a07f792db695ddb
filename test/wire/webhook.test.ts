import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  invoice as readInvoice,
  payment as readPayment,
  registerWebhook,
  webhook,
  webhookContract,
  webhookList,
  webhookMessage,
  webhookMessageContract,
} from '../../src/wire/index.js';
import { payment } from './payment-example.js';
import { describeReading, describeStrictness, describeTable } from './table.js';
import { addresses, flags, id, moments, texts, uuids } from './values.js';

const kinds = [
  'payment_paid',
  'payment_failed',
  'payment_refunded',
  'payment_voided',
  'payment_authorized',
  'payment_captured',
  'payment_verified',
  'payment_abandoned',
  'payment_canceled',
  'payment_expired',
];
const otherKinds = [
  ...['card_auth_authenticated', 'card_auth_failed', 'balance_transferred'],
  ...['initiated', 'paid', 'failed', 'canceled', 'returned'].map((state) => `payout_${state}`),
];

const whole = {
  id,
  http_method: 'post',
  url: 'https://shop.example/hook',
  events: ['payment_paid'],
  created_at: '2026-05-15T12:00:00.000Z',
};
describeTable('interface 2.6 and 4.3, webhook', webhookContract, whole, {
  id: { required: true, ...uuids },
  http_method: { required: true, good: ['post'], bad: [7] },
  url: { required: true, ...addresses },
  events: { required: true, good: [[], kinds], bad: ['payment_paid', [7]] },
  created_at: {
    required: true,
    good: ['2026-05-15T12:00:00.000Z', '2026-05-15T15:00:00.000+03:00'],
    bad: ['2026-05-15T12:00:00Z', '2026-05-15T12:00:00.0Z', '2026-05-15', 0],
  },
});
describeReading('a webhook', webhook, whole, ['id']);
describeReading('a list of webhooks', webhookList, { webhooks: [whole], meta: null }, ['webhooks']);

const registration = {
  http_method: 'post',
  url: 'https://shop.example/hook',
  shared_secret: 's',
  events: ['payment_paid'],
};
describeTable('interface 4.3, POST /webhooks', registerWebhook, registration, {
  http_method: { good: ['post', 'put', 'patch'], bad: ['get', 'POST', '', 7] },
  url: { required: true, ...addresses },
  shared_secret: { required: true, good: ['s', 'ش 😀'], bad: ['', ' ', 7] },
  events: {
    good: [[], ...[...kinds, ...otherKinds].map((kind) => [kind]), kinds],
    bad: [['payment_faild'], 'payment_paid', [null]],
  },
});
describeStrictness('registering a webhook', registerWebhook, registration);

const message = {
  id,
  type: 'payment_paid',
  created_at: '2026-05-15T12:00:00.000Z',
  secret_token: 's',
  account_name: 'Lamp shop',
  live: false,
  data: payment,
};
describeTable('interface 6, webhook message', webhookMessageContract, message, {
  id: { required: true, ...uuids },
  type: { required: true, good: kinds, bad: ['payment_faild', 'invoice_paid', ''] },
  created_at: { required: true, ...moments },
  secret_token: { required: true, ...texts },
  account_name: { required: true, ...texts },
  live: { required: true, ...flags },
  data: { required: true, good: [payment], bad: [{}, 'x', []] },
});

const readable = (value: unknown) => webhookMessage.safeParse(value).success;

describe('reading a webhook message', () => {
  test('keeps what it does not know', () => {
    const more = { ...message, added_later: { any: ['thing'] } };
    assert.deepEqual(webhookMessage.parse(more), more);
  });

  test('needs an id, a type and, of a known type, the id of a payment', () => {
    for (const field of ['id', 'type', 'data']) {
      const { [field]: _, ...rest } = message as Record<string, unknown>;
      assert.equal(readable(rest), false, `without ${field}`);
      assert.equal(readable({ ...rest, [field]: null }), false, `${field} is null`);
    }
    assert.equal(readable({ ...message, data: { status: 'paid' } }), false, 'a payment without an id');
    assert.deepEqual(webhookMessage.parse({ ...message, data: { id: '7' } }).data, { id: '7' });
  });

  for (const field of ['created_at', 'secret_token', 'account_name', 'live'])
    test(`takes ${field} missing or null`, () => {
      const { [field]: _, ...rest } = message as Record<string, unknown>;
      assert.ok(readable(rest));
      assert.ok(readable({ ...rest, [field]: null }));
    });

  for (const type of [...otherKinds, 'payment_added_later'])
    test(`takes ${type}, and whatever it is about`, () => {
      for (const data of [undefined, null, 7, { id: 'transfer', amount: '12.5' }])
        assert.deepEqual(webhookMessage.parse({ ...message, type, data }), { ...message, type, data });
    });
});

describe('reading takes what the service is documented to answer', () => {
  const without = ({ payments: _, ...rest }: Record<string, unknown>) => rest;
  const documented = { id: 'a', status: 'paid' };
  const cases: ReadonlyArray<
    readonly [string, { safeParse(value: unknown): { success: boolean } }, unknown]
  > = [
    ['a payment without an ip', readPayment, { ...payment, ip: null }],
    [
      'a source without message and token',
      readPayment,
      { ...payment, source: { ...payment.source, message: null, token: null, reference_number: null } },
    ],
    ['a number with another mask', readPayment, { ...payment, source: { number: 'XXXX-XXXX-XXXX-1111' } }],
    [
      'a settled payment whose challenge is null',
      readPayment,
      { ...payment, source: { transaction_url: null } },
    ],
    ['an invoice without payments', readInvoice, without({ ...documented, payments: [] })],
    ['an invoice whose payments are null', readInvoice, { ...documented, payments: null }],
  ];
  for (const [name, schema, value] of cases) test(name, () => assert.ok(schema.safeParse(value).success));
});
