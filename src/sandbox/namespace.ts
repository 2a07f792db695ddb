import type { DecisionStore } from './decisions.js';
import type { Faults } from './faults/faults.js';
import type { RequestLog } from './controls/request-log.js';
import type { SandboxClock } from './store/clock.js';
import type { SandboxStore } from './store/store.js';
import type { WebhookWorker } from './webhooks/webhook-worker.js';

/** Everything that one pair of keys sees: data, time, faults, log and deliveries. Two namespaces share none of it. */
export interface Namespace {
  readonly name: string;
  readonly path: string;
  readonly store: SandboxStore;
  readonly clock: SandboxClock;
  readonly decisions: DecisionStore;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly worker: WebhookWorker;
}
