import { cardSource, paymentIntent, paymentIntentContract } from '../../src/wire/index.js';
import { describeReading, describeTable } from './table.js';
import { addresses, currencies, flags, id, moments, texts, uuids } from './values.js';

const chargeable = { good: [100, 101, 2 ** 53 - 1], bad: [99, 0, -100, 100.5, 2 ** 53, '100', []] };
const secrets = {
  good: ['pi_secret_', 'pi_secret_aB3_-'],
  bad: ['', 'secret', 'sk_test_x', ' pi_secret_x', 7],
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

const source = {
  type: 'creditcard',
  name: 'Aisha',
  number: '4111111111111111',
  month: '12',
  year: '2030',
  cvc: '123',
};
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
