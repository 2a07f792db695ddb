import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problems } from './conform.js';
import { initiatedPayment, intent, payment } from './tables/resources.js';
import { intentExample, paymentExample } from './tables/examples.js';

/** One thing wrong at a time, and what is said of it. */
const spoilt: ReadonlyArray<readonly [string, object, string]> = [
  ['an amount below 100', { amount: 99 }, 'amount is below 100'],
  ['a fraction', { amount: 100.5 }, 'amount is no integer'],
  ['an amount of text', { amount: '100' }, 'amount is no integer'],
  ['a missing field', { created_at: undefined }, 'created_at is missing'],
  ['null where it may not be', { expires_at: null }, 'expires_at is null'],
  ['a status of another resource', { status: 'paid' }, 'status is not one of created, fulfilled, canceled'],
  ['another prefix', { client_secret: 'secret_1' }, 'client_secret does not match /^pi_secret_/'],
  ['an address of another kind', { callback_url: 'javascript:alert(1)' }, 'callback_url is no uri'],
  ['a date without time', { created_at: '2026-05-15' }, 'created_at is no moment'],
  ['a month 13', { created_at: '2026-13-15T12:00:00Z' }, 'created_at is no moment'],
  ['a currency in small letters', { currency: 'sar' }, 'currency does not match /^[A-Z]{3}$/'],
  ['an id of another form', { id: '7' }, 'id is no uuid'],
  ['a field that is in no table', { secret_key: 'x' }, 'secret_key is in no table'],
];

const spoiltPayments: ReadonlyArray<readonly [string, object, string]> = [
  [
    'more refunded than paid',
    { refunded: 10_001, refunded_format: '100.01 SAR' },
    'refunded is above amount',
  ],
  [
    'an amount written with other decimals',
    { amount_format: '100.0 SAR' },
    'amount_format is not 100.00 SAR',
  ],
  ['an IPv6 address', { ip: '::1' }, 'ip is no ipv4'],
  ['metadata of lists', { metadata: { order: [7] } }, 'metadata is no scalars'],
  [
    'a card number in full',
    { source: { ...paymentExample.source, number: '4111111111111111' } },
    'source.number',
  ],
  ['a split of zero', { splits: [{ ...paymentExample.splits[0], amount: 0 }] }, 'splits.0.amount is 0'],
  [
    'a long reference',
    { splits: [{ ...paymentExample.splits[0], reference: 'x'.repeat(256) }] },
    'splits.0.ref',
  ],
  ['splits that are no list', { splits: {} }, 'splits is no list'],
];

describe('an answer is found wrong for', () => {
  const cases = [
    ...spoilt.map((one) => [intent, intentExample, ...one] as const),
    ...spoiltPayments.map((one) => [payment, paymentExample, ...one] as const),
  ];
  for (const [table, whole, name, more, expected] of cases)
    test(name, () => {
      assert.deepEqual([...problems(table, whole)], []);
      const found = [...problems(table, { ...whole, ...more })];
      assert.equal(found.length, 1, found.join('; '));
      assert.ok(found[0]?.startsWith(expected), found[0]);
    });

  test('a challenge address that is missing while the payment is initiated', () => {
    const source = { ...paymentExample.source, message: null, reference_number: null };
    assert.deepEqual(
      [...problems(initiatedPayment, { ...paymentExample, source })],
      ['source.transaction_url is null'],
    );
  });
});
