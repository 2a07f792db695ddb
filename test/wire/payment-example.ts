import { id } from './values.js';

/** A card source with every field of interface 2.4. */
export const source = {
  type: 'creditcard',
  company: 'visa',
  name: 'Aisha Al-Harbi',
  number: '4111-11XX-XXXX-1111',
  gateway_id: 'gateway_1',
  token: 'token_1',
  message: 'APPROVED',
  transaction_url: 'https://bank.example/3ds',
  reference_number: '012345678901',
  authorization_code: '012345',
  response_code: '00',
  issuer_name: 'Sandbox Bank',
  issuer_country: 'SA',
  issuer_card_type: 'credit',
  issuer_card_category: 'PLATINUM',
};

/** A split with every field of interface 2.5. */
export const split = {
  amount: 100,
  recipient_type: 'Beneficiary',
  recipient_id: id,
  reference: 'r',
  description: 'd',
  fee_source: true,
  refundable: false,
};

const moment = '2026-05-15T12:00:00.000Z';

/** A payment with every field of interface 2.3 and its splits. */
export const payment = {
  id,
  status: 'paid',
  amount: 10_000,
  fee: 431,
  currency: 'SAR',
  refunded: 10_000,
  refunded_at: moment,
  captured: 10_000,
  captured_at: moment,
  voided_at: moment,
  description: 'Order 7',
  amount_format: '100.00 SAR',
  fee_format: '4.31 SAR',
  refunded_format: '100.00 SAR',
  captured_format: '100.00 SAR',
  invoice_id: id,
  ip: '203.0.113.7',
  callback_url: 'https://shop.example/callback',
  created_at: moment,
  updated_at: moment,
  metadata: { order: '7' },
  failure_reason: '3ds_timeout',
  source,
  splits: [split],
};
