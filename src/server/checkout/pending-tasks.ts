import { isHeld } from './apply-payment.js';
import { findCaptureDueTime } from './capture-due.js';
import { findAwaitedAttempts, hasKnownPayment } from './intent-use.js';
import type { Policy } from './order-event.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { belongsInReport } from './report-flags.js';
import type { Task } from './task.js';
import { dayMs, expiryMarginMs } from './times.js';

/** What is to be asked and done now; `now` is this server's clock, which decides nothing but when to ask. */
export function findPendingTasks(record: OrderRecord, now: number, policy: Policy): Task[] {
  const tasks = findOrderTasks(record, now, policy);
  if (!policy.hasReport) return tasks;
  const isListed = belongsInReport(record, tasks.length > 0);
  return isListed === (record.isListed ?? false) ? tasks : [...tasks, { type: 'update-report', isListed }];
}

function findOrderTasks(record: OrderRecord, now: number, policy: Policy): Task[] {
  return [
    // What an intent says decides which payments are worth asking about.
    ...record.intents.flatMap((intent) => findIntentTasks(record, intent, now)),
    ...record.payments.flatMap((entry) => findPaymentTasks(record, entry, policy)),
    ...findOperationTasks(record),
    ...findCaptureTasks(record, now, policy),
  ];
}

const findOperationTasks = ({ operations = [] }: OrderRecord): Task[] =>
  operations.flatMap((operation) =>
    operation.state === 'wanted' ? [{ type: 'run-operation', operation }] : [],
  );

/** Stop warning after 30 days: every authorization has expired by then. */
const lastWarningMs = 30 * dayMs;

function findCaptureTasks(record: OrderRecord, now: number, policy: Policy): Task[] {
  const { paidBy } = record;
  const dueAt = findCaptureDueTime(record, policy);
  return paidBy !== undefined && dueAt !== undefined && dueAt <= now && now < dueAt + lastWarningMs
    ? [{ type: 'warn-of-capture', paymentId: paidBy }]
    : [];
}

function findPaymentTasks(record: OrderRecord, entry: PaymentEntry, policy: Policy): Task[] {
  const paymentId = entry.id;
  const tasks: Task[] = [];
  if (isPolled(record, entry)) tasks.push({ type: 'read-payment', paymentId });
  if (entry.giveBack === 'wanted' || (policy.returnDuplicates && isUndecidedDuplicate(entry)))
    tasks.push({ type: 'return-duplicate', paymentId });
  for (const verdict of entry.unnotified) tasks.push({ type: 'notify', paymentId, verdict });
  return tasks;
}

/** A process without `returnDuplicates` may have seen the duplicate first. */
export const isUndecidedDuplicate = ({ verdict, money, giveBack }: PaymentEntry): boolean =>
  verdict === 'duplicate' && isHeld(money) && giveBack === undefined;

/** Whether the service is asked about a payment. */
export function isPolled(record: OrderRecord, entry: PaymentEntry): boolean {
  switch (entry.verdict) {
    case 'open':
      return !entry.isAbandoned;
    case 'announced': {
      const intent = record.intents.find(({ number }) => number === entry.intent);
      if (!intent || entry.isMissing) return false;
      switch (intent.state) {
        case 'open':
          // Of many, the intent says in one answer that none of them was made.
          return findAwaitedAttempts(record, intent).length === 1;
        case 'used':
        case 'expired':
          return true;
        case 'canceled':
          return false;
        default:
          return intent.state satisfies never;
      }
    }
    case 'paid':
    case 'authorized':
    case 'failed':
    case 'mismatch':
    case 'duplicate':
    case 'reversed':
      return false;
    default:
      return entry.verdict satisfies never;
  }
}

function findIntentTasks(record: OrderRecord, intent: IntentEntry, now: number): Task[] {
  switch (intent.state) {
    case 'open': {
      // The intent of the paying payment was used, most likely. Any other open intent must not be paid any more.
      const payingPayment = record.payments.find(({ id }) => id === record.paidBy);
      if (payingPayment && payingPayment.intent === intent.number && payingPayment.isAnnounced)
        return [{ type: 'read-intent', intent }];
      if (record.paidBy !== undefined) return [{ type: 'retire-intent', intent }];
      return isIntentInQuestion(record, intent, now) ? [{ type: 'read-intent', intent }] : [];
    }
    case 'used': {
      const isSearchable = findAwaitedAttempts(record, intent).length === 0 && !intent.isLost;
      return isSearchable && !hasKnownPayment(record, intent) ? [{ type: 'search-payment', intent }] : [];
    }
    case 'canceled':
    case 'expired':
      return [];
    default:
      return intent.state satisfies never;
  }
}

/** Whether something may have happened to an open intent: it is new, something is said of it, or its end has come. */
function isIntentInQuestion(record: OrderRecord, intent: IntentEntry, now: number): boolean {
  if (findExpiryTime(intent) <= now) return true;
  const attempts = findAwaitedAttempts(record, intent).length;
  const isSuspected = record.payments.some(
    (entry) => entry.intent === intent.number && entry.verdict !== 'announced',
  );
  return isSuspected || attempts > 1 || (attempts === 0 && record.sweeps === 0);
}

/** When an open intent can be proven to have expired unused, by this server's clock. */
export const findExpiryTime = ({ localExpiresAt }: IntentEntry): number => localExpiresAt + expiryMarginMs;
