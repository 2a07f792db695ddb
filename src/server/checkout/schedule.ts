import type { OrderRecord } from './record.js';

const minute = 60_000;

/** Minutes from one sweep of an order to the next while nothing new becomes known; then every hour. */
const intervals = [0, 1, 2, 5, 15];
const longest = 60;

/**
 * When the sweep looks at an order again, in milliseconds by this server's clock; null when nothing is left to do.
 *
 * @param at When the record was changed last.
 */
export function findDueTime(record: OrderRecord, at: number, hasTasks: boolean): number | null {
  if (!hasTasks) return null;
  return at + (intervals[record.sweeps] ?? longest) * minute;
}

/** Counts the sweeps since the last news: anything new starts the count again. */
export function countSweeps(before: OrderRecord, after: OrderRecord, isSweep: boolean): OrderRecord {
  const isNews = JSON.stringify({ ...after, sweeps: 0 }) !== JSON.stringify({ ...before, sweeps: 0 });
  if (isNews) return { ...after, sweeps: isSweep ? 1 : 0 };
  return isSweep ? { ...after, sweeps: Math.min(before.sweeps + 1, intervals.length) } : after;
}
