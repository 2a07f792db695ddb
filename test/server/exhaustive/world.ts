import { decide } from '../../../src/server/checkout/decide.js';
import type { Decision, OrderEvent } from '../../../src/server/checkout/order-event.js';
import { emptyRecord, type OrderRecord } from '../../../src/server/checkout/record.js';
import { buildCallbackUrl } from '../../../src/server/checkout/terms.js';
import type { Order } from '../../../src/server/index.js';
import type { Payment, PaymentIntent } from '../../../src/wire/index.js';

export const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const start = Date.parse('2030-01-01T00:00:00Z');

interface ServiceIntent {
  readonly id: string;
  readonly amount: number;
  readonly status: 'created' | 'fulfilled' | 'canceled';
  readonly createdAt: number;
  readonly usedAt?: number;
}

export interface ServicePayment {
  readonly id: string;
  readonly amount: number;
  readonly status: 'initiated' | 'paid' | 'failed';
  readonly createdAt: number;
  /** The intent that it was made on, or the id that a charge has named. Undefined for a payment that was made directly and only names the order's address. */
  readonly intentId?: string;
}

export interface Service {
  readonly intents: readonly ServiceIntent[];
  readonly payments: readonly ServicePayment[];
}

/** An intent with the id of its payment, as a page has received it. */
export interface Pair {
  readonly intentId: string;
  readonly paymentId: string;
}

/** A request for an intent, between two of its questions. */
export interface Request {
  readonly process: number;
  /** As the order was when the page asked. */
  readonly price: number;
  readonly record: OrderRecord;
  readonly version: number;
  readonly checked: readonly string[];
  /** The intents that were read as unused. */
  readonly unused: readonly string[];
  readonly serviceTime: number | undefined;
  /** The pair that it has made and not saved yet, and how many intents the order had had before. */
  readonly created?: Pair & { readonly intentCount: number };
}

/** A charge on its way to the service. */
export interface SentCharge {
  readonly key: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly sentAt: number;
}

/**
 * What may happen so many times:
 * - requests for an intent (`ask`), for another way to pay (`release`), and pauses of a request between two questions
 *   (`pause`), beside the one that each has once it has created an intent
 * - payments by honest pages (`pay`), and by pages that send an id of their own (`tamper`)
 * - calls of the merchant for a charge without the payer (`charge`)
 * - direct payments by a `stranger`, who knows the order's address but no id, and by a visitor of the shop, with the id that
 *   the shop has named (`direct`)
 * - approvals at the bank (`approve`), and declined payments that the service turns into paid ones (`late`)
 * - sweeps, messages of the service, changes of the price, and the deletion of the order
 * - steps of time: to a second before the end of the newest intent, two seconds, 70 seconds, six minutes, 25 hours
 */
const happenings = [
  ...([
    'ask',
    'release',
    'pause',
    'pay',
    'tamper',
    'charge',
    'stranger',
    'direct',
    'approve',
    'late',
  ] as const),
  ...(['sweep', 'message', 'price', 'delete', 'end', 'seconds', 'moments', 'minutes', 'days'] as const),
] as const;
export type Budget = Readonly<Record<(typeof happenings)[number], number>>;

export interface World {
  /** By the service's clock. */
  readonly now: number;
  /** Whether the service's answers say the time. */
  readonly saysTime: boolean;
  readonly service: Service;
  /** What reads show: the service as it is, or as it was less than five minutes ago. */
  readonly shown: Service;
  readonly record: OrderRecord;
  readonly version: number;
  readonly price: number;
  readonly isDeleted: boolean;
  readonly requests: readonly Request[];
  readonly sent: readonly SentCharge[];
  /** Whether the service gives a payment the id that was sent with it. */
  readonly takesGivenId: boolean;
  readonly handedOut: readonly Pair[];
  /** The intents that the payer gave up, or whose declined payment the service turned into a paid one. */
  readonly excused: readonly string[];
  /** What `onSettled` was called with. */
  readonly notified: readonly string[];
  /** The intents of which the operator was told. */
  readonly operatorTold: readonly string[];
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
  /** Takes a payment that names the order's address for the one of the newest intent. */
  readonly settlesByAddress: boolean;
}

/** The second process is an hour ahead, and has no `onSettled`. */
export const processes = [
  { ahead: 0, listens: true },
  { ahead: hour, listens: false },
] as const;

export const policy = { refundDuplicates: false, captureDueAfterMs: 3 * day };
export const defaultRules: Rules = {
  decide: (record, event) => decide(record, event, policy),
  forgetsDeleted: false,
  dropsUnnotified: false,
  settlesByAddress: false,
};

export function beginning(left: Partial<Budget>, saysTime: boolean, takesGivenId: boolean): World {
  const service = { intents: [], payments: [] };
  const none = Object.fromEntries(happenings.map((name) => [name, 0])) as Budget;
  return {
    ...{ now: start, saysTime, takesGivenId, service, shown: service, record: emptyRecord, version: 0 },
    ...{ price: 10_000, isDeleted: false, requests: [], sent: [], handedOut: [], excused: [] },
    ...{ notified: [], operatorTold: [], left: { ...none, ...left } },
  };
}

export const orderOf = ({ price }: { readonly price: number }): Order => ({
  ...{ id: '7', amount: price, currency: 'SAR', callbackUrl: 'https://shop.example/back' },
});

export const callbackUrl = buildCallbackUrl(orderOf({ price: 0 }));
const stamp = (time: number) => new Date(time).toISOString();

export const toIntent = (intent: ServiceIntent): PaymentIntent => ({
  ...{ id: intent.id, amount: intent.amount, currency: 'SAR', description: '7', status: intent.status },
  ...{ client_secret: `pi_secret_${intent.id}`, callback_url: callbackUrl },
  created_at: stamp(intent.createdAt),
  expires_at: stamp(intent.createdAt + hour),
  fulfilled_at: intent.usedAt === undefined ? null : stamp(intent.usedAt),
});

export const toPayment = ({ id, amount, status, createdAt }: ServicePayment): Payment => ({
  ...{ id, amount, status, currency: 'SAR', description: '7', callback_url: callbackUrl },
  created_at: stamp(createdAt),
});

export const isUsable = ({ now }: World, { status, createdAt }: ServiceIntent): boolean =>
  status === 'created' && now < createdAt + hour;

/** Who asks and saves: a request with its own copy of the record, or a sweep. */
export interface Session {
  readonly process: number;
  readonly record: OrderRecord;
  readonly version: number;
}

interface Appended<S> {
  readonly world: World;
  readonly session: S;
  readonly reply: Decision['reply'];
  readonly tasks: Decision['tasks'];
}

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;
export type NewEvent = WithoutTime<OrderEvent>;

export const localTime = ({ now }: World, process: number) => now + (processes[process]?.ahead ?? 0);

/** Compare-and-set, as the shop does it: what is out of date is loaded again, and what changes nothing is not saved. */
export function append<S extends Session>(
  world: World,
  session: S,
  event: NewEvent,
  rules: Rules,
): Appended<S> {
  const { process } = session;
  const at = localTime(world, process);
  const decideOn = (record: OrderRecord) =>
    rules.decide(record, { ...event, at } as OrderEvent, { world, process });
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

const isEqual = (one: OrderRecord, other: OrderRecord) => one === other || textOf(one) === textOf(other);

const texts = new WeakMap<object, string>();

/** As JSON, which is written once for each object: most parts of a world are those of the one before it. */
export function textOf(value: object): string {
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}
