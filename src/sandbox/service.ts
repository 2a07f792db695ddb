import type { Faults } from './controls/faults.js';
import type { RequestLog } from './controls/log.js';
import type { Clock } from './store/clock.js';
import type { Store } from './store/store.js';
import type { Pump } from './webhooks/pump.js';

/** What every part of the sandbox works on. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly pump: Pump;
}
