import { keepLatest } from './keep-latest.js';

/** How many reads of one thing may follow each other without a wait, for a payer with several tabs. */
const burst = 20;
/** The interval of the reads after that. The element asks less often by then. */
const readIntervalMs = 3000;
/** At most this many things are remembered. The one that was asked about longest ago makes room. */
const maxRemembered = 10_000;

interface Budget {
  /** How many reads could begin without a wait at the time `at`; below 0, reads are waiting. */
  readonly left: number;
  readonly at: number;
}

/**
 * Reads now or later. `budget` names what is read, such as an order; `question` names the question, whose answer may be
 * shared.
 */
export type ReadThrottle<T> = (budget: string, question: string, read: () => Promise<T>) => Promise<T>;

/**
 * Limits how often this process asks the service about one thing, however often a script asks. No caller is refused: a
 * question that comes too early waits, and all equal questions that wait share one read. A read that began before the
 * question is never shared, so that no answer is older than its question.
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
    const gained = Math.max(0, at - before.at) / readIntervalMs;
    const left = Math.min(burst, before.left + gained) - 1;
    keepLatest(budgets, name, { left, at }, maxRemembered);
    return left >= 0 ? 0 : -left * readIntervalMs;
  };

  return async (budget, question, read) => {
    const shared = waiting.get(question);
    if (shared) return shared;
    const waitMs = reserveRead(budget);
    if (waitMs === 0) return read();
    const later = new Promise((begin) => setTimeout(begin, waitMs)).then(() => {
      waiting.delete(question);
      return read();
    });
    waiting.set(question, later);
    return later;
  };
}
