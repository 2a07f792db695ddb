import { setTimeout as sleep } from 'node:timers/promises';

/** Which requests a fault can be ordered for: both addresses that fulfil an intent, and reading one payment. */
export const faultRoutes = ['fulfil', 'status'] as const;
export type FaultRoute = (typeof faultRoutes)[number];

export const faultNames = [
  'drop-before',
  'drop-after',
  'delay',
  'html-403',
  '401',
  '405',
  '429',
  '500',
  '503',
  'truncated',
  'unknown-status',
  'no-transaction-url',
  'bad-transaction-url',
] as const;
export type FaultName = (typeof faultNames)[number];

/** A fault that is still to be played, and how often. `ms` counts for a delay only. */
export interface QueuedFault {
  readonly route: FaultRoute;
  readonly fault: FaultName;
  readonly times: number;
  readonly ms: number;
}

/** Faults in the order in which they were ordered, each played so many times. */
export interface Faults {
  order(route: FaultRoute, fault: FaultName, times: number, ms: number): void;
  take(route: FaultRoute): { readonly fault: FaultName; readonly ms: number } | undefined;
  /** What is still to be played, route by route, the next one first. */
  queued(): readonly QueuedFault[];
  /** Waits on the real clock, at the longest until `close()`. */
  wait(ms: number): Promise<void>;
  clear(): void;
  close(): void;
}

export function createFaults(): Faults {
  const queues: Record<FaultRoute, Array<{ fault: FaultName; ms: number; times: number }>> = {
    fulfil: [],
    status: [],
  };
  const closed = new AbortController();
  return {
    order: (route, fault, times, ms) => void queues[route].push({ fault, ms, times }),
    take: (route) => {
      const next = queues[route][0];
      if (!next) return undefined;
      next.times -= 1;
      if (next.times === 0) queues[route].shift();
      return next;
    },
    queued: () => faultRoutes.flatMap((route) => queues[route].map((ordered) => ({ route, ...ordered }))),
    wait: (ms) => sleep(ms, undefined, { signal: closed.signal }).catch(() => undefined),
    clear: () => {
      for (const route of faultRoutes) queues[route] = [];
    },
    close: () => closed.abort(),
  };
}
