import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cardSourceContract,
  payment as reading,
  paymentAmount,
  paymentContract,
  paymentList,
  paymentSource,
  split as splitReading,
  splitContract,
  splitRequest,
} from '../../src/wire/index.js';
import { payment, source, split } from './payment-example.js';
import { describeReading, describeStrictness, describeTable } from './table.js';
import { addresses, currencies, flags, id, integers, moments, shares, texts, uuids } from './values.js';

/** An unsafe integer would be refused for two reasons: it is also more than the amount. */
const within = { good: [0, 1, 10_000], bad: shares.bad.filter((value) => value !== 2 ** 53) };
const optional = { nullable: true };

describeTable('interface 2.3, payment', paymentContract, payment, {
  id: { required: true, ...uuids },
  status: {
    required: true,
    good: ['initiated', 'paid', 'authorized', 'failed', 'refunded', 'captured', 'voided', 'verified'],
    bad: ['limbo', 'authorised', 'PAID', '', 7],
  },
  amount: { required: true, good: [10_000, 2 ** 53 - 1], bad: integers.bad },
  fee: { required: true, ...shares },
  currency: { required: true, ...currencies },
  refunded: { required: true, ...within },
  refunded_at: { ...optional, ...moments },
  captured: { required: true, ...within },
  captured_at: { ...optional, ...moments },
  voided_at: { ...optional, ...moments },
  description: { ...optional, ...texts },
  amount_format: { required: true, ...texts },
  fee_format: { required: true, ...texts },
  refunded_format: { required: true, ...texts },
  captured_format: { required: true, ...texts },
  invoice_id: { ...optional, ...uuids },
  ip: {
    required: true,
    good: ['127.0.0.1', '255.255.255.255'],
    bad: ['', '::1', '::ffff:127.0.0.1', '256.0.0.1', '1.2.3', 'localhost', 7],
  },
  callback_url: { ...optional, ...addresses },
  created_at: { required: true, ...moments },
  updated_at: { required: true, ...moments },
  metadata: { ...optional, good: [{}, { a: '' }, { ش: '😀' }], bad: [{ a: 7 }, { a: {} }, 'x', []] },
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
    required: true,
    good: ['mada', 'visa', 'master', 'amex', 'unionpay'],
    bad: ['mastercard', 'Visa', 'discover', ''],
  },
  name: { required: true, ...texts },
  number: {
    required: true,
    good: ['411111XXXXXX1111', '340000*****0000', '411111••••••1111'],
    bad: ['', '4111111111111111', '4111XXXXXXXX1111', 'XXXXXXXXXXXX1111', '411111XXXXXX', 7],
  },
  gateway_id: { required: true, ...texts },
  token: { required: true, ...texts },
  message: { required: true, ...texts },
  transaction_url: { ...optional, ...addresses },
  reference_number: {
    required: true,
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

describeTable('a split as it is sent', splitRequest, split, {
  amount: { required: true, ...splitAmounts },
  recipient_type: recipients,
  recipient_id: { required: true, ...uuids },
  reference: lengths,
  description: lengths,
  fee_source: flags,
  refundable: flags,
});
describeStrictness('a split as it is sent', splitRequest, split);

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
test('reading takes a payment of another kind of source', () =>
  assert.ok(reading.safeParse({ id, status: 'paid', source: { type: 'added_later', wallet: 7 } }).success));
