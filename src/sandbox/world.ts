import type { Faults } from './faults/faults.js';
import type { RequestLog } from './controls/request-log.js';
import type { SandboxClock } from './store/clock.js';
import type { SandboxStore } from './store/store.js';
import type { WebhookWorker } from './webhooks/webhook-worker.js';

/** The name of the world that is always there. */
export const firstWorld = 'sandbox';

/** What follows `sk_test_` and `pk_test_`. Lower case alone, because it is part of a file's name too. */
export const worldName = /^[a-z0-9_-]{1,64}$/;

/** Where the pages of a world begin: nothing for the first one, `/worlds/<name>` for another. */
export const pathOf = (name: string) => (name === firstWorld ? '' : `/worlds/${name}`);

/** Everything that one pair of keys sees: data, time, faults, log and deliveries. Two worlds share none of it. */
export interface World {
  readonly name: string;
  readonly path: string;
  readonly store: SandboxStore;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly worker: WebhookWorker;
}
