import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applyOperationAnswer,
  applyShownPayment,
  decideOperation,
  operationKey,
  type OperationEvent,
  type PaymentOperation,
} from '../../src/server/checkout/payment-operation.js';
import { lagBoundMs } from '../../src/server/checkout/times.js';
import type { Payment } from '../../src/wire/index.js';

/** A refund of 30.00 of 100.00 that was sent, and whose result is not known. */
const refund: PaymentOperation = {
  ...{ key: 'k', type: 'refund', paymentId: 'payment-a', amount: 3000 },
  ...{ before: 0, target: 3000, limit: 10_000, state: 'wanted', attempts: 1, sentAt: 1 },
};
const capture: PaymentOperation = { ...refund, type: 'capture' };
const all = { amount: undefined, target: 10_000 };
const shown: Payment = { id: 'payment-a', status: 'paid', amount: 10_000, currency: 'SAR', refunded: 0 };

/** What the service may be asked now. */
const ask = (
  operations: readonly PaymentOperation[],
  request: { key: string; type: PaymentOperation['type']; amount?: number | undefined },
  payment: Partial<Payment> = {},
  serviceTime = 2,
) =>
  decideOperation(operations, {
    ...{ type: 'operation-requested', request: { amount: undefined, ...request }, serviceTime },
    payment: { ...shown, ...payment },
  }).reply;

describe('an operation is proven', () => {
  for (const [title, operation, payment, expected] of [
    ['by what was given back', refund, { refunded: 3000 }, 'done'],
    ['by the same payment in capitals', refund, { id: 'PAYMENT-A', refunded: 3000 }, 'done'],
    ['not by another payment', refund, { id: 'payment-b', refunded: 3000 }, 'wanted'],
    ['for all by the status alone', { ...capture, ...all }, { status: 'captured' }, 'done'],
    ['for a part not by the status', capture, { status: 'captured' }, 'wanted'],
  ] as const)
    it(title, () =>
      assert.equal(applyShownPayment([operation], { ...shown, ...payment })[0]?.state, expected),
    );
});

describe('an operation that was sent', () => {
  for (const [title, change, serviceTime, expected] of [
    ['waits while the reads may be old', {}, lagBoundMs, 'operation-pending'],
    ['is sent again once the reads are sure', {}, 1 + lagBoundMs, 'send-operation'],
    ['waits if a second one could move more', { amount: 5000, target: 5000 }, 2, 'operation-pending'],
    ['waits after another one', { amount: 4000, before: 2000, target: 6000 }, 2, 'operation-pending'],
    ['is sent again if a second one is refused', { amount: 5001, target: 5001 }, 2, 'send-operation'],
  ] as const)
    it(title, () => {
      const operation = { ...refund, ...change };
      const { key, type, amount } = operation;
      const payment = { refunded: operation.before };
      assert.equal(ask([operation], { key, type, amount }, payment, serviceTime).type, expected);
    });

  it('waits however long where no payment says how much was given back', () => {
    const { key, type, amount } = refund;
    const reply = ask([refund], { key, type, amount }, { refunded: undefined }, 1 + lagBoundMs);
    assert.equal(reply.type, 'operation-pending');
  });

  it('keeps its amounts while it is under way, and takes what others gave back only after that', () => {
    const whole = { ...refund, ...all };
    for (const [serviceTime, before] of [
      [2, 0],
      [1 + lagBoundMs, 2000],
    ] as const) {
      const reply = ask([whole], { key: 'k', type: 'refund' }, { refunded: 2000 }, serviceTime);
      assert.ok(reply.type === 'send-operation', reply.type);
      assert.deepEqual([reply.operation.before, reply.operation.target], [before, 10_000]);
    }
  });
});

it('a new refund counts what was given back before, also if the service shows an older state', () => {
  const done: PaymentOperation = { ...refund, state: 'done' };
  const reply = ask([done], { key: 'k2', type: 'refund', amount: 1000 });
  assert.ok(reply.type === 'send-operation', reply.type);
  assert.deepEqual([reply.operation.before, reply.operation.target], [3000, 4000]);
});

it('only a capture or void without a key of its own begins anew after a refusal', () => {
  for (const [type, key, expected] of [
    ['capture', 'capture', 'send-operation'],
    ['capture', 'mine', 'operation-refused'],
    ['refund', 'refund', 'operation-refused'],
  ] as const) {
    const refused: PaymentOperation = { ...refund, key, type, state: 'refused' };
    assert.equal(ask([refused], { key, type, amount: 3000 }, { status: 'authorized' }).type, expected);
  }
});

describe('an answer of the service', () => {
  const answers: readonly Exclude<OperationEvent, { type: 'operation-requested' }>[] = [
    { type: 'operation-unsent', key: 'k' },
    { type: 'operation-confirmed', key: 'k', payment: shown },
    { type: 'operation-refused', key: 'k', reason: 'No.' },
  ];
  for (const answer of answers)
    it(`changes no other operation and none that has ended: ${answer.type}`, () => {
      for (const other of [
        { ...refund, key: 'other' },
        { ...refund, state: 'done' as const },
      ])
        assert.deepEqual(applyOperationAnswer([other], answer), [other]);
    });

  it('with success is all that will be known of a refund where no payment says how much was given back', () => {
    const { refunded: _, ...silent } = shown;
    for (const [operation, state] of [
      [refund, 'done'],
      [capture, 'wanted'],
    ] as const) {
      const answer = { type: 'operation-confirmed', key: 'k', payment: silent } as const;
      assert.equal(applyOperationAnswer([operation], answer)[0]?.state, state);
    }
  });
});

it('a key has 1 to 255 characters', () => {
  const isKey = (length: number) => operationKey.safeParse('k'.repeat(length)).success;
  assert.deepEqual([0, 1, 255, 256].map(isKey), [false, true, true, false]);
});
