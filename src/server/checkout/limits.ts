import { PayError } from '../../error.js';
import type { OrderRecord } from './record.js';
import { hourMs } from './times.js';

/** How often cards may be tried. Each counts over the last hour, so nobody is kept out for longer. */
export interface Limits {
  /** Declined payments of one order; 10 when omitted. */
  readonly declinesPerOrder?: number | undefined;
  /** Requests for an intent, and likewise announced payments, of one order; 30 when omitted. */
  readonly attemptsPerOrderPerHour?: number | undefined;
  /** Requests for an intent and announced payments together, of one caller for all orders, in each process; 60 when omitted. */
  readonly attemptsPerCallerPerHour?: number | undefined;
}

export type CheckedLimits = { readonly [Name in keyof Limits]-?: number };

export function checkLimits(limits: Limits = {}): CheckedLimits {
  const { declinesPerOrder = 10, attemptsPerOrderPerHour = 30, attemptsPerCallerPerHour = 60 } = limits;
  const checked = { declinesPerOrder, attemptsPerOrderPerHour, attemptsPerCallerPerHour };
  for (const [name, limit] of Object.entries(checked))
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new PayError('configuration', `\`limits.${name}\` must be a whole number from 1 on.`, {
        field: 'limits',
      });
  return checked;
}

/** For how many milliseconds an order may not be tried any more; 0 when it may be tried now. */
export function findOrderWait(
  { declines, requests, attempts }: OrderRecord,
  kind: 'intent' | 'attempt',
  { declinesPerOrder, attemptsPerOrderPerHour }: CheckedLimits,
  now: number,
): number {
  const tries = kind === 'intent' ? requests : attempts;
  return Math.max(findWait(declines, declinesPerOrder, now), findWait(tries, attemptsPerOrderPerHour, now));
}

/** The milliseconds until fewer than `limit` of these times lie within the last hour. */
function findWait(times: readonly number[], limit: number, now: number): number {
  // What lies hours ahead was counted by a clock that is wrong, and must not keep anybody out until then.
  const recent = times.filter((time) => Math.abs(now - time) < hourMs);
  const last = recent.at(-limit);
  return recent.length < limit || last === undefined ? 0 : Math.min(Math.max(last + hourMs - now, 1), hourMs);
}

/** At most this many callers are remembered. The caller that was seen longest ago makes room. */
const maxCallers = 10_000;

/** Counts the tries of each caller in this process, and says how long the caller must wait. */
export function createCallerLimit({ attemptsPerCallerPerHour: limit }: CheckedLimits) {
  const triesOf = new Map<string, number[]>();
  return (caller: string, now: number): number => {
    const recent = (triesOf.get(caller) ?? []).filter((time) => time > now - hourMs);
    const wait = findWait(recent, limit, now);
    triesOf.delete(caller);
    triesOf.set(caller, wait > 0 ? recent : [...recent, now]);
    const [oldest] = triesOf.keys();
    if (triesOf.size > maxCallers && oldest !== undefined) triesOf.delete(oldest);
    return wait;
  };
}
