import { findCaptureDueTime } from './capture-due.js';
import { isSameJson } from './is-same-json.js';
import { findExpiryTime, isUndecidedDuplicate } from './pending-tasks.js';
import type { Task } from './task.js';
import type { Policy } from './order-event.js';
import type { OrderRecord } from './record.js';
import { dayMs, minuteMs } from './times.js';

/** Minutes from one sweep of an order to the next while nothing new becomes known; then every hour, for a day. */
const sweepIntervalMinutes = [0, 1, 2, 5, 15, ...Array<number>(24).fill(60)];

/**
 * When the sweep looks at an order again, in milliseconds by this server's clock; null when nothing is left to do.
 *
 * @param at When the record was changed last.
 */
export function findDueTime(
  record: OrderRecord,
  at: number,
  tasks: readonly Task[],
  policy: Policy,
): number | null {
  const minutes = sweepIntervalMinutes[record.sweeps];
  const openIntents = record.intents.filter(({ state }) => state === 'open');
  // An end that has passed raises a question, which is asked ever later like any other while nobody answers.
  const times = openIntents.map(findExpiryTime).filter((time) => time > at);
  // A process with other options may return the duplicate, but it must come to that within a day.
  const isWaiting = tasks.length > 0 || record.payments.some(isUndecidedDuplicate);
  if (isWaiting && minutes !== undefined) times.push(at + minutes * minuteMs);
  // After the last interval, unanswered questions are asked once a day.
  else if (tasks.length > 0) times.push(at + dayMs);
  const captureDueAt = findCaptureDueTime(record, policy);
  if (captureDueAt !== undefined && captureDueAt > at) times.push(captureDueAt);
  return times.length === 0 ? null : Math.max(Math.min(...times), 0);
}

/**
 * Counts the sweeps since the last change: any change starts the count again. The count has no end, because a sweep that
 * changed nothing would not be saved, and its order would be due again as soon as its lease is over.
 */
export function countSweeps(before: OrderRecord, after: OrderRecord, isSweep: boolean): OrderRecord {
  if (hasChanged(before, after)) return { ...after, sweeps: isSweep ? 1 : 0 };
  return isSweep ? { ...after, sweeps: before.sweeps + 1 } : after;
}

/** Counters of requests are left out, because they say nothing about payments. */
const hasChanged = (before: OrderRecord, after: OrderRecord): boolean =>
  !isSameJson(before.intents, after.intents) ||
  !isSameJson(before.payments, after.payments) ||
  !isSameJson(before.operations, after.operations);
