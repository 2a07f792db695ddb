import type { Verdict } from './order.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';

/** One thing that is left to be done for an order. */
export type Task =
  /** Ask the service about a payment. */
  | { readonly type: 'read-payment'; readonly paymentId: string }
  /** Ask the service about an intent that a page may be using now. */
  | { readonly type: 'read-intent'; readonly intent: IntentEntry }
  /** Take an intent out of use that nobody needs any more. */
  | { readonly type: 'retire-intent'; readonly intent: IntentEntry }
  /** An intent was used, but its payment has not been seen: search the list of payments. */
  | { readonly type: 'search-payment'; readonly intent: IntentEntry }
  | { readonly type: 'return-duplicate'; readonly paymentId: string }
  | { readonly type: 'notify'; readonly paymentId: string; readonly verdict: Verdict };

const hour = 3_600_000;
const day = 24 * hour;

/** By this server's clock `now`, which decides only how long to go on asking. */
export function findPendingTasks(record: OrderRecord, now: number): Task[] {
  return [
    ...record.payments.flatMap((entry) => findPaymentTasks(record, entry, now)),
    ...record.intents.flatMap((intent) => findIntentTasks(record, intent, now)),
  ];
}

function findPaymentTasks(record: OrderRecord, entry: PaymentEntry, now: number): Task[] {
  const tasks: Task[] = [];
  if (isAwaited(record, entry, now)) tasks.push({ type: 'read-payment', paymentId: entry.id });
  if (entry.giveBack === 'wanted') tasks.push({ type: 'return-duplicate', paymentId: entry.id });
  for (const verdict of entry.unnotified) tasks.push({ type: 'notify', paymentId: entry.id, verdict });
  return tasks;
}

/** Whether the service is asked about a payment. */
export function isAwaited(record: OrderRecord, entry: PaymentEntry, now: number): boolean {
  switch (entry.verdict) {
    case 'open':
      return now - entry.at < day;
    case 'announced': {
      const intent = record.intents.find(({ number }) => number === entry.intent);
      // Announced before any intent was made: no payment of this order can come of it.
      if (!intent) return now - entry.at < hour;
      return intent.state !== 'over' && !isResolved(record, intent);
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
      const unwanted = record.paidBy !== undefined || intent.until <= now;
      return [{ type: unwanted ? 'retire-intent' : 'read-intent', intent }];
    }
    case 'used':
      return isResolved(record, intent) ? [] : [{ type: 'search-payment', intent }];
    case 'over':
      return [];
    default:
      return intent.state satisfies never;
  }
}

/** Whether the one payment that an intent can make has been seen. */
export const isResolved = ({ payments }: OrderRecord, { number }: IntentEntry): boolean =>
  payments.some(({ intent, verdict }) => intent === number && verdict !== 'announced');
