/** How many reads of one payment may follow each other at once, for a payer with several tabs. */
const burst = 20;
/** The interval of the reads after that. The element asks less often by then. */
export const statusIntervalMs = 3000;
/** At most this many payments are remembered. The payment that was asked about longest ago makes room. */
const maxPayments = 10_000;

interface Budget {
  /** How many reads could begin at once at the time `at`; below 0, reads are waiting. */
  readonly left: number;
  readonly at: number;
}

/** Reads the payment of this name now or later. */
export type ReadThrottle<T> = (name: string, read: () => Promise<T>) => Promise<T>;

/**
 * Limits how often this process reads one payment, however often a script asks. Nobody is refused: a read that comes too
 * early waits, and all that wait share one read. No read is shared that began before the question, so that no answer is
 * older than its question.
 */
export function createReadThrottle<T>(): ReadThrottle<T> {
  const budgets = new Map<string, Budget>();
  /** The reads that have not begun yet. */
  const waiting = new Map<string, Promise<T>>();

  /** Milliseconds until one more read may begin. */
  const reserveRead = (name: string): number => {
    const at = Date.now();
    const before = budgets.get(name) ?? { left: burst, at };
    // A clock that is set back gives nothing, and takes nothing.
    const gained = Math.max(0, at - before.at) / statusIntervalMs;
    const left = Math.min(burst, before.left + gained) - 1;
    budgets.delete(name);
    budgets.set(name, { left, at });
    const [oldest] = budgets.keys();
    if (budgets.size > maxPayments && oldest !== undefined) budgets.delete(oldest);
    return left >= 0 ? 0 : -left * statusIntervalMs;
  };

  return async (name, read) => {
    const shared = waiting.get(name);
    if (shared) return shared;
    const waitMs = reserveRead(name);
    if (waitMs === 0) return read();
    const later = new Promise((begin) => setTimeout(begin, waitMs)).then(() => {
      waiting.delete(name);
      return read();
    });
    waiting.set(name, later);
    return later;
  };
}
