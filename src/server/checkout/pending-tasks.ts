import { findRecheckTime } from './judge-payment.js';
import type { Policy, Task } from './order-event.js';
import {
  findPaying,
  isHeld,
  isMismatchHeld,
  isUnidentified,
  needsOperator,
  type IntentEntry,
  type IntentPayment,
  type OrderRecord,
} from './record.js';
import { dayMs, lagBoundMs, minuteMs, staleAuthorizationMs } from './times.js';

/** What is to be asked and done now; `now` is this server's clock, which decides nothing but when to ask. */
export function findPendingTasks(record: OrderRecord, now: number, policy: Policy): Task[] {
  const isPaid = findPaying(record) !== undefined;
  return [
    // What an intent says decides which payments are worth asking about.
    ...record.intents.flatMap((intent) => findIntentTasks(intent, isPaid, now)),
    ...record.intents.flatMap((intent) => findPaymentTasks(intent, now, policy)),
    ...(record.operations ?? []).flatMap((operation): Task[] =>
      operation.state === 'wanted' ? [{ type: 'run-operation', operation }] : [],
    ),
    ...findCaptureTasks(record, now, policy),
  ];
}

function findIntentTasks(intent: IntentEntry, isPaid: boolean, now: number): Task[] {
  const { id: intentId, paymentId, payment, charge } = intent;
  if (payment)
    return isLeftOpen(intent) && isDue(findEndTime(intent), now) ? [{ type: 'read-intent', intentId }] : [];
  switch (intent.state) {
    case 'open':
      if (charge) return [{ type: 'run-charge', charge }];
      if (isPaid || isDue(intent.retireAt, now)) return [{ type: 'retire-intent', intentId }];
      return isDue(findFirstCheckTime(intent), now) || isDue(findEndTime(intent), now)
        ? [{ type: 'read-intent', intentId }]
        : [];
    case 'used': {
      if (!isUnidentified(intent)) return [{ type: 'read-payment', paymentId }];
      if (intent.candidates === undefined) return [{ type: 'list-candidates', intentId }];
      return isDue(findOperatorTime(intent), now)
        ? [
            { type: 'list-candidates', intentId },
            { type: 'tell-operator', intentId },
          ]
        : [];
    }
    case 'canceled':
    case 'expired':
      return [];
    default:
      return intent.state satisfies never;
  }
}

const isLeftOpen = ({ state, payment }: IntentEntry): boolean =>
  state === 'open' && payment?.verdict === 'failed' && payment.mayLeaveIntent === true;

const isDue = (time: number | undefined, now: number): boolean => time !== undefined && time <= now;

function findPaymentTasks(intent: IntentEntry, now: number, { refundDuplicates }: Policy): Task[] {
  const { payment } = intent;
  if (!payment) return [];
  const { id: paymentId, verdict, refund } = payment;
  const tasks: Task[] = [];
  const isTold = needsOperator(intent) && isDue(findOperatorTime(intent), now);
  if (verdict === 'open' || isDue(findRecheckTime(intent), now) || isTold)
    tasks.push({ type: 'read-payment', paymentId });
  // Whether a payment of another amount was made on the intent or beside it: an unused intent can be canceled.
  if (isMismatchHeld(intent) && intent.state === 'open')
    tasks.push({ type: 'retire-intent', intentId: intent.id });
  if (isTold) tasks.push({ type: 'tell-operator', intentId: intent.id });
  if (refund === 'wanted' || (refundDuplicates && isUndecidedDuplicate(payment)))
    tasks.push({ type: 'refund-duplicate', paymentId });
  for (const each of payment.unnotified) tasks.push({ type: 'notify', paymentId, verdict: each });
  return tasks;
}

/** A process without `refundDuplicates` may have seen the duplicate first. */
export const isUndecidedDuplicate = ({ verdict, money, refund }: IntentPayment): boolean =>
  verdict === 'duplicate' && isHeld(money) && refund === undefined;

/**
 * A page sends right after it has received the intent, so the service shows a minute later whether it was used, by
 * whatever id.
 */
