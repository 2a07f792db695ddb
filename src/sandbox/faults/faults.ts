import { setTimeout as sleep } from 'node:timers/promises';

/** The requests that can have a fault: `fulfil` is every creation of a payment, `status` the reading of one. */
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

/** A fault that is still to be played, and how often. `ms` matters for a delay only. */
export interface QueuedFault {
  readonly route: FaultRoute;
  readonly fault: FaultName;
  readonly times: number;
  readonly ms: number;
}

/** The faults of each route, played in the order in which they were queued, each as often as was asked for. */
export interface Faults {
  order(route: FaultRoute, fault: FaultName, times: number, ms: number): void;
  take(route: FaultRoute): { readonly fault: FaultName; readonly ms: number } | undefined;
  /** The faults that are still to be played, route by route, the next one first. */
  queued(): readonly QueuedFault[];
  /** Waits on the computer's clock, but no longer than until `close()`. */
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
