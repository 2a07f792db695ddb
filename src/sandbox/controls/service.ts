import type { Faults } from '../faults/faults.js';
import type { Ledger } from '../store/ledger.js';
import type { Pump } from '../webhooks/webhook-worker.js';
import type { RequestLog } from './request-log.js';

/** Everything that the switches and the dashboard reach. The rows below know only the part that they need. */
export interface Service extends Ledger {
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly pump: Pump;
}
