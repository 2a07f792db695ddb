import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signMessage } from '../../src/program/notifications/message.js';
import { readOrderRecord } from '../../src/program/records/order-record.js';
import { toOrder } from '../../src/program/tokens/order-claims.js';
import { orderClaims } from './program.js';

const news = {
  number: 1,
  paymentId: 'p',
  verdict: 'paid',
  amount: 10_000,
  currency: 'SAR',
  metadata: { cart: '12' },
  at: 1_700_000_000_000,
  state: 'waiting',
  attempts: 0,
  nextAt: 1_700_000_000_000,
};

const order = toOrder(
  orderClaims({
    description: 'Dates',
    metadata: { cart: '12' },
    manual: true,
    invoice_id: '7c9f3b1e-9d2f-4a5b-8e7c-1f2a3b4c5d6e',
    splits: [{ amount: 100, recipient_id: '7c9f3b1e-9d2f-4a5b-8e7c-1f2a3b4c5d6e' }],
  }),
);

const record = { format: 1, order, issuedAt: 1, expiresAt: 2, news: [news] };

describe('readOrderRecord', () => {
  it('reads an order with all that a shop can sign', () => {
    assert.deepEqual(readOrderRecord(JSON.stringify(record)), record);
  });

  it('reads a record from before its webhooks had what was captured, and sends them without', () => {
    const read = readOrderRecord(JSON.stringify(record));
    const { body } = signMessage(read, read.news[0]!, [], 0);
    assert.deepEqual((JSON.parse(body) as { data: object }).data, {
      order_id: '7',
      payment_id: 'p',
      verdict: 'paid',
      amount: 10_000,
      currency: 'SAR',
      metadata: { cart: '12' },
    });
  });

  it('posts what a coupon took off', () => {
    const read = readOrderRecord(
      JSON.stringify({ ...record, news: [{ ...news, amount: 9000, discount: 1000 }] }),
    );
    const { body } = signMessage(read, read.news[0]!, [], 0);
    const { amount, discount } = (JSON.parse(body) as { data: Record<string, unknown> }).data;
    assert.deepEqual([amount, discount], [9000, 1000]);
  });

  const broken: readonly (readonly [name: string, value: unknown])[] = [
    ['description', 7],
    ['metadata', { cart: 12 }],
    ['splits', 'none'],
    ['splits', [{ amount: '100' }]],
    ['manual', 'true'],
    ['invoiceId', 7],
  ];
  for (const [name, value] of broken)
    it(`refuses an order whose ${name} is ${JSON.stringify(value)}`, () => {
      const text = JSON.stringify({ ...record, order: { ...order, [name]: value } });
      assert.throws(() => readOrderRecord(text), new RegExp(name));
    });
});
