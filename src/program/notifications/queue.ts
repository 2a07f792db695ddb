import { isSameId } from '../../server/checkout/terms.js';
import type { ShopNotification, NotifiedVerdict, ShopOrderRecord } from '../records/order-record.js';

const minute = 60_000;
const hour = 60 * minute;

/** How long to wait after each failed attempt; the last delay repeats. */
export const retryDelaysMs = [
  5000,
  30_000,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
];

/**
 * A notification is given up after this many failed attempts: three days after the first one. Attempts are counted instead
 * of hours, so that a clock which was wrong for a moment, or programs that did not run, end nothing early.
 */
export const maxAttempts = 17;

/**
 * How often an order with a notification that was given up comes due. Nothing is sent then, but the store lists only what
 * will be due.
 */
const givenUpIntervalMs = 24 * hour;

/** How long one process may take for an attempt before another takes over; an attempt times out after a quarter of that. */
const attemptLeaseMs = minute;

/** How many delivered notifications are kept, so that a verdict that is reported again is known. */
const maxDeliveredKept = 100;

/** Notifications of one payment are sent in order; payments do not wait for each other. */
function findNextPerPayment(record: ShopOrderRecord): ShopNotification[] {
  const heads = new Map<string, ShopNotification>();
  for (const item of record.news)
    if (item.state === 'waiting' && !heads.has(item.paymentId)) heads.set(item.paymentId, item);
  return [...heads.values()];
}

/** A time further ahead than the longest delay comes from a clock that was wrong for a moment. */
const isDue = ({ nextAt }: ShopNotification, now: number): boolean =>
  nextAt <= now || nextAt > now + Math.max(...retryDelaysMs);

/** When an order comes due again; null when the shop has received everything. */
export function findNotificationDueTime(record: ShopOrderRecord, now: number): number | null {
  const times = findNextPerPayment(record).map((item) => (isDue(item, now) ? now : item.nextAt));
  if (record.news.some(({ state }) => state === 'failed')) times.push(now + givenUpIntervalMs);
  return times.length > 0 ? Math.min(...times) : null;
}

interface NewVerdict {
  readonly paymentId: string;
  readonly verdict: NotifiedVerdict;
  readonly amount: number;
  readonly currency: string;
  readonly discount?: number;
  readonly captured?: number;
  readonly metadata?: Record<string, string>;
}

/** Each verdict of a payment is queued once, however often the checkout reports it and the service spells its id. */
export function queueNotification(
  record: ShopOrderRecord,
  verdict: NewVerdict,
  now: number,
): ShopOrderRecord {
  const isKnown = record.news.some(
    (item) => isSameId(item.paymentId, verdict.paymentId) && item.verdict === verdict.verdict,
  );
  if (isKnown) return record;
  const number = Math.max(0, ...record.news.map((item) => item.number)) + 1;
  const item: ShopNotification = {
    ...verdict,
    number,
    at: now,
    state: 'waiting',
    attempts: 0,
    nextAt: now,
  };
  const delivered = record.news.filter(({ state }) => state === 'delivered');
  const old = new Set(delivered.slice(0, Math.max(0, delivered.length - maxDeliveredKept)));
  return { ...record, news: [...record.news.filter((each) => !old.has(each)), item] };
}

const replace = (
  record: ShopOrderRecord,
  number: number,
  change: (item: ShopNotification) => ShopNotification,
): ShopOrderRecord => ({
  ...record,
  news: record.news.map((item) => (item.number === number ? change(item) : item)),
});

/** Saved before an attempt, so that no other process makes the same one meanwhile. */
export function startAttempts(
  record: ShopOrderRecord,
  now: number,
): [ShopOrderRecord, readonly ShopNotification[]] {
  const due = findNextPerPayment(record).filter((item) => isDue(item, now));
  const started = due.reduce(
    (all, { number }) =>
      replace(all, number, (item) => ({
        ...item,
        attempts: item.attempts + 1,
        nextAt: now + attemptLeaseMs,
      })),
    record,
  );
  return [started, due];
}

export interface AttemptResult {
  readonly isDelivered: boolean;
  readonly answer: string;
}

/** Saves the result of an attempt. An answer that comes after another process has delivered changes nothing. */
export function endAttempt(
  record: ShopOrderRecord,
  number: number,
  { isDelivered, answer }: AttemptResult,
  now: number,
): ShopOrderRecord {
  return replace(record, number, (item) => {
    if (item.state === 'delivered') return item;
    if (isDelivered) return { ...item, state: 'delivered', answer };
    const wait = retryDelaysMs[Math.min(item.attempts, retryDelaysMs.length) - 1] ?? retryDelaysMs[0] ?? 0;
    return item.attempts < maxAttempts
      ? { ...item, nextAt: now + wait, answer }
      : { ...item, state: 'failed', answer };
  });
}

/** The operator sends it again now, in whatever state it is. */
export const requeue = (record: ShopOrderRecord, number: number, now: number): ShopOrderRecord =>
  replace(record, number, (item) => ({
    ...item,
    state: 'waiting',
    attempts: 0,
    nextAt: now,
  }));

/** Whether an attempt was made, and the shop has not received it. */
export const isFailing = ({ state, attempts, answer }: ShopNotification): boolean =>
  state === 'failed' || (state === 'waiting' && attempts > 0 && answer !== undefined);
