/** How many reads of one payment may follow each other at once, for a payer with several tabs. */
const burst = 20;
/** The interval of the reads after that. The element asks less often by then. */
export const statusIntervalMs = 3000;
/** At most this many payments are remembered. The payment that was asked about longest ago makes room. */
const maxPayments = 10_000;

interface Pace {
  /** How many reads could begin at once at the time `at`; below 0, reads are waiting for their time. */
  readonly left: number;
  readonly at: number;
}

/** Reads the payment of this name now or later. */
export type PaceReads<T> = (name: string, read: () => Promise<T>) => Promise<T>;

/**
 * However often a script asks about a payment, the service is asked at a pace, in each process. Nobody is refused for it:
 * whoever asks too early waits for a read that all who wait share. No read is shared that began before the question, so
 * that no answer is older than its question.
 */
export function createReadPace<T>(): PaceReads<T> {
  const paces = new Map<string, Pace>();
  /** The reads that have not begun yet. */
  const waiting = new Map<string, Promise<T>>();

  /** Milliseconds until one more read may begin. */
  const takePlace = (name: string): number => {
    const at = Date.now();
    const before = paces.get(name) ?? { left: burst, at };
    // A clock that is set back gives nothing, and takes nothing.
    const gained = Math.max(0, at - before.at) / statusIntervalMs;
    const left = Math.min(burst, before.left + gained) - 1;
    paces.delete(name);
    paces.set(name, { left, at });
    const [oldest] = paces.keys();
    if (paces.size > maxPayments && oldest !== undefined) paces.delete(oldest);
    return left >= 0 ? 0 : -left * statusIntervalMs;
  };

  return async (name, read) => {
    const shared = waiting.get(name);
    if (shared) return shared;
    const waitMs = takePlace(name);
    if (waitMs === 0) return read();
    const later = new Promise((begin) => setTimeout(begin, waitMs)).then(() => {
      waiting.delete(name);
      return read();
    });
    waiting.set(name, later);
    return later;
  };
}
