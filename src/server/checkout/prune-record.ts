import { findRecheckTime } from './judge-payment.js';
import { isHeld, type IntentEntry, type OrderRecord } from './record.js';
import { hourMs } from './times.js';

/** At most this many finished intents are kept, so that a late message still finds its payment. */
const maxFinished = 10;
/** At most this many declined payments are kept that the merchant was not notified of. No money depends on them. */
const maxUnnotifiedDeclines = 20;
/** At most this many declined payments wait to be read again, an hour and a day later. */
const maxRechecked = 40;

/** Takes out what no decision needs any more, so that a record stays small whatever is tried on its order. */
export function pruneRecord(record: OrderRecord, at: number): OrderRecord {
  const finished = record.intents.filter(isFinished);
  const isUnnotified = ({ payment }: IntentEntry) => (payment?.unnotified.length ?? 0) > 0;
  const rechecked = record.intents.filter(
    (intent) => findRecheckTime(intent) !== undefined && !intent.charge,
  );
  const dropped = new Set([
    ...rechecked.slice(0, -maxRechecked),
    ...finished.filter((intent) => !isUnnotified(intent)).slice(0, -maxFinished),
    ...finished.filter(isUnnotified).slice(0, -maxUnnotifiedDeclines),
  ]);
  const isRecent = (time: number) => Math.abs(at - time) < hourMs;
  return {
    ...record,
    intents: record.intents.filter((intent) => !dropped.has(intent)),
    declines: record.declines.filter(isRecent),
  };
}

/** Nothing more is expected of an intent, and the merchant was notified of its payment unless that was only declined. */
function isFinished(intent: IntentEntry): boolean {
  const { state, payment, charge } = intent;
  // The key of a charge never charges again, and a repeat of the call returns its verdict.
  if (charge) return false;
  if (!payment) return state === 'canceled' || state === 'expired';
  return (
    payment.verdict !== 'open' &&
    !isHeld(payment.money) &&
    findRecheckTime(intent) === undefined &&
    payment.refund !== 'wanted' &&
    payment.unnotified.every((verdict) => verdict === 'failed')
  );
}
