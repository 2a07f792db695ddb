import { createConfigurationError } from '../check.js';
import type { Store } from '../stores/store.js';
import { decide } from './decide.js';
import { listChanges } from './decision-event.js';
import type { DecisionEmitter } from './emit-decisions.js';
import { isSameJson } from '../../wire/json.js';
import { keepLatest } from './keep-latest.js';
import type { Decision, OrderEvent, Policy } from './order-event.js';
import { checkRecord, emptyRecord, readRecord, type OrderRecord } from './record.js';
import { findDueTime } from './pending-tasks.js';

/** An event before its time is added. */
type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;
export type NewOrderEvent = WithoutTime<OrderEvent>;

/** An order's record as it was last loaded or saved by one request. */
export interface OrderSession {
  readonly orderId: string;
  /** When the request has begun with the order, by this server's clock. */
  readonly startedAt: number;
  record: OrderRecord;
  /** 0 while nothing is stored. */
  version: number;
  /** Until when a sweep holds the order: what it saves before its end must not hand the order to another process. */
  leasedUntil?: number | undefined;
}

/** The records of the orders. Only events change them. */
export interface OrderStore {
  load(orderId: string): Promise<OrderSession>;
  /** Loads again what other requests may have changed. */
  reload(session: OrderSession): Promise<void>;
  /** Saves when the sweep looks at an order again, and nothing else. */
  defer(orderId: string, dueAt: number): Promise<void>;
  /** Applies the events in this order, and resolves when the result is saved. The reply is about the last one. */
  appendEvents(session: OrderSession, ...events: [NewOrderEvent, ...NewOrderEvent[]]): Promise<Decision>;
}

const createStoreError = (message: string) => createConfigurationError('store', message);

/** How many records are kept, the last ones that were read or saved. */
const maxCachedRecords = 1000;

/**
 * Reads records, and parses none twice: most are loaded again within seconds by the process that has saved them. A text
 * that was read before has the same record, whatever else was saved meanwhile.
 */
function createRecordReader() {
  const kept = new Map<string, OrderRecord>();
  const keep = (text: string, record: OrderRecord) => keepLatest(kept, text, record, maxCachedRecords);
  const read = (orderId: string, text: string): OrderRecord => {
    const record = kept.get(text) ?? readRecord(orderId, text);
    keep(text, record);
    return record;
  };
  return { keep, read };
}

/** Gives up after 100 lost races: that many conflicts mean that the store does not compare versions. */
const maxTries = 100;

export function openOrderStore(store: Store, policy: Policy, emitter?: DecisionEmitter): OrderStore {
  /** The last save of each order in this process. Requests of one order wait for each other, not for the database. */
  const saving = new Map<string, Promise<unknown>>();
  const records = createRecordReader();

  const reload = async (session: OrderSession) => {
    const stored = await store.load(session.orderId);
    const { record, version } = stored ?? { record: undefined, version: 0 };
    // Some databases give large integers as texts, and `"1" + 1` is `"11"`.
    if (!Number.isSafeInteger(version))
      throw createStoreError('`store.load` must answer `version` as a number.');
    session.record = record === undefined ? emptyRecord : records.read(session.orderId, record);
    session.version = version;
  };

  const append = async (session: OrderSession, events: readonly NewOrderEvent[]): Promise<Decision> => {
    for (let left = maxTries; left > 0; left--) {
      const at = Date.now();
      const decision = decideAll(session.record, events, at, policy);
      // Nothing changed, so save nothing. Compares parsed records, so that a field of a later release is not lost.
      if (isSameJson(decision.record, session.record)) return decision;
      const wanted = findDueTime(decision.record, at, decision.tasks, policy);
      const dueAt = wanted === null ? null : Math.max(wanted, session.leasedUntil ?? 0);
      const record = checkRecord(decision.record);
      const text = JSON.stringify(record);
      const saved: unknown = await store.save(session.orderId, text, session.version + 1, dueAt);
      // What a database answers to an update is often an object, also when nothing was updated.
      if (typeof saved !== 'boolean') throw createStoreError('`store.save` must answer true or false.');
      if (saved) {
        const changes = emitter?.hasListeners() ? listChanges(session.record, record) : [];
        session.record = record;
        records.keep(text, record);
        session.version++;
        emitter?.emit(session.orderId, changes, Date.now() - session.startedAt);
        return { ...decision, record };
      }
      // Another request saved first: reload, and apply the events to its record.
      await reload(session);
    }
    throw createStoreError('`store.save` has refused too often: does it compare versions?');
  };

  return {
    async load(orderId) {
      const session: OrderSession = { orderId, record: emptyRecord, version: 0, startedAt: Date.now() };
      await reload(session);
      return session;
    },
    reload,
    async defer(orderId, dueAt) {
      const stored = await store.load(orderId);
      // Where another request was faster, it has also saved when the order is due.
      if (stored) await store.save(orderId, stored.record, stored.version + 1, dueAt);
    },
    async appendEvents(session, ...events) {
      const { orderId } = session;
      const before = saving.get(orderId);
      const result = (before ?? Promise.resolve()).then(() => append(session, events));
      const ended = result.catch(() => undefined);
      saving.set(orderId, ended);
      try {
        return await result;
      } finally {
        if (saving.get(orderId) === ended) saving.delete(orderId);
      }
    },
  };
}

function decideAll(
  before: OrderRecord,
  events: readonly NewOrderEvent[],
  at: number,
  policy: Policy,
): Decision {
  let decision: Decision = { record: before, reply: { type: 'accepted' }, tasks: [] };
  for (const event of events) decision = decide(decision.record, { ...event, at }, policy);
  return decision;
}
