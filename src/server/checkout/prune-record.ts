import { isHeld } from './apply-payment.js';
import { findAwaitedAttempts, hasKnownPayment } from './intent-use.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';
import { isShown } from './reference.js';
import { hourMs } from './times.js';

/** At most this many finished intents and payments are kept, so that a late message still finds them. */
const maxDecided = 10;

/** At most this many announced payments that the service never showed are kept. The oldest makes room. */
const maxAnnounced = 50;

/**
 * At most this many payments are kept that wait at the bank and that nobody announced: a stranger may have made them, and
 * each is read before the order gets another intent. The service sends a message about one that is approved later.
 */
const maxUnannounced = 20;

/** At most this many declined payments are kept that the merchant was not notified of. No money depends on them. */
const maxUnnotifiedDeclines = 20;

/** Takes out what no decision needs any more, so that a record stays small whatever is tried on its order. */
export function pruneRecord(record: OrderRecord, at: number): OrderRecord {
  const over = record.intents.filter((intent) => isOver(record, intent));
  const isUnnotified = ({ number }: IntentEntry) =>
    record.payments.some((entry) => entry.intent === number && entry.unnotified.length > 0);
  const endedIntents = [
    ...over.filter((intent) => !isUnnotified(intent)).slice(0, -maxDecided),
    ...over.filter(isUnnotified).slice(0, -maxUnnotifiedDeclines),
  ];
  const dropped = new Set<IntentEntry | PaymentEntry>(endedIntents);
  const isOfEnded = ({ intent }: PaymentEntry) => endedIntents.some(({ number }) => number === intent);
  const rest = record.payments.filter((entry) => !isOfEnded(entry));
  for (const entry of record.payments) if (isOfEnded(entry)) dropped.add(entry);
  const evidence = findEvidence(record);
  const decidedPayments = rest.filter((entry) => isDecided(entry) && !evidence.has(entry));
  const unseenPayments = rest.filter((entry) => !isShown(entry));
  const unannounced = rest.filter(
    (entry) => entry.verdict === 'open' && !entry.isAnnounced && !isDecided(entry) && !evidence.has(entry),
  );
  for (const entry of [
    ...decidedPayments.filter(({ unnotified }) => unnotified.length === 0).slice(0, -maxDecided),
    ...decidedPayments.filter(({ unnotified }) => unnotified.length > 0).slice(0, -maxUnnotifiedDeclines),
    ...unseenPayments.slice(0, -maxAnnounced),
    ...unannounced.slice(0, -maxUnannounced),
  ])
    dropped.add(entry);

  const isRecent = (time: number) => Math.abs(at - time) < hourMs;
  const { requests, attempts, declines } = record;
  if (dropped.size === 0 && [...requests, ...attempts, ...declines].every(isRecent)) return record;
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

/** Nothing more can come of an intent, and all that came of it is decided. */
function isOver(record: OrderRecord, intent: IntentEntry): boolean {
  const shown = record.payments.filter((entry) => entry.intent === intent.number && isShown(entry));
  if (!shown.every(isDecided)) return false;
  switch (intent.state) {
    case 'open':
      return false;
    case 'used':
      return hasKnownPayment(record, intent) && findAwaitedAttempts(record, intent).length === 0;
    case 'expired':
      return findAwaitedAttempts(record, intent).length === 0;
    case 'canceled':
      return true;
    default:
      return intent.state satisfies never;
  }
}

/** Nothing more is expected of a payment, and the merchant was told of it unless it was only declined. */
const isDecided = ({ verdict, money, giveBack, isAbandoned, unnotified }: PaymentEntry): boolean =>
  unnotified.every((each) => each === 'failed') &&
  giveBack !== 'wanted' &&
  (verdict === 'failed' ||
    (verdict === 'mismatch' && !isHeld(money)) ||
    money === 'returned' ||
    (verdict === 'open' && isAbandoned === true));

/**
 * The payments by which a used intent is known to be resolved: one is enough. While it is not resolved, each may be the
 * one that it has made, and the search for that one passes by those that are known.
 */
function findEvidence(record: OrderRecord): ReadonlySet<PaymentEntry> {
  const evidence = record.intents.flatMap((intent) => {
    if (intent.state !== 'used') return [];
    const shown = record.payments.filter((entry) => entry.intent === intent.number && isShown(entry));
    if (!hasKnownPayment(record, intent)) return shown;
    return [shown.find(({ isAnnounced }) => isAnnounced) ?? shown[0]].filter((entry) => entry !== undefined);
  });
  return new Set(evidence);
}
