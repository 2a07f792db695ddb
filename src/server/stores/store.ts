export interface StoredRecord {
  readonly record: string;
  /** Counts from 1. */
  readonly version: number;
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
   * Hands out at most `limit` orders whose `dueAt` is at most `now`, the longest due first, and in the same step moves their `dueAt`
   * to `now + leaseMs`: no two callers are handed one order within its lease, and the orders of a process that dies come
   * back by themselves. Versions stay as they are.
   */
  claimDue(now: number, limit: number, leaseMs: number): Promise<readonly string[]>;
  /** Makes the table or index; harmless when repeated, also by several processes at once. */
  migrate(): Promise<void>;
}
