import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  cardSourceContract,
  payment as reading,
  paymentAmount,
  paymentContract,
  paymentList,
  paymentSource,
  split as splitReading,
  splitContract,
} from '../../src/wire/index.js';
import { payment, source, split } from './payment-example.js';
import { accepts, describeReading, describeStrictness, describeTable, refuses } from './table.js';
import { addresses, currencies, flags, integers, moments, shares, texts, uuids } from './values.js';

/** An unsafe integer would be refused for two reasons: it is also more than the amount. */
const within = { good: [0, 1, 10_000], bad: shares.bad.filter((value) => value !== 2 ** 53) };
const optional = { nullable: true };
/** The fields by which a payment is judged. */
const decisive = ['id', 'status', 'amount', 'currency', 'refunded', 'captured'];

describeTable('interface 2.3, payment', paymentContract, payment, {
  id: { required: true, ...uuids },
  status: {
    required: true,
    good: [
      'initiated',
      'paid',
      'authorized',
      'failed',
      'refunded',
      'captured',
      'voided',
      'verified',
      'expired',
    ],
    bad: ['limbo', 'authorised', 'PAID', '', 7],
  },
  amount: { required: true, good: [10_000, 2 ** 53 - 1], bad: integers.bad },
  fee: { required: true, ...shares },
  currency: { required: true, ...currencies },
  refunded: { required: true, ...within },
  refunded_at: { ...optional, ...moments },
  captured: { ...optional, ...within },
  captured_at: { ...optional, ...moments },
  voided_at: { ...optional, ...moments },
  description: { ...optional, ...texts },
  amount_format: { ...optional, ...texts },
  fee_format: { ...optional, ...texts },
  refunded_format: { ...optional, ...texts },
  captured_format: { ...optional, ...texts },
  invoice_id: { ...optional, ...uuids },
  ip: {
    ...optional,
    good: ['127.0.0.1', '255.255.255.255'],
    bad: ['', '::1', '::ffff:127.0.0.1', '256.0.0.1', '1.2.3', 'localhost', 7],
  },
  callback_url: { ...optional, ...addresses },
  created_at: { required: true, ...moments },
  updated_at: { required: true, ...moments },
  metadata: {
    ...optional,
    good: [{}, { a: '' }, { ش: '😀', b: 7, c: true }],
    bad: [{ a: [7] }, { a: {} }, 'x', []],
  },
  failure_reason: { ...optional, ...texts },
  source: { required: true, good: [source], bad: [{}, 'x', []] },
  splits: { ...optional, good: [[], [split], [split, split]], bad: [{}, [{}], 'x'] },
});

for (const field of ['refunded', 'captured'])
  test(`interface 2.3: ${field} is at most the amount`, () => {
    assert.ok(paymentContract.safeParse({ ...payment, [field]: payment.amount }).success);
    assert.ok(!paymentContract.safeParse({ ...payment, [field]: payment.amount + 1 }).success);
  });

describeTable('interface 2.4, card source', cardSourceContract, source, {
  type: { required: true, good: ['creditcard'], bad: ['token', '', 7] },
  company: {
    ...optional,
    good: ['mada', 'visa', 'master', 'amex', 'unionpay'],
    bad: ['mastercard', 'Visa', 'discover', ''],
  },
  name: { ...optional, ...texts },
  number: {
    required: true,
    good: ['4111-11XX-XXXX-1111', 'XXXX-XXXX-XXXX-1111', '1111'],
    bad: ['', '4111111111111111', '411111XXXXXX1111', '4111-11XX-XXXX-', 7],
  },
  gateway_id: { ...optional, ...texts },
  token: { ...optional, ...texts },
  message: { ...optional, ...texts },
  transaction_url: { ...optional, ...addresses },
  reference_number: {
    ...optional,
    good: ['000000000000', '123456789012'],
    bad: ['', '12345678901', '1234567890123', '12345678901a', 123456789012],
  },
  authorization_code: {
    ...optional,
    good: ['000000', '123456'],
    bad: ['', '12345', '1234567', 'A23456', 123456],
  },
  response_code: { ...optional, good: ['00', '05', '99'], bad: ['', '0', '000', 'A0', 0] },
  issuer_name: { ...optional, ...texts },
  issuer_country: { ...optional, good: ['SA', 'AE'], bad: ['', 'sa', 'SAU', 'S', 7] },
  issuer_card_type: {
    ...optional,
    good: ['debit', 'credit', 'charge_card', 'unspecified'],
    bad: ['prepaid', '', 7],
  },
  issuer_card_category: { ...optional, good: ['', 'PLATINUM', 'anything at all'], bad: [7, {}] },
});

