import type { Verdict } from './order.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';

/** One thing that is left to be done for an order. */
export type Work =
  /** Ask the service about a payment. */
  | { readonly do: 'ask'; readonly paymentId: string }
  /** Ask the service about an intent that a page may be using now. */
  | { readonly do: 'check'; readonly intent: IntentEntry }
  /** Take an intent out of use that nobody needs any more. */
  | { readonly do: 'retire'; readonly intent: IntentEntry }
  /** An intent was used, but its payment has not been seen: search the list of payments. */
  | { readonly do: 'find'; readonly intent: IntentEntry }
  | { readonly do: 'give-back'; readonly paymentId: string }
  | { readonly do: 'tell'; readonly paymentId: string; readonly verdict: Verdict };

const hour = 3_600_000;
const day = 24 * hour;

/** By this server's clock `now`, which decides only how long to go on asking. */
export function outstanding(record: OrderRecord, now: number): Work[] {
  return [
    ...record.payments.flatMap((entry) => aboutPayment(record, entry, now)),
    ...record.intents.flatMap((intent) => aboutIntent(record, intent, now)),
  ];
}

function aboutPayment(record: OrderRecord, entry: PaymentEntry, now: number): Work[] {
  const work: Work[] = [];
  if (isAwaited(record, entry, now)) work.push({ do: 'ask', paymentId: entry.id });
  if (entry.giveBack === 'wanted') work.push({ do: 'give-back', paymentId: entry.id });
  for (const verdict of entry.untold) work.push({ do: 'tell', paymentId: entry.id, verdict });
  return work;
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

function aboutIntent(record: OrderRecord, intent: IntentEntry, now: number): Work[] {
  switch (intent.state) {
    case 'open': {
      const unwanted = record.paidBy !== undefined || intent.until <= now;
      return [{ do: unwanted ? 'retire' : 'check', intent }];
    }
    case 'used':
      return isResolved(record, intent) ? [] : [{ do: 'find', intent }];
    case 'over':
      return [];
    default:
      return intent.state satisfies never;
  }
}

/** Whether the one payment that an intent can make has been seen. */
export const isResolved = ({ payments }: OrderRecord, { number }: IntentEntry): boolean =>
  payments.some(({ intent, verdict }) => intent === number && verdict !== 'announced');
