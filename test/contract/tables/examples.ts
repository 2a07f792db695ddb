/** Answers that are right in every field, for those who want to spoil one. */
const moment = '2026-05-15T12:00:00.000Z';
const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

export const intentExample = {
  id,
  amount: 100,
  currency: 'SAR',
  description: null,
  callback_url: 'https://shop.example/callback',
  status: 'created',
  client_secret: 'pi_secret_1',
  expires_at: '2026-05-15T13:00:00.000Z',
  fulfilled_at: null,
  created_at: moment,
};

export const paymentExample = {
  id,
  status: 'refunded',
  amount: 10_000,
  fee: 0,
  currency: 'SAR',
  refunded: 10_000,
  refunded_at: moment,
  captured: 0,
  amount_format: '100.00 SAR',
  fee_format: '0.00 SAR',
  refunded_format: '100.00 SAR',
  captured_format: '0.00 SAR',
  ip: '203.0.113.7',
  created_at: moment,
  updated_at: moment,
  metadata: { order: '7' },
  source: {
    type: 'creditcard',
    company: 'visa',
    name: 'Aisha Al-Harbi',
    number: '4111-11XX-XXXX-1111',
    gateway_id: `moyasar_cc_${'x'.repeat(23)}`,
    token: 'token_1',
    transaction_url: null,
    message: 'APPROVED',
    reference_number: '012345678901',
  },
  splits: [{ amount: 100, recipient_type: 'Entity', recipient_id: id, fee_source: true, refundable: true }],
};
