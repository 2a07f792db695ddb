import { isStorableId } from '../../server/stores/checked-store.js';
import type { Store } from '../../server/stores/store.js';
import { findNotificationDueTime } from '../notifications/queue.js';
import { readOrderRecord, type ShopOrderRecord } from './order-record.js';

/** Gives up after 100 lost races: that many conflicts mean that the store does not compare versions. */
const maxTries = 100;

/** What the program keeps for each order: what the shop signed, and its notifications. */
export interface OrderRecords {
  /** Undefined also for what no order can have as its id. */
  read(orderId: string): Promise<ShopOrderRecord | undefined>;
  /** Applies `change` again when another process saved first. Nothing is saved when `change` returns its argument. */
  update(
    orderId: string,
    change: (record: ShopOrderRecord | undefined) => ShopOrderRecord | undefined,
  ): Promise<ShopOrderRecord | undefined>;
  /** Orders with due notifications, each handed to one process for a minute. */
  claimDue(now: number, limit: number): Promise<readonly string[]>;
  /** Orders with a notification that is waiting or was given up, by id, from the one after `after` on. */
  listUndelivered(after: string | undefined, limit: number): Promise<readonly ShopOrderRecord[]>;
}

const prefix = 'order:';
const leaseMs = 60_000;

/** Whether an order may have this id, so that no store has to refuse it. */
export const canBeOrderId = (orderId: string): boolean => isStorableId(prefix + orderId);

export function createOrderRecords(store: Store, now: () => number): OrderRecords {
  return {
    async read(orderId) {
      const stored = canBeOrderId(orderId) ? await store.load(prefix + orderId) : undefined;
      return stored && readOrderRecord(stored.record);
    },
    async update(orderId, change) {
      for (let left = maxTries; left > 0; left -= 1) {
        const stored = await store.load(prefix + orderId);
        const before = stored && readOrderRecord(stored.record);
        const after = change(before);
        if (after === undefined || after === before) return before;
        const version = (stored?.version ?? 0) + 1;
        if (
          await store.save(
            prefix + orderId,
            JSON.stringify(after),
            version,
            findNotificationDueTime(after, now()),
          )
        )
          return after;
      }
      throw new Error('The order was changed by others each time.');
    },
    claimDue: async (now, limit) =>
      (await store.claimDue(now, limit, leaseMs)).map((key) => key.slice(prefix.length)),
    async listUndelivered(after, limit) {
      const listed = await store.list({ ...(after !== undefined && { after: prefix + after }), limit });
      return listed.map(({ record }) => readOrderRecord(record));
    },
  };
}
