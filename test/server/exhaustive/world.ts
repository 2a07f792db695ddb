import { decide } from '../../../src/server/checkout/decide.js';
import type { Decision, IntentRequest, OrderEvent } from '../../../src/server/checkout/order-event.js';
import { emptyRecord, type OrderRecord } from '../../../src/server/checkout/record.js';
import { buildCallbackUrl } from '../../../src/server/checkout/reference.js';
import type { Order } from '../../../src/server/index.js';
import type { Payment, PaymentIntent } from '../../../src/wire/index.js';

export const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const start = Date.parse('2030-01-01T00:00:00Z');

/** An intent at the service. Two requests may make one of the same number at once; their ids differ. */
export interface ServiceIntent {
  readonly id: string;
  readonly number: number;
  readonly amount: number;
  readonly status: 'created' | 'fulfilled' | 'canceled';
  readonly createdAt: number;
  readonly usedAt?: number;
}

export interface ServicePayment {
  readonly id: string;
  /** The number that its callback address carries. */
  readonly number: number;
  readonly amount: number;
  readonly status: 'initiated' | 'paid' | 'failed';
  readonly createdAt: number;
  /** Made on an intent that the shop handed out. A stranger's has none, and only repeats its texts. */
  readonly intentId?: string;
}

export interface Service {
  readonly intents: readonly ServiceIntent[];
  readonly payments: readonly ServicePayment[];
}

/** A request for an intent, between two of its questions. */
export interface Request {
  readonly process: number;
  /** As the order was when it was asked for. */
  readonly price: number;
  readonly record: OrderRecord;
  readonly version: number;
  readonly checked: readonly string[];
  readonly searched: readonly string[];
  readonly serviceTime: number | undefined;
  /** The intents that were read, by their id. */
  readonly seen: readonly string[];
  /** The intent that it has created and not saved yet. */
  readonly created?: string;
}

export interface Budget {
  /** Requests for an intent. */
  readonly ask: number;
  /** Pauses of a request between two questions, beside the one that each has once it has created an intent. */
  readonly pause: number;
  /** Pages that announce, and send only later. */
  readonly wait: number;
  /** Payments by honest pages. */
  readonly pay: number;
  /** Payments by pages that announce nothing. */
  readonly silent: number;
  /** Payments by a stranger who has the publishable key and repeats the texts of an intent. */
  readonly stranger: number;
  /** Approvals at the bank. */
  readonly approve: number;
  readonly sweep: number;
  /** Messages of the service. */
  readonly message: number;
  /** Changes of the price. */
  readonly price: number;
  readonly delete: number;
  /** Steps of time: to a second before the end of the newest intent, two seconds, 70 seconds, six minutes, 25 hours. */
  readonly end: number;
  readonly seconds: number;
  readonly moments: number;
  readonly minutes: number;
  readonly days: number;
}

export interface World {
  /** By the service's clock. */
  readonly now: number;
  readonly service: Service;
  /** What reads show: the service as it is, or as it was less than five minutes ago. */
  readonly shown: Service;
  readonly record: OrderRecord;
  readonly version: number;
  readonly price: number;
  readonly isDeleted: boolean;
  readonly requests: readonly Request[];
  /** The intents that pages were given. */
  readonly handedOut: readonly string[];
  /** Announced by a page that has not sent yet. */
  readonly announced: readonly { readonly id: string; readonly intentId: string }[];
  /** What `onSettled` was called with. */
  readonly notified: readonly string[];
  readonly left: Budget;
}

/** What the check takes out to see whether it would be found. */
export interface Rules {
  readonly decide: (
    record: OrderRecord,
    event: OrderEvent,
    about: { world: World; process: number },
  ) => Decision;
  readonly forgetsDeleted: boolean;
  readonly dropsUnnotified: boolean;
}

/** The second process is an hour ahead, and has no `onSettled`. */
export const processes = [
  { ahead: 0, listens: true },
  { ahead: hour, listens: false },
] as const;

const policy = { returnDuplicates: false, captureDueAfterMs: 3 * day };
export const rules: Rules = {
  decide: (record, event) => decide(record, event, policy),
  forgetsDeleted: false,
  dropsUnnotified: false,
};

export const beginning = (left: Budget): World => {
  const service = { intents: [], payments: [] };
  return {
    ...{ now: start, service, shown: service, record: emptyRecord, version: 0, price: 10_000, left },
    ...{ isDeleted: false, requests: [], handedOut: [], announced: [], notified: [] },
  };
};

export const orderOf = ({ price }: { readonly price: number }): Order => ({
  ...{ id: '7', amount: price, currency: 'SAR', callbackUrl: 'https://shop.example/back' },
});

const callbackUrl = (number: number) =>
  buildCallbackUrl({ id: '7', callbackUrl: 'https://shop.example/back' } as Order, number);
const stamp = (time: number) => new Date(time).toISOString();

export const toIntent = (intent: ServiceIntent): PaymentIntent => ({
  ...{ id: intent.id, amount: intent.amount, currency: 'SAR', description: '7', status: intent.status },
  client_secret: `pi_secret_${intent.id}`,
  callback_url: callbackUrl(intent.number),
  created_at: stamp(intent.createdAt),
  expires_at: stamp(intent.createdAt + hour),
  fulfilled_at: intent.usedAt === undefined ? null : stamp(intent.usedAt),
});

export const toPayment = (payment: ServicePayment): Payment => ({
  ...{ id: payment.id, amount: payment.amount, currency: 'SAR', description: '7', status: payment.status },
  callback_url: callbackUrl(payment.number),
  created_at: stamp(payment.createdAt),
});

export const isUsable = ({ now }: World, { status, createdAt }: ServiceIntent): boolean =>
  status === 'created' && now < createdAt + hour;

/** Who asks and saves: a request with its own copy of the record, or a sweep. */
export interface Session {
  readonly process: number;
  readonly record: OrderRecord;
  readonly version: number;
}

export interface Appended<S> {
  readonly world: World;
  readonly session: S;
  readonly reply: Decision['reply'];
  readonly tasks: Decision['tasks'];
}

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;
export type NewEvent = WithoutTime<OrderEvent>;

/** Compare-and-set, as the shop does it: what is out of date is loaded again, and nothing new is not saved. */
export function append<S extends Session>(world: World, session: S, event: NewEvent, by: Rules): Appended<S> {
  const { process } = session;
  const at = world.now + (processes[process]?.ahead ?? 0);
  const decideOn = (record: OrderRecord) =>
    by.decide(record, { ...event, at } as OrderEvent, { world, process });
  let decision = decideOn(session.record);
  let current = session;
  if (isEqual(decision.record, session.record)) return { world, session, ...decision };
  if (session.version !== world.version) {
    current = { ...session, record: world.record, version: world.version };
    decision = decideOn(world.record);
    if (isEqual(decision.record, world.record)) return { world, session: current, ...decision };
  }
  const version = world.version + 1;
  const { record } = decision;
  return {
    world: { ...world, record, version },
    session: { ...current, record, version },
    reply: decision.reply,
    tasks: decision.tasks,
  };
}

const isEqual = (one: OrderRecord, other: OrderRecord) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const describeRequest = ({ price, checked, searched, serviceTime }: Request): IntentRequest => ({
  ...{ order: orderOf({ price }), checked, searched, serviceTime },
});
