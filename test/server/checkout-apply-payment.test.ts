import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyPayment } from '../../src/server/checkout/apply-payment.js';
import {
  emptyRecord,
  type IntentEntry,
  type OrderRecord,
  type PaymentEntry,
} from '../../src/server/checkout/record.js';
import type { Payment } from '../../src/wire/index.js';

const start = Date.parse('2030-01-01T00:00:00Z');
const callbackUrl = 'https://shop.example/back?pay_order=7&pay_intent=1';
const intent = {
  ...{ number: 1, id: 'i1', amount: 10_000, currency: 'SAR', description: '7', callbackUrl },
  ...{
    state: 'used',
    usedAt: '2030-01-01T00:00:00Z',
    expiresAt: '2030-01-01T01:00:00Z',
    localExpiresAt: start,
  },
} satisfies IntentEntry;

const entry = (more: Partial<PaymentEntry>): PaymentEntry => ({
  ...{ id: 'p', intent: 1, firstSeenAt: start, createdAt: '2030-01-01T00:00:00Z' },
  ...{ verdict: 'open', money: 'unknown', unnotified: [] },
  ...more,
});

interface Read {
  readonly payments?: readonly PaymentEntry[];
  readonly paidBy?: string;
  readonly shown: Partial<Payment>;
}
const apply = ({ payments = [], paidBy, shown }: Read): OrderRecord =>
  applyPayment(
    { ...emptyRecord, intents: [intent], payments: [...payments], ...(paidBy && { paidBy }) },
    {
      type: 'payment-read',
      payment: {
        ...{ id: 'p', amount: 10_000, currency: 'SAR', description: '7', callback_url: callbackUrl },
        ...{ created_at: '2030-01-01T00:00:00Z', ...shown },
      } as Payment,
      isForOrder: true,
      serviceTime: start,
      at: start,
    },
    { returnDuplicates: false },
  );
const verdictsOf = ({ payments }: OrderRecord) => payments.map(({ id, verdict }) => `${id} ${verdict}`);

describe('applyPayment, of a payment that was judged before', () => {
  const mismatch = entry({ verdict: 'mismatch', money: 'taken' });
  const duplicate = entry({ verdict: 'duplicate', money: 'taken', giveBack: 'wanted' });
  const paid = entry({ id: 'q', verdict: 'paid', money: 'taken' });
  const table: readonly [
    title: string,
    read: Read,
    verdicts: readonly string[],
    paidBy: string | undefined,
  ][] = [
    [
      'keeps a mismatch when the service shows the right amount later',
      { payments: [mismatch], shown: { status: 'paid' } },
      ['p mismatch'],
      undefined,
    ],
    [
      'keeps a mismatch that was given back',
      { payments: [mismatch], shown: { status: 'voided' } },
      ['p mismatch'],
      undefined,
    ],
    [
      'keeps a duplicate that is to be given back when the other payment was given back',
      {
        payments: [duplicate, { ...paid, verdict: 'reversed', money: 'returned' }],
        shown: { status: 'paid' },
      },
      ['p duplicate', 'q reversed'],
      undefined,
    ],
    [
      'keeps a duplicate that was given back, also when nothing pays any more',
      { payments: [duplicate], shown: { status: 'voided' } },
      ['p duplicate'],
      undefined,
    ],
    [
      'reverses what paid, also when its amount is shown otherwise now',
      {
        payments: [entry({ verdict: 'paid', money: 'taken' })],
        paidBy: 'p',
        shown: { status: 'voided', amount: 1 },
      },
      ['p reversed'],
      undefined,
    ],
    [
      'reverses what was authorized, also when its amount is shown otherwise now',
      {
        payments: [entry({ verdict: 'authorized', money: 'authorized' })],
        paidBy: 'p',
        shown: { status: 'voided', amount: 1 },
      },
      ['p reversed'],
      undefined,
    ],
    [
      'keeps a reversed payment reversed, also when its amount is shown otherwise now',
      {
        payments: [entry({ verdict: 'reversed', money: 'returned' })],
        shown: { status: 'voided', amount: 1 },
      },
      ['p reversed'],
      undefined,
    ],
    [
      'keeps a reversed payment reversed when another one has paid since',
      {
        payments: [entry({ verdict: 'reversed', money: 'returned' }), paid],
        paidBy: 'q',
        shown: { status: 'voided' },
      },
      ['p reversed', 'q paid'],
      'q',
    ],
    [
      'takes what was authorized for paid once it is captured, also with a smaller amount',
      {
        payments: [entry({ verdict: 'authorized', money: 'authorized' })],
        paidBy: 'p',
        shown: { status: 'captured', amount: 5000 },
      },
      ['p paid'],
      'p',
    ],
    [
      'calls a payment of another amount a mismatch when it is given back before it was judged',
      { payments: [entry({})], shown: { status: 'voided', amount: 1 } },
      ['p mismatch'],
      undefined,
    ],
    [
      'leaves what pays in its place, whatever else could pay',
      {
        payments: [paid, entry({ verdict: 'authorized', money: 'authorized' })],
        paidBy: 'p',
        shown: { status: 'authorized' },
      },
      ['q paid', 'p authorized'],
      'p',
    ],
  ];
  for (const [title, read, verdicts, paidBy] of table)
    it(title, () => {
      const record = apply(read);
      assert.deepEqual(verdictsOf(record), verdicts);
      assert.equal(record.paidBy, paidBy);
    });
});

describe('applyPayment, of a payment for something else', () => {
  it('no longer awaits the announced payment of that id, and leaves every other one', () => {
    const announced = entry({ verdict: 'announced', isAnnounced: true });
    const others = [entry({ id: 'q', verdict: 'announced', isAnnounced: true }), entry({ id: 'r' })];
    const { payments } = apply({
      payments: [announced, ...others],
      shown: { status: 'initiated', callback_url: 'https://shop.example/other', description: 'other' },
    });
    assert.deepEqual(payments, [{ ...announced, isMissing: true }, ...others]);
  });
});

describe('applyPayment, of a declined payment', () => {
  it('counts the decline once, and only of a payment that a page announced', () => {
    const declinesOf = (known: Partial<PaymentEntry>) =>
      apply({ payments: [entry(known)], shown: { status: 'failed' } }).declines.length;
    assert.equal(declinesOf({ isAnnounced: true }), 1);
    assert.equal(declinesOf({ isAnnounced: true, verdict: 'failed', money: 'none' }), 0);
    assert.equal(declinesOf({}), 0);
    const paid = apply({ payments: [entry({ isAnnounced: true })], shown: { status: 'paid' } });
    assert.equal(paid.declines.length, 0);
  });
});
