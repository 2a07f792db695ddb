export interface StoredRecord {
  readonly record: string;
  /** Counts from 1. */
  readonly version: number;
}

/** A record of which something is left to do. */
export interface OpenRecord {
  readonly orderId: string;
  readonly record: string;
  /** In milliseconds since the epoch. */
  readonly dueAt: number;
}

/**
 * No order is due later than a day and a lease from now. A time further ahead comes from a clock that was wrong for a
 * moment, so `claimDue` hands such an order out instead of leaving it unseen for days or years.
 */
export const maxDueAheadMs = 25 * 3_600_000;

export interface ListPage {
  /** The last id of the page before; the first page when omitted. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Where the checkout keeps its own records: one text for each key. Most keys are orders' ids; some are its own. */
export interface Store {
  /** The newest saved record; undefined when there is none. Never a stale replica's. */
  load(orderId: string): Promise<StoredRecord | undefined>;
  /**
   * Compare-and-set in one step: writes only when the stored version is `version - 1` (no record counts as 0).
   * Resolves with true only when this very call has written, and what it wrote is durable.
   * `dueAt`: milliseconds since the epoch from when `claimDue` hands the order out; null when nothing is left to do.
   */
  save(orderId: string, record: string, version: number, dueAt: number | null): Promise<boolean>;
  /**
   * Hands out at most `limit` orders whose `dueAt` is at most `now`, the longest due first, then those whose `dueAt` is
   * later than `now + maxDueAheadMs`. In the same step the store moves their `dueAt` to `now + leaseMs`: no two callers
   * receive one order within its lease, and the orders of a process that dies come back automatically. Versions stay
   * unchanged. `leaseMs`: at most `maxDueAheadMs`.
   */
  claimDue(now: number, limit: number, leaseMs: number): Promise<readonly string[]>;
  /**
   * The records whose `dueAt` is not null, leased ones included, in the order of the bytes of their ids: at most `limit`
   * of those after the id `after`. Fewer than `limit` mean that there are no more.
   */
  list(page: ListPage): Promise<readonly OpenRecord[]>;
  /** Makes the table or index, if there is one to make; harmless when repeated, also by several processes at once. */
  migrate?(): Promise<void>;
}
