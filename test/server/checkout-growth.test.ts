import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../src/server/checkout/decide.js';
import type { OrderEvent } from '../../src/server/checkout/order-event.js';
import { emptyRecord, checkRecord, type OrderRecord } from '../../src/server/checkout/record.js';
import { buildCallbackUrl } from '../../src/server/checkout/reference.js';
import type { Payment, PaymentIntent } from '../../src/wire/index.js';
import { order7 } from './checkout-shop.js';

const [minute, hour] = [60_000, 3_600_000] as const;
/** As much as the smallest of the stores that are in use holds for one order. */
const storeBytes = 65_536;
const start = Date.parse('2030-01-01T00:00:00Z');
const stamp = (at: number) => new Date(at).toISOString();

/** One order whose events come one after the other; each is saved whole, so the record's text is what a store holds. */
function openRecord() {
  let record: OrderRecord = emptyRecord;
  let [now, number] = [start, 0];
  const apply = (event: Omit<OrderEvent, 'at'>) => {
    const decision = decide(record, { ...event, at: now } as OrderEvent, { returnDuplicates: false });
    ({ record } = decision);
    return decision;
  };
  const read = (payment: Partial<Payment>) =>
    apply({
      type: 'payment-read',
      payment: { amount: order7.amount, currency: 'SAR', description: '7', ...payment } as Payment,
      isForOrder: true,
      serviceTime: now,
    } as never);
  return {
    apply,
    pass: (ms: number) => void (now += ms),
    record: () => record,
    bytes: () => new TextEncoder().encode(JSON.stringify(checkRecord(record))).length,
    /** An intent is made and handed out. */
    issue() {
      const made = { id: `i-${++number}`, amount: order7.amount, currency: 'SAR', description: '7' };
      const { reply } = apply({
        type: 'intent-created',
        order: order7,
        checked: record.payments.map(({ id }) => id),
        searched: [],
        serviceTime: now,
        number: record.intentCount + 1,
        intent: {
          ...made,
          ...{ status: 'created', created_at: stamp(now), expires_at: stamp(now + hour) },
          callback_url: buildCallbackUrl(order7, number),
        } as PaymentIntent,
      } as never);
      assert.equal(reply.type, 'assigned');
    },
    /** A payment on the newest intent, as the service shows it; `isAnnounced`: the page has said so before. */
    pay(id: string, status: string, isAnnounced: boolean) {
      if (isAnnounced) apply({ type: 'attempt-announced', paymentId: id } as never);
      const callback_url = buildCallbackUrl(order7, number);
      read({ id, status, callback_url, created_at: stamp(now) } as Partial<Payment>);
    },
    /** The payment of the newest intent is read again, and still waits at the bank as it did a day ago. */
    abandon: (id: string) =>
      read({
        ...{ id, status: 'initiated', callback_url: buildCallbackUrl(order7, number) },
        created_at: stamp(now - 25 * hour),
      } as Partial<Payment>),
    /** The newest intent is shown used. */
    use: () =>
      apply({
        type: 'intent-read',
        intent: { id: `i-${number}`, status: 'fulfilled', fulfilled_at: stamp(now) },
        serviceTime: now,
      } as never),
    /** `onSettled` has taken all that there was. */
    notify() {
      for (const { id, unnotified } of record.payments)
        for (const verdict of unnotified) apply({ type: 'notified', paymentId: id, verdict } as never);
    },
  };
}

describe('a record stays within 64 KiB', () => {
  it('after a thousand declined payments of an honest payer, each on an intent of its own', () => {
    const order = openRecord();
    for (let tries = 0; tries < 1000; tries++) {
      order.issue();
      order.pay(`p-${tries}`, 'failed', true);
      order.use();
      order.notify();
      order.pass(10 * minute);
    }
    assert.ok(order.bytes() < storeBytes / 4, `${order.bytes()} bytes`);
  });

  it("after a thousand declined payments of a stranger who repeats the open intent's address", () => {
    const order = openRecord();
    order.issue();
    for (let tries = 0; tries < 1000; tries++) {
      order.pay(crypto.randomUUID(), 'failed', false);
      order.notify();
    }
    assert.ok(order.bytes() < storeBytes / 4, `${order.bytes()} bytes`);
  });

  it('after a thousand declined payments of a stranger who repeats the address of the intent that was paid', () => {
    const order = openRecord();
    order.issue();
    order.pay('honest', 'paid', true);
    order.use();
    for (let tries = 0; tries < 1000; tries++) {
      order.pay(crypto.randomUUID(), 'failed', false);
      order.notify();
    }
    assert.ok(order.bytes() < storeBytes / 4, `${order.bytes()} bytes`);
    assert.equal(order.record().paidBy, 'honest');
    assert.ok(order.record().payments.some(({ id, verdict }) => id === 'honest' && verdict === 'paid'));
  });

  it('after a thousand declined payments of which nobody could be told', () => {
    const order = openRecord();
    order.issue();
    order.pay('honest', 'paid', true);
    order.use();
    for (let tries = 0; tries < 1000; tries++) order.pay(crypto.randomUUID(), 'failed', false);
    assert.ok(order.bytes() < storeBytes / 2, `${order.bytes()} bytes`);
    assert.deepEqual(
      order.record().payments.find(({ id }) => id === 'honest')?.unnotified,
      ['paid'],
      'what has money is told however long that takes',
    );
  });

  for (const [status, what] of [
    ['created', 'is open'],
    ['fulfilled', 'was paid'],
  ] as const)
    it(`after a thousand payments of a stranger that wait at the bank, on the address of an intent that ${what}`, () => {
      const order = openRecord();
      order.issue();
      if (status === 'fulfilled') {
        order.pay('honest', 'initiated', true);
        order.use();
      }
      for (let tries = 0; tries < 1000; tries++) order.pay(crypto.randomUUID(), 'initiated', false);
      assert.ok(order.bytes() < storeBytes / 4, `${order.bytes()} bytes`);
      const { payments } = order.record();
      assert.ok(payments.length <= 21, `${payments.length} payments to be read before the next intent`);
      assert.equal(payments.filter(({ id }) => id === 'honest').length, status === 'fulfilled' ? 1 : 0);
    });

  it('after a thousand payments of an honest payer that nobody has finished, one a day', () => {
    const order = openRecord();
    for (let tries = 0; tries < 1000; tries++) {
      order.issue();
      order.pay(`p-${tries}`, 'initiated', true);
      order.use();
      order.pass(25 * hour);
      order.abandon(`p-${tries}`);
    }
    assert.ok(order.bytes() < storeBytes / 4, `${order.bytes()} bytes`);
    assert.ok(order.record().payments.length <= 11, 'payments to be read before the next intent');
  });

  it('after a thousand declined payments of an honest payer in a shop that is told of none', () => {
    const order = openRecord();
    for (let tries = 0; tries < 1000; tries++) {
      order.issue();
      order.pay(`p-${tries}`, 'failed', true);
      order.use();
      order.pass(10 * minute);
    }
    assert.ok(order.bytes() < storeBytes / 2, `${order.bytes()} bytes`);
  });
});
