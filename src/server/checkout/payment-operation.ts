import * as z from 'zod/mini';
import type { Payment } from '../../wire/index.js';
import { isSameId } from './terms.js';
import { lagBoundMs } from './times.js';

/** The idempotency key of an operation or a charge. */
export const operationKey = z
  .string()
  .check(z.refine((key) => /^.{1,255}$/u.test(key), { error: 'must be a string of 1 to 255 characters' }));

/** What the merchant wants to be done with the money of an order. It is saved before the service is asked for it. */
export const paymentOperation = z.object({
  /** The caller's idempotency key: operations with the same key are done once. */
  key: z.string(),
  type: z.enum(['refund', 'capture', 'void']),
  paymentId: z.string(),
  /** As it was asked for, in the smallest currency unit. Omitted: all that there is. */
  amount: z.optional(z.int()),
  /** What `refunded` or `captured` of the payment was before, and what it must come to; 0 for a void. */
  before: z.int(),
  target: z.int(),
  /** The most that `refunded` or `captured` can come to. */
  limit: z.int(),
  state: z.enum(['wanted', 'done', 'refused']),
  /** How often the service was asked for it. */
  attempts: z.int(),
  /**
   * When it was last sent, in milliseconds by the service's clock; 0: unknown, or confirmed by the service, so that it is
   * never sent again if a second request would move more money. Undefined once the result is known.
   */
  sentAt: z.optional(z.number()),
  /** Why the service refused. */
  reason: z.optional(z.string()),
});
export type PaymentOperation = z.infer<typeof paymentOperation>;

/** What a caller asks for. */
export type OperationRequest = Pick<PaymentOperation, 'key' | 'type' | 'amount'>;

interface OperationRequested {
  readonly type: 'operation-requested';
  readonly request: OperationRequest;
  /** The payment that it is about, as the service has just shown it, and when that was by the service's clock. */
  readonly payment: Payment;
  readonly serviceTime: number | undefined;
}

export type OperationEvent =
  | OperationRequested
  /** The service has said that it did nothing, and may be asked again. */
  | { readonly type: 'operation-unsent'; readonly key: string }
  /** The service has answered the request with success, by a payment that does not show what was done. */
  | { readonly type: 'operation-confirmed'; readonly key: string; readonly payment: Payment }
  /** The service has refused for good. */
  | { readonly type: 'operation-refused'; readonly key: string; readonly reason: string };

export type OperationReply =
  /**
   * This process, and no other one, asks the service now. `isOnlyRequest`: nothing that was sent before can be carried out
   * any more, so a refusal says that nothing was done.
   */
  | { readonly type: 'send-operation'; readonly operation: PaymentOperation; readonly isOnlyRequest: boolean }
  | {
      readonly type:
        /** The operation was sent, and its result is not known yet. */
        | 'operation-pending'
        | 'operation-done'
        | 'operation-refused'
        /** Another operation of this order has to be finished first: the amounts show the result of one at a time only. */
        | 'operation-busy';
      readonly operation: PaymentOperation;
    }
  /** Nothing was saved. */
  | { readonly type: 'operation-invalid'; readonly field: string; readonly problem: string }
  /** Nothing was saved: without a time it could never be proven that a lost request was not carried out. */
  | { readonly type: 'operation-untimed' };

type Operations = readonly PaymentOperation[];

interface OperationDecision {
  readonly operations: Operations;
  readonly reply: OperationReply;
}

/** The operations that a payment, as the service has just shown it, proves to be carried out. */
export function applyShownPayment(operations: Operations, payment: Payment): Operations {
  const isProven = (operation: PaymentOperation) =>
    operation.state === 'wanted' &&
    isSameId(operation.paymentId, payment.id) &&
    isReached(operation, payment);
  return operations.map((each) => (isProven(each) ? withoutSending({ ...each, state: 'done' }) : each));
}

function isReached({ type, target, amount }: PaymentOperation, payment: Payment): boolean {
  switch (type) {
    case 'refund':
      return (payment.refunded ?? 0) >= target;
    case 'capture':
      return (payment.captured ?? 0) >= target || (amount === undefined && payment.status === 'captured');
    case 'void':
      return payment.status === 'voided';
    default:
      return type satisfies never;
  }
}

const isRefundShown = ({ refunded }: Payment) => typeof refunded === 'number';

const withoutSending = ({ sentAt: _, ...operation }: PaymentOperation): PaymentOperation => operation;

/** Decides whether to ask the service now. At most one process gets `send-operation`, because the send is saved first. */
export function decideOperation(operations: Operations, event: OperationRequested): OperationDecision {
  const { request, payment, serviceTime } = event;
  const answer = (
    type: Exclude<OperationReply['type'], 'send-operation' | 'operation-invalid' | 'operation-untimed'>,
    operation: PaymentOperation,
  ): OperationDecision => ({
    operations,
    reply: { type, operation },
  });
  const known = operations.find(({ key }) => key === request.key);
  if (!known || (known.state === 'refused' && isDefaultKey(request))) {
    const others = operations.filter((each) => each !== known);
    const busy = others.find(({ state }) => state === 'wanted');
    if (busy) return answer('operation-busy', busy);
    return addOperation(operations, others, event);
  }
  if (known.type !== request.type || known.amount !== request.amount) {
    const problem = `was used before, for a ${known.type} of ${known.amount ?? 'everything'}: use another one`;
    return { operations, reply: { type: 'operation-invalid', field: 'key', problem } };
  }
  switch (known.state) {
    case 'done':
      return answer('operation-done', known);
    case 'refused':
      return answer('operation-refused', known);
    case 'wanted': {
      // A payment that does not say how much was refunded proves nothing about an earlier request.
      const readAt = known.type === 'refund' && !isRefundShown(payment) ? undefined : serviceTime;
      if (!canSend(known, readAt)) return answer('operation-pending', known);
      const next = rebaseRefund(operations, known, payment, readAt);
      return serviceTime === undefined && !isRepeatHarmless(next)
        ? answer('operation-pending', known)
        : planSend(operations, next, readAt);
    }
    default:
      return known.state satisfies never;
  }
}

