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

/** A notification is given up three days after it was made, or after an operator sent it again. */
export const maxAgeMs = 72 * hour;

/** How long one process may take for an attempt before another takes over; an attempt times out after a quarter of that. */
export const attemptLeaseMs = minute;

/** How many delivered notifications are kept, so that a verdict that is reported again is known. */
const maxDeliveredKept = 100;

/** Notifications of one payment are sent in order; payments do not wait for each other. */
export function findNextPerPayment(record: ShopOrderRecord): ShopNotification[] {
  const heads = new Map<string, ShopNotification>();
  for (const item of record.news)
    if (item.state === 'waiting' && !heads.has(item.paymentId)) heads.set(item.paymentId, item);
  return [...heads.values()];
}

/** When the next notification of an order is to be sent; null when none is waiting. */
export function findNextDeliveryTime(record: ShopOrderRecord): number | null {
  const times = findNextPerPayment(record).map(({ nextAt }) => nextAt);
  return times.length > 0 ? Math.min(...times) : null;
}

interface NewVerdict {
  readonly paymentId: string;
  readonly verdict: NotifiedVerdict;
  readonly amount: number;
  readonly currency: string;
  readonly captured?: number;
  readonly metadata?: Record<string, string>;
}

/** Each verdict of a payment is queued once, however often the checkout reports it. */
export function queueNotification(
  record: ShopOrderRecord,
  verdict: NewVerdict,
  now: number,
): ShopOrderRecord {
  const isKnown = record.news.some(
    (item) => item.paymentId === verdict.paymentId && item.verdict === verdict.verdict,
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
    until: now + maxAgeMs,
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
  const due = findNextPerPayment(record).filter(({ nextAt }) => nextAt <= now);
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

/** What became of an attempt. An answer that comes after another process has delivered changes nothing. */
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
    const nextAt = now + wait;
    return nextAt > item.until ? { ...item, state: 'failed', answer } : { ...item, nextAt, answer };
  });
}

/** Somebody wants it sent now, whatever became of it before. */
export const requeue = (record: ShopOrderRecord, number: number, now: number): ShopOrderRecord =>
  replace(record, number, (item) => ({
    ...item,
    state: 'waiting',
    attempts: 0,
    nextAt: now,
    until: now + maxAgeMs,
  }));

/** Whether the shop has not taken it, though it was tried. */
export const isFailing = ({ state, attempts, answer }: ShopNotification): boolean =>
  state === 'failed' || (state === 'waiting' && attempts > 0 && answer !== undefined);
