import { describe, test } from 'node:test';
import {
  applePaySource,
  cardSource,
  createPaymentIntent,
  fulfilPaymentIntent,
  paymentIntent,
  paymentIntentContract,
  samsungPaySource,
  stcPaySource,
} from '../../src/wire/index.js';
import { accepts, describeReading, describeStrictness, describeTable, refuses } from './table.js';
import { addresses, currencies, flags, id, moments, texts, uuids } from './values.js';

const chargeable = { good: [100, 101, 2 ** 53 - 1], bad: [99, 0, -100, 100.5, 2 ** 53, '100', []] };
const secrets = {
  good: ['pi_secret_', 'pi_secret_aB3_-'],
  bad: ['', 'secret', 'sk_test_x', ' pi_secret_x', 7],
};
const descriptions = {
  good: ['', 'Order 7', 'x'.repeat(8000), '😀'.repeat(8000), 'ش'.repeat(8000)],
  bad: ['x'.repeat(8001), '😀'.repeat(8001), 7],
};

const descriptors = {
  good: ['a', 'Shop_1 ~-', 'x'.repeat(64)],
  bad: ['', 'x'.repeat(65), 'Café', 'a\nb', 'a.b', 7],
};

const whole = {
  id,
  amount: 10_000,
  currency: 'SAR',
  description: 'Order 7',
  callback_url: 'https://shop.example/callback',
  status: 'created',
  client_secret: 'pi_secret_x',
  expires_at: '2026-05-15T13:00:00.000Z',
  fulfilled_at: null,
  created_at: '2026-05-15T12:00:00.000Z',
};

describeTable('interface 2.1, payment intent', paymentIntentContract, whole, {
  id: { required: true, ...uuids },
  amount: { required: true, ...chargeable },
  currency: { required: true, ...currencies },
  description: { required: true, nullable: true, ...texts },
  callback_url: { required: true, nullable: true, ...addresses },
  status: { required: true, good: ['created', 'fulfilled', 'canceled'], bad: ['expired', 'cancelled', ''] },
  client_secret: { required: true, ...secrets },
  expires_at: { required: true, ...moments },
  fulfilled_at: { required: true, nullable: true, ...moments },
  created_at: { required: true, ...moments },
});

describeReading('a payment intent', paymentIntent, whole, ['id', 'client_secret'], ['status']);

const creation = {
  amount: 100,
  currency: 'SAR',
  description: 'Order 7',
  callback_url: 'https://shop.example/callback',
};
describeTable('interface 4.1, POST /payment_intents', createPaymentIntent, creation, {
  amount: { required: true, ...chargeable },
  currency: currencies,
  description: descriptions,
  callback_url: addresses,
});
describeStrictness('creating a payment intent', createPaymentIntent, creation);

const source = {
  type: 'creditcard',
  name: 'Aisha',
  number: '4111111111111111',
  month: '12',
  year: '2030',
  cvc: '123',
};
const fulfilment = {
  client_secret: 'pi_secret_x',
  source,
  given_id: id,
  metadata: { order: '7' },
  invoice_id: id,
  splits: [],
  apply_coupon: false,
};
describeTable('fulfilling a payment intent', fulfilPaymentIntent, fulfilment, {
  client_secret: { required: true, ...secrets },
  source: {
    required: true,
    good: [
      source,
      { type: 'token', token: 'token_1' },
      { type: 'applepay', token: '{}' },
      { type: 'samsungpay', token: 'x' },
      { type: 'stcpay', mobile: '0512345678' },
    ],
    bad: [{}, 'x', { ...source, type: 'token' }, [source], { type: 'googlepay', token: 'x' }],
  },
  given_id: { good: [id], bad: ['', 'x', '2f1acc6c-4b1f-11ee-be56-0242ac120002', 7] },
  metadata: { good: [{}, { a: '' }, { 'ش.[]"': 'x' }], bad: [{ a: 7 }, { a: null }, 'x'] },
  invoice_id: uuids,
  splits: { good: [[], [{ amount: 1, recipient_id: id }]], bad: [{}, 'x', [{}], [null]] },
  apply_coupon: flags,
});
describeStrictness('fulfilling a payment intent', fulfilPaymentIntent, fulfilment);

describe('what the intent has fixed may stand in a fulfilment, whatever it is', () => {
  for (const field of ['amount', 'currency', 'description', 'callback_url'])
    test(field, () => {
      for (const value of [7, 'x', null, {}]) accepts(fulfilPaymentIntent, { ...fulfilment, [field]: value });
    });
});

describeTable(
  'a card as it is sent',
  cardSource,
  { ...source, manual: true, save_card: true, statement_descriptor: 'Shop' },
  {
    type: { required: true, good: ['creditcard'], bad: ['', 'token', 'applepay', 7] },
    name: { required: true, good: ['A', 'عائشة', '张', 'O’Neill-Smith'], bad: ['', ' ', '\t', 7] },
    number: {
      required: true,
      good: ['411111111111', '4111111111111111', '4111111111111111111'],
      bad: ['', '4'.repeat(11), '4'.repeat(20), '4111 1111 1111 1111', '٤١١١١١١١١١١١١١١١', 4111111111111111],
    },
    month: { required: true, good: ['01', '09', '12'], bad: ['', '00', '13', '1', '012', 12] },
    year: { required: true, good: ['2026', '2099'], bad: ['', '26', '20265', 'abcd', 2026] },
    cvc: { required: true, good: ['000', '1234'], bad: ['', '12', '12345', '12a', 123] },
    manual: flags,
    save_card: flags,
    statement_descriptor: descriptors,
  },
);
describeStrictness('a card as it is sent', cardSource, source);

const walletTokens = { required: true, good: ['{}', 'x'], bad: ['', ' ', {}, 7] };
const applePay = {
  type: 'applepay',
  token: '{}',
  manual: true,
  save_card: true,
  statement_descriptor: 'Shop',
};
describeTable('Apple Pay as it is sent', applePaySource, applePay, {
  type: { required: true, good: ['applepay'], bad: ['', 'samsungpay', 7] },
  token: walletTokens,
  manual: flags,
  save_card: flags,
  statement_descriptor: descriptors,
});
describeStrictness('Apple Pay as it is sent', applePaySource, applePay);

const samsungPay = { type: 'samsungpay', token: 'x', manual: true, save_card: true };
describeTable('Samsung Pay as it is sent', samsungPaySource, samsungPay, {
  type: { required: true, good: ['samsungpay'], bad: ['', 'applepay', 7] },
  token: walletTokens,
  manual: flags,
  save_card: flags,
});
describeStrictness('Samsung Pay as it is sent', samsungPaySource, samsungPay);

const stcPay = { type: 'stcpay', mobile: '0512345678', cashier: 'c', branch: 'b' };
describeTable('STC Pay as it is sent', stcPaySource, stcPay, {
  type: { required: true, good: ['stcpay'], bad: ['', 'creditcard', 7] },
  mobile: {
    required: true,
    good: ['0512345678', '+966512345678', '00966512345678'],
    bad: ['', '512345678', '0612345678', '05 1234 5678', '٠٥١٢٣٤٥٦٧٨', 512345678],
  },
  cashier: texts,
  branch: texts,
});
describeStrictness('STC Pay as it is sent', stcPaySource, stcPay);

test('a description that is too long is refused by its name', () =>
  refuses(createPaymentIntent, { ...creation, description: 'x'.repeat(100_000) }, 'description'));
