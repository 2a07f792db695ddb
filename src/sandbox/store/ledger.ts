import type { Clock } from './clock.js';
import type { Store } from './store.js';

/** What reads and writes rows: the database, and the clock that dates them. */
export interface Ledger {
  readonly store: Store;
  readonly clock: Clock;
}