const firstCheckMs = minuteMs;

export function findFirstCheckTime({ handedOutAt, unusedAt = 0 }: IntentEntry): number | undefined {
  const at = handedOutAt + firstCheckMs;
  return unusedAt >= at ? undefined : at;
}

/** When an open intent can be proven to have expired unused; a minute later, because the clocks differ so much at most. */
const findEndTime = ({ localExpiresAt }: IntentEntry): number => localExpiresAt + lagBoundMs + minuteMs;

/**
 * The checkout tells the operator once a day until the money or the intent is decided. An authorization that the merchant
 * knows is named once, when its issuer may have released it: many a merchant lets one end by itself.
 */
function findOperatorTime({ operatorToldAt, payment }: IntentEntry): number {
  if (payment?.verdict !== 'authorized') return operatorToldAt === undefined ? 0 : operatorToldAt + dayMs;
  const staleAt = payment.firstSeenAt + staleAuthorizationMs;
  return operatorToldAt !== undefined && operatorToldAt >= staleAt ? Infinity : staleAt;
}

/** Stop warning after 30 days: every authorization has expired by then. */
const lastWarningMs = 30 * dayMs;

function findCaptureTasks(record: OrderRecord, now: number, policy: Policy): Task[] {
  const dueAt = findCaptureDueTime(record, policy);
  const payment = findPaying(record)?.payment;
  return payment && dueAt !== undefined && dueAt <= now && now < dueAt + lastWarningMs
    ? [{ type: 'warn-of-capture', paymentId: payment.id }]
    : [];
}

/** When the merchant is warned that the paying payment must be captured; undefined if not, or if that was done. */
function findCaptureDueTime(record: OrderRecord, { captureDueAfterMs }: Policy): number | undefined {
  const payment = findPaying(record)?.payment;
  const isWaiting = payment?.money === 'authorized' && !payment.isCaptureWarned;
  return isWaiting && captureDueAfterMs !== undefined ? payment.firstSeenAt + captureDueAfterMs : undefined;
}

/** Minutes from one sweep of an order to the next while nothing new becomes known; then every hour, for a day. */
const sweepIntervalMinutes = [0, 1, 2, 5, 15, ...Array<number>(24).fill(60)];

/**
 * When the sweep looks at an order again, in milliseconds by this server's clock; null if nothing is left to do. Never
 * more than a day ahead: a store takes a later time for the mistake of a clock. What only a person can end stays due each
 * day, so that the report finds it.
 *
 * @param at When the record was changed last.
 */
export function findDueTime(
  record: OrderRecord,
  at: number,
  tasks: readonly Task[],
  policy: Policy,
): number | null {
  const times = record.intents.flatMap((intent) => findLaterTimes(intent)).filter((time) => time > at);
  const minutes = sweepIntervalMinutes[record.sweeps];
  if (tasks.length > 0) times.push(at + (minutes === undefined ? dayMs : minutes * minuteMs));
  const captureDueAt = findCaptureDueTime(record, policy);
  if (captureDueAt !== undefined && captureDueAt > at) times.push(captureDueAt);
  if (isListed(record)) times.push(at + dayMs);
  return times.length === 0 ? null : Math.max(0, Math.min(...times, at + dayMs));
}

function findLaterTimes(intent: IntentEntry): number[] {
  const { payment, state, retireAt, charge } = intent;
  if (!payment && state === 'open' && !charge)
    return [findFirstCheckTime(intent), findEndTime(intent), retireAt].filter((time) => time !== undefined);
  const recheckAt = findRecheckTime(intent);
  return [
    ...(recheckAt === undefined ? [] : [recheckAt]),
    ...(isLeftOpen(intent) ? [findEndTime(intent)] : []),
    ...(needsOperator(intent) ? [findOperatorTime(intent)] : []),
  ];
}

/** What the report counts although no task is left. */
const isListed = (record: OrderRecord): boolean =>
  record.intents.some(
    (intent) => needsOperator(intent) || (intent.payment && isUndecidedDuplicate(intent.payment)),
  );
