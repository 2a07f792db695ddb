import { createConfigurationError } from '../check.js';
import { keepLatest } from './keep-latest.js';
import { hourMs } from './times.js';

/**
 * How many payments may be declined before requests for an intent are refused. Only payments of issued intents count, as
 * the service shows them, and only those of the last hour.
 */
export interface Limits {
  /** Declined payments of one order; 10 if omitted. */
  readonly declinesPerOrder?: number | undefined;
  /** Declined payments of one caller for all orders, as each process sees them; 60 if omitted. */
  readonly declinesPerCaller?: number | undefined;
}

export type CheckedLimits = { readonly [Name in keyof Limits]-?: number };

export function checkLimits(limits: Limits = {}): CheckedLimits {
  const { declinesPerOrder = 10, declinesPerCaller = 60, ...unknown } = limits;
  const [name] = Object.keys(unknown);
  if (name !== undefined)
    throw createConfigurationError(
      'limits',
      `\`limits.${name}\` is not known. Declined payments are counted: set \`declinesPerOrder\` or \`declinesPerCaller\`.`,
    );
  const checked = { declinesPerOrder, declinesPerCaller };
  for (const [name, limit] of Object.entries(checked))
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw createConfigurationError('limits', `\`limits.${name}\` must be a whole number from 1 on.`);
  return checked;
}

/** The milliseconds until fewer than `limit` of these times lie within the last hour; 0 if that is so now. */
export function findWait(times: readonly number[], limit: number, now: number): number {
  // A time that lies hours ahead comes from a clock that was wrong, and must not keep a payer out until then.
  const recent = times.filter((time) => Math.abs(now - time) < hourMs);
  const last = recent.at(-limit);
  return recent.length < limit || last === undefined ? 0 : Math.min(Math.max(last + hourMs - now, 1), hourMs);
}

export type CallerLimit = ReturnType<typeof createCallerLimit>;

/** At most this many callers, and intents, are remembered. The oldest makes room. */
const maxRemembered = 10_000;

/** Counts the declined payments of each caller, in this process. */
export function createCallerLimit({ declinesPerCaller }: CheckedLimits) {
  const callers = new Map<string, string>();
  const declines = new Map<string, number[]>();
  return {
    /** For how many milliseconds this caller receives no intent. */
    findWait: (caller: string, now: number): number =>
      findWait(declines.get(caller) ?? [], declinesPerCaller, now),
    /** A caller receives an intent. */
    handOut: (intentId: string, caller: string): void => keepLatest(callers, intentId, caller, maxRemembered),
    /** The payment of an intent was declined. */
    countDecline(intentId: string): void {
      const caller = callers.get(intentId);
      if (caller === undefined) return;
      const now = Date.now();
      const recent = (declines.get(caller) ?? []).filter((time) => Math.abs(now - time) < hourMs);
      keepLatest(declines, caller, [...recent, now], maxRemembered);
    },
  };
}