/** A capture or void may omit the key; after a refusal the next call without a key starts a new operation. */
export const isDefaultKey = ({ key, type }: OperationRequest) => type !== 'refund' && key === type;

function addOperation(
  operations: Operations,
  others: Operations,
  { request, payment, serviceTime }: OperationRequested,
): OperationDecision {
  const invalid = (field: string, problem: string): OperationDecision => ({
    operations,
    reply: { type: 'operation-invalid', field, problem },
  });
  const { type, amount } = request;
  const isOpen = allowedStatuses[type].includes(payment.status);
  const source = payment.source?.type;
  if (source === 'stcpay' && type !== 'refund')
    return invalid('orderId', `has a payment by stcpay, which can be refunded only: no ${type} is possible`);
  if (!isOpen) return invalid('orderId', `has a payment that is ${payment.status}: no ${type} is possible`);
  const limit = findLimit(type, payment);
  const before = findBefore(operations, type, payment);
  const target = amount === undefined ? limit : before + amount;
  if (type !== 'void' && (target > limit || target <= before))
    return invalid('amount', `is more than the ${limit - before} that are left`);
  const operation: PaymentOperation = {
    ...{ key: request.key, type, paymentId: payment.id, amount },
    ...{ before, target, limit, state: 'wanted', attempts: 0 },
  };
  return serviceTime === undefined && !isRepeatHarmless(operation)
    ? { operations, reply: { type: 'operation-untimed' } }
    : planSend([...others, operation], operation, serviceTime);
}

/** The statuses from which each operation is possible; any other is refused here. */
const allowedStatuses: Readonly<Record<PaymentOperation['type'], readonly string[]>> = {
  refund: ['paid', 'captured', 'refunded'],
  capture: ['authorized'],
  void: ['authorized', 'paid', 'captured'],
};

function findLimit(type: PaymentOperation['type'], { amount, captured }: Payment): number {
  if (type === 'void') return 0;
  return (type === 'refund' && captured) || (amount ?? 0);
}

/** What was refunded is never less than what was seen before, also when the service shows an older state. */
function findBefore(operations: Operations, type: PaymentOperation['type'], payment: Payment): number {
  if (type !== 'refund') return 0;
  const done = operations.filter(
    (each) => each.type === 'refund' && each.state === 'done' && isSameId(each.paymentId, payment.id),
  );
  return Math.max(payment.refunded ?? 0, ...done.map(({ target }) => target));
}

/** Whether the service may be asked (again) without any chance that more is done than was wanted. */
function canSend(operation: PaymentOperation, serviceTime: number | undefined): boolean {
  const { sentAt } = operation;
  return sentAt === undefined || isRepeatHarmless(operation) || isReadReliable(sentAt, serviceTime);
}

/** Whether the service's reads show by now what a request did, by the service's own clock. */
const isReadReliable = (sentAt: number, serviceTime: number | undefined) =>
  sentAt > 0 && (serviceTime ?? NaN) - sentAt >= lagBoundMs;

/** The service refuses a second one, because a second one would exceed the amount. */
const isRepeatHarmless = ({ type, before, target, limit }: PaymentOperation) =>
  type !== 'refund' || target + (target - before) > limit;

/** What was refunded meanwhile by others does not count as refunded by this operation. */
function rebaseRefund(
  operations: Operations,
  operation: PaymentOperation,
  payment: Payment,
  serviceTime: number | undefined,
): PaymentOperation {
  const { type, amount, limit, sentAt } = operation;
  const isUnderway = sentAt !== undefined && !isReadReliable(sentAt, serviceTime);
  if (type !== 'refund' || isUnderway) return operation;
  const before = findBefore(operations, type, payment);
  return { ...operation, before, target: amount === undefined ? limit : before + amount };
}

function planSend(
  operations: Operations,
  operation: PaymentOperation,
  serviceTime: number | undefined,
): OperationDecision {
  const { sentAt, attempts } = operation;
  const isOnlyRequest = sentAt === undefined || isReadReliable(sentAt, serviceTime);
  const sent = { ...operation, attempts: attempts + 1, sentAt: serviceTime ?? 0 };
  return {
    operations: operations.map((each) => (each.key === operation.key ? sent : each)),
    reply: { type: 'send-operation', operation: sent, isOnlyRequest },
  };
}

export function applyOperationAnswer(
  operations: Operations,
  event: Exclude<OperationEvent, OperationRequested>,
): Operations {
  return operations.map((each) => {
    if (each.key !== event.key || each.state !== 'wanted') return each;
    switch (event.type) {
      case 'operation-unsent':
        return withoutSending(each);
      case 'operation-confirmed':
        // Where no answer ever says how much was refunded, the success of the request is all that will be known.
        return each.type === 'refund' && !isRefundShown(event.payment)
          ? withoutSending({ ...each, state: 'done' })
          : { ...each, sentAt: 0 };
      case 'operation-refused':
        return withoutSending({ ...each, state: 'refused', reason: event.reason });
      default:
        return event satisfies never;
    }
  });
}
