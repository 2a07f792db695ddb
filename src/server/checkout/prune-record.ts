import { findAwaitedAttempts, isResolved } from './intent-use.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { isShown } from './reference.js';
import { hour } from './times.js';

/** So many intents and payments of which nothing more can come are kept, so that a late message still finds them. */
const mostDecided = 10;

/** So many announced payments that were never seen are kept. The oldest makes room. */
const mostAnnounced = 50;

/** Takes out what no decision needs any more, so that a record stays small whatever is tried on its order. */
export function pruneRecord(record: OrderRecord, at: number): OrderRecord {
  const ended = record.intents.filter((intent) => isEnded(record, intent)).slice(0, -mostDecided);
  const dropped = new Set<IntentEntry | PaymentEntry>(ended);
  const isOfEnded = ({ intent }: PaymentEntry) => ended.some(({ number }) => number === intent);
  const rest = record.payments.filter((entry) => !isOfEnded(entry));
  for (const entry of record.payments) if (isOfEnded(entry)) dropped.add(entry);
  // A used intent is known to be decided by its payment, so that one stays as long as the intent.
  const loose = rest.filter((entry) => isDecided(entry) && !isOfUsed(record, entry));
  const unseen = rest.filter((entry) => !isShown(entry));
  for (const entry of [...loose.slice(0, -mostDecided), ...unseen.slice(0, -mostAnnounced)])
    dropped.add(entry);

  const isRecent = (time: number) => time > at - hour;
  const { requests, attempts, declines } = record;
  return {
    ...record,
    ...(dropped.size > 0 && {
      intents: record.intents.filter((intent) => !dropped.has(intent)),
      payments: record.payments.filter((entry) => !dropped.has(entry)),
    }),
    requests: requests.filter(isRecent),
    attempts: attempts.filter(isRecent),
    declines: declines.filter(isRecent),
  };
}

/** Nothing more can come of an intent, and all that came of it is decided and was told. */
function isEnded(record: OrderRecord, intent: IntentEntry): boolean {
  const shown = record.payments.filter((entry) => entry.intent === intent.number && isShown(entry));
  if (!shown.every(isDecided)) return false;
  switch (intent.state) {
    case 'open':
      return false;
    case 'used':
      return isResolved(record, intent) && findAwaitedAttempts(record, intent).length === 0;
    case 'expired':
      return findAwaitedAttempts(record, intent).length === 0;
    case 'canceled':
      return true;
    default:
      return intent.state satisfies never;
  }
}

const isDecided = ({ verdict, money, giveBack, unnotified }: PaymentEntry): boolean =>
  unnotified.length === 0 &&
  giveBack !== 'wanted' &&
  (verdict === 'failed' || verdict === 'mismatch' || money === 'returned');

const isOfUsed = (record: OrderRecord, { intent }: PaymentEntry): boolean =>
  record.intents.some(({ number, state }) => number === intent && state === 'used');
