import { PayError } from '../../error.js';
import { decide } from './decide.js';
import type { Decision, Fact, Policy } from './fact.js';
import type { Orders } from './order.js';
import { emptyRecord, readRecord, type OrderRecord } from './record.js';

/** A fact as it is brought; the time is added. */
type WithoutTime<F> = F extends unknown ? Omit<F, 'at'> : never;
export type News = WithoutTime<Fact>;

/** The records of the orders, changed by facts only. */
export interface Books {
  /** Undefined when nothing was ever noted for the order. */
  read(orderId: string): Promise<OrderRecord | undefined>;
  /** Notes what became known, in this order, and is done when it is saved. The answer is about the last one. */
  note(orderId: string, ...news: [News, ...News[]]): Promise<Decision>;
}

const nothing = JSON.stringify(emptyRecord);

const mistake = (message: string) => new PayError('configuration', message, { field: 'orders' });

/** More than so many others cannot have been faster, each time, for any good reason. */
const tries = 100;

export function openBooks(orders: Orders, policy: Policy): Books {
  const load = async (orderId: string) => {
    const stored = await orders.load(orderId);
    if (!stored) return undefined;
    const { record, version } = stored;
    // Some databases give large integers as texts, and `"1" + 1` is `"11"`.
    if (!Number.isSafeInteger(version)) throw mistake('`orders.load` must answer `version` as a number.');
    return { record, version, read: readRecord(orderId, record) };
  };

  return {
    read: async (orderId) => (await load(orderId))?.read,
    async note(orderId, ...news) {
      for (let left = tries; left > 0; left--) {
        const stored = await load(orderId);
        const decision = decideAll(stored?.read ?? emptyRecord, news, policy);
        const text = JSON.stringify(decision.record);
        // Nothing new: somebody else may have noted the same already.
        if (text === (stored?.record ?? nothing)) return decision;
        const saved: unknown = await orders.save(orderId, text, (stored?.version ?? 0) + 1);
        // What a database answers to an update is often an object, also when nothing was updated.
        if (typeof saved !== 'boolean') throw mistake('`orders.save` must answer true or false.');
        if (saved) return decision;
        // Another request was faster. What it noted counts, so this is judged anew.
      }
      throw mistake('`orders.save` has refused too often: does it compare versions?');
    },
  };
}

function decideAll(record: OrderRecord, [first, ...rest]: [News, ...News[]], policy: Policy): Decision {
  const at = Date.now();
  let decision = decide(record, { ...first, at }, policy);
  for (const next of rest) decision = decide(decision.record, { ...next, at }, policy);
  return decision;
}
