import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInvoice, invoice, invoiceContract, invoiceList } from '../../src/wire/index.js';
import { accepts, describeReading, describeStrictness, describeTable } from './table.js';
import { payment } from './payment-example.js';
import { addresses, currencies, id, integers, moments, texts, uuids } from './values.js';

const whole = {
  id,
  status: 'initiated',
  amount: 10_000,
  currency: 'SAR',
  description: 'Three lamps',
  logo_url: 'https://shop.example/logo.png',
  amount_format: '100.00 SAR',
  url: 'https://pay.example/invoices/1',
  callback_url: 'https://shop.example/paid',
  expired_at: '2026-06-01',
  created_at: '2026-05-15T12:00:00.000Z',
  updated_at: '2026-05-15T12:00:00.000Z',
  back_url: 'https://shop.example/cart',
  success_url: 'https://shop.example/thanks',
  metadata: { order: '7' },
  payments: [payment],
};
const metadata = { good: [{}, { a: '' }, { ش: '😀' }], bad: [{ a: 7 }, { a: {} }, 'x', []] };
const expiries = {
  good: [
    ...['2026-06-01', '2024-02-29', '2026-06-01T10:00:00Z', '2026-06-01T10:00:00+03:00', '2026-06-01T10:00'],
    ...['2026-06-01T10:00Z', '2026-06-01T10:00+03:00'],
  ],
  bad: ['', '2026-02-29', '2026-6-1', '01.06.2026', 'tomorrow', 1_780_000_000],
};

describeTable('interface 2.2, invoice', invoiceContract, whole, {
  id: { required: true, ...uuids },
  status: {
    required: true,
    good: ['initiated', 'paid', 'failed', 'refunded', 'canceled', 'on_hold', 'expired', 'voided'],
    bad: ['created', 'cancelled', '', 7],
  },
  amount: { required: true, ...integers },
  currency: { required: true, ...currencies },
  description: { required: true, ...texts },
  logo_url: { nullable: true, ...texts },
  amount_format: { required: true, ...texts },
  url: { required: true, ...addresses },
  callback_url: { nullable: true, ...addresses },
  expired_at: { nullable: true, ...expiries },
  created_at: { required: true, ...moments },
  updated_at: { required: true, ...moments },
  back_url: { nullable: true, ...addresses },
  success_url: { nullable: true, ...addresses },
  metadata: { nullable: true, good: [...metadata.good, { a: 7 }], bad: [{ a: {} }, 'x', []] },
  payments: { nullable: true, good: [[], [payment]], bad: [{}, [{}], 'x'] },
});

describeReading('an invoice', invoice, whole, ['id', 'status'], ['status']);

const creation = {
  amount: 100,
  currency: 'SAR',
  description: 'Three lamps',
  callback_url: 'https://shop.example/paid',
  success_url: 'https://shop.example/thanks',
  back_url: 'https://shop.example/cart',
  expired_at: '2026-06-01',
  metadata: { order: '7' },
};
describeTable('interface 4.2, POST /invoices', createInvoice, creation, {
  amount: { required: true, good: [100, 2 ** 53 - 1], bad: [99, 0, -1, 100.5, '100'] },
  currency: { required: true, ...currencies },
  description: { required: true, ...texts },
  callback_url: addresses,
  metadata,
  success_url: addresses,
  back_url: addresses,
  expired_at: { nullable: true, ...expiries },
});
describeStrictness('creating an invoice', createInvoice, creation);

const meta = { current_page: 1, next_page: 2, prev_page: null, total_pages: 2, total_count: 41 };
describeReading('a list of invoices', invoiceList, { invoices: [whole], meta }, ['invoices']);

test('an invoice that cannot be read does not stop the list', () => {
  const odd = { ...whole, amount: '100' };
  assert.deepEqual(accepts(invoiceList, { invoices: [odd, whole] }).invoices, [whole]);
});
