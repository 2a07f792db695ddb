import { setTimeout as sleep } from 'node:timers/promises';

/** By this header a request asks for faults. */
export const faultHeader = 'X-Sandbox-Fault';

/** The requests that can have a fault, each by the name of its route and what it does. */
export const routes = {
  fulfil: 'fulfil an intent',
  'find-coupon': 'find a coupon for a card',
  'apple-session': 'start a session of Apple Pay',
  'send-code': 'send the code of an STC Pay payment',
  status: 'read a payment',
  'list-payments': 'list payments',
  'update-payment': 'change a payment',
  capture: 'capture a payment',
  refund: 'refund a payment',
  void: 'void a payment',
  'create-intent': 'create an intent',
  'read-intent': 'read an intent',
  'cancel-intent': 'cancel an intent',
  'save-card': 'save a card',
  'read-card': 'read a saved card',
  'delete-card': 'delete a saved card',
  'create-invoice': 'create an invoice, or several',
  'list-invoices': 'list invoices',
  'read-invoice': 'read an invoice',
  'update-invoice': 'change an invoice',
  'cancel-invoice': 'cancel an invoice',
  'create-webhook': 'register a webhook',
  'list-webhooks': 'list webhooks',
  'read-webhook': 'read a webhook',
  'update-webhook': 'change a webhook',
  'delete-webhook': 'delete a webhook',
  'list-events': 'list the kinds of event',
  'list-attempts': 'list attempts at delivery',
  'read-attempt': 'read an attempt at delivery',
} as const;
export type RouteName = keyof typeof routes;

/** What a fault can be set for: one route, whichever request comes next, or the next delivery of a message. */
export const faultRoutes = [...(Object.keys(routes) as RouteName[]), 'any', 'delivery'] as const;
export type FaultRoute = (typeof faultRoutes)[number];

/** The faults of requests. */
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

/** The faults that spoil a payment, and the routes that answer one. */
const paymentFaults: readonly string[] = ['unknown-status', 'no-transaction-url', 'bad-transaction-url'];
const paymentRoutes: readonly string[] = [
  'fulfil',
  'send-code',
  'status',
  'update-payment',
  'capture',
  'refund',
  'void',
];

/** The faults of deliveries. */
export const deliveryFaultNames = ['duplicate', 'reorder', 'delay', 'lose', 'slow', 'wrong-secret'] as const;
export type DeliveryFaultName = (typeof deliveryFaultNames)[number];

/** How long a delay lasts by default, in milliseconds. */
export const defaultDelayMs = 3000;

export interface RequestFault {
  readonly fault: FaultName;
  readonly ms: number;
}

export interface DeliveryFault {
  readonly fault: DeliveryFaultName;
  readonly ms: number;
}

/** A fault that is still to be played, and how often. `ms` matters for `delay` and `slow` only. */
export interface QueuedFault {
  readonly route: FaultRoute;
  readonly fault: FaultName | DeliveryFaultName;
  readonly times: number;
  readonly ms: number;
}

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.includes(text as Name);

/** The faults that a route can have. */
export function faultsOf(route: FaultRoute): readonly string[] {
  if (route === 'delivery') return deliveryFaultNames;
  return faultNames.filter((name) => !paymentFaults.includes(name) || paymentRoutes.includes(route));
}

/** Reads `drop-after`, `delay 200`, `delivery duplicate` or `delivery delay 60000`. Undefined for anything else. */
export function parseFault(
  text: string,
): { readonly request: RequestFault } | { readonly delivery: DeliveryFault } | undefined {
  const [, on, name = '', digits] = /^(delivery )?([a-z0-9-]+)(?: (\d{1,9}))?$/.exec(text) ?? [];
  const ms = digits === undefined ? defaultDelayMs : Number(digits);
  if (on) return isOneOf(deliveryFaultNames, name) ? { delivery: { fault: name, ms } } : undefined;
  return isOneOf(faultNames, name) ? { request: { fault: name, ms } } : undefined;
}

/** The faults of one namespace, played in the order in which they were queued, each as often as wanted. */
export interface Faults {
  queue(fault: QueuedFault): void;
  takeForRequest(route: RouteName): RequestFault | undefined;
  takeForDelivery(): DeliveryFault | undefined;
  /** The faults that are still to be played, the next one first. */
  queued(): readonly QueuedFault[];
  /** Waits on the computer's clock, but no longer than until `close()`. */
  wait(ms: number): Promise<void>;
  clear(): void;
  close(): void;
}

export function createFaults(): Faults {
  let waiting: Array<{ -readonly [Key in keyof QueuedFault]: QueuedFault[Key] }> = [];
  const closed = new AbortController();

  function take(isMeant: (fault: QueuedFault) => boolean): QueuedFault | undefined {
    const next = waiting.find(isMeant);
    if (!next) return undefined;
    next.times -= 1;
    if (next.times === 0) waiting = waiting.filter((fault) => fault !== next);
    return next;
  }

  return {
    queue: (fault) => void waiting.push({ ...fault }),
    takeForRequest: (route) =>
      take((fault) => fault.route === route || fault.route === 'any') as RequestFault | undefined,
    takeForDelivery: () => take(({ route }) => route === 'delivery') as DeliveryFault | undefined,
    queued: () => waiting,
    wait: (ms) => sleep(ms, undefined, { signal: closed.signal }).catch(() => undefined),
    clear: () => {
      waiting = [];
    },
    close: () => closed.abort(),
  };
}
