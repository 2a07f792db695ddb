import { PayError } from '../../error.js';
import type { Store } from '../stores/store.js';
import { decide } from './decide.js';
import type { Decision, OrderEvent, Policy } from './order-event.js';
import { emptyRecord, readRecord, writeRecord, type OrderRecord } from './record.js';
import { findDueTime } from './schedule.js';

/** An event before its time is added. */
type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;
export type NewOrderEvent = WithoutTime<OrderEvent>;

/** The records of the orders. Only events change them. */
export interface OrderStore {
  /** Undefined when nothing was ever saved for the order. */
  load(orderId: string): Promise<OrderRecord | undefined>;
  /** Applies the events in this order, and resolves when the result is saved. The reply is about the last one. */
  appendEvents(orderId: string, ...events: [NewOrderEvent, ...NewOrderEvent[]]): Promise<Decision>;
}

const storeError = (message: string) => new PayError('configuration', message, { field: 'store' });

/** More requests than so many cannot have been faster, each time, for any good reason. */
const mostTries = 100;

export function openOrderStore(store: Store, policy: Policy): OrderStore {
  const load = async (orderId: string) => {
    const stored = await store.load(orderId);
    if (!stored) return undefined;
    const { record, version } = stored;
    // Some databases give large integers as texts, and `"1" + 1` is `"11"`.
    if (!Number.isSafeInteger(version)) throw storeError('`store.load` must answer `version` as a number.');
    return { version, record: readRecord(orderId, record) };
  };

  return {
    load: async (orderId) => (await load(orderId))?.record,
    async appendEvents(orderId, ...events) {
      for (let left = mostTries; left > 0; left--) {
        const at = Date.now();
        const stored = await load(orderId);
        const before = stored?.record ?? emptyRecord;
        const decision = decideAll(before, events, at, policy);
        const text = writeRecord(decision.record);
        // Nothing new: another request may have saved the same already.
        if (text === writeRecord(before)) return decision;
        const dueAt = findDueTime(decision.record, at, decision.tasks.length > 0);
        const saved: unknown = await store.save(orderId, text, (stored?.version ?? 0) + 1, dueAt);
        // What a database answers to an update is often an object, also when nothing was updated.
        if (typeof saved !== 'boolean') throw storeError('`store.save` must answer true or false.');
        if (saved) return decision;
        // Another request was faster. What it saved counts, so the events are judged anew.
      }
      throw storeError('`store.save` has refused too often: does it compare versions?');
    },
  };
}

function decideAll(
  record: OrderRecord,
  [first, ...rest]: [NewOrderEvent, ...NewOrderEvent[]],
  at: number,
  policy: Policy,
): Decision {
  let decision = decide(record, { ...first, at }, policy);
  for (const next of rest) decision = decide(decision.record, { ...next, at }, policy);
  return decision;
}