const lengths = {
  good: ['', 'x', 'x'.repeat(255), '😀'.repeat(255)],
  bad: ['x'.repeat(256), '😀'.repeat(256), 7],
};
const splitAmounts = { good: [1, -1, 2 ** 53 - 1, -(2 ** 53) + 1], bad: [0, 1.5, 2 ** 53, '1'] };
const recipients = { good: ['Entity', 'Platform', 'Beneficiary'], bad: ['entity', 'Person', ''] };

describeTable('interface 2.5, split', splitContract, split, {
  amount: { required: true, ...splitAmounts },
  recipient_type: { required: true, ...recipients },
  recipient_id: { required: true, ...uuids },
  reference: { ...optional, ...lengths },
  description: { ...optional, ...lengths },
  fee_source: { required: true, ...flags },
  refundable: { required: true, ...flags },
});

describeTable(
  'the body of a capture or a refund',
  paymentAmount,
  { amount: 1 },
  {
    amount: { good: [1, 2 ** 53 - 1], bad: [0, -1, 1.5, 2 ** 53, '1'] },
  },
);
describeStrictness('the body of a capture or a refund', paymentAmount, { amount: 1 });

describeReading('a payment', reading, payment, ['id', 'status'], ['status']);
describeReading('a source', paymentSource, source, [], ['type', 'company', 'issuer_card_type']);
describeReading('a split', splitReading, split, [], ['recipient_type']);
describeReading('a list of payments', paymentList, { payments: [payment], meta: { current_page: 1 } }, [
  'payments',
]);

test('reading takes an empty id for none', () =>
  assert.ok(!reading.safeParse({ id: '', status: 'paid' }).success));

describe('reading a payment', () => {
  const whole = { ...payment, source: { ...source } };
  for (const field of Object.keys(payment).filter((name) => !decisive.includes(name)))
    test(`takes ${field} of another type for absent`, () => {
      for (const odd of [{ odd: true }, [7], true])
        if (!(field === 'metadata' && !Array.isArray(odd) && typeof odd === 'object') && field !== 'source')
          assert.equal(accepts(reading, { ...whole, [field]: odd })[field], undefined);
    });

  for (const field of decisive)
    test(`refuses ${field} of another type`, () => {
      for (const odd of [{ odd: true }, [7], true]) refuses(reading, { ...whole, [field]: odd }, field);
    });

  test('takes a source and its fields of another type for absent', () => {
    assert.equal(accepts(reading, { ...whole, source: 'visa' }).source, undefined);
    for (const field of Object.keys(source).filter((name) => name !== 'type'))
      assert.equal(
        accepts(reading, { ...whole, source: { ...source, [field]: { odd: true } } }).source?.[field],
        undefined,
      );
  });
});

describe('a source', () => {
  const message = 'Allowed time frame for transaction has been expired.';
  const stc = { type: 'stcpay', mobile: '057xxxxxxx', reference_number: '48560283465', branch: null };
  const kinds = {
    'of Apple Pay with four digits': { ...source, type: 'applepay', number: '1111', gateway_id: null },
    'of Samsung Pay': { ...source, type: 'samsungpay', number: 'XXXX-XXXX-XXXX-1111' },
    'of Google Pay that was refused, without a company': { ...source, type: 'googlepay', company: null },
    'of STC Pay': { ...stc, cashier: null, message, transaction_url: 'https://bank.example/proceed' },
    'of a SADAD bill': { type: 'sadadbill', message: null, transaction_url: null },
  };
  for (const [name, kind] of Object.entries(kinds))
    test(`${name} is in the contract, and reads as it is`, () => {
      accepts(paymentContract, { ...payment, source: kind });
      assert.deepEqual(accepts(reading, { ...payment, source: kind }).source, kind);
    });

  test('that came later, or names no type, reads with the fields of a card', () => {
    for (const type of ['added_later', undefined]) {
      const read = accepts(reading, { ...payment, source: { ...source, type } }).source;
      assert.deepEqual([read?.type, read?.company], [type, source.company]);
    }
  });
});

test('a payment that cannot be read does not stop the list', () => {
  const odd = { ...payment, amount: '100' };
  assert.deepEqual(accepts(paymentList, { payments: [odd, payment, null] }).payments, [payment]);
});
