import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Store } from '../../server/stores/store.js';

/** Several records, so that many orders at once do not all wait for one. */
const shards = 16;
/** Cap of one shard: the list is for people, and needs not be complete. */
const maxShardLength = 500;

/**
 * The orders with notifications that the shop does not take, because a store hands out due orders but lists none. An order
 * may be listed although nothing fails any more; readers skip it.
 */
export interface UndeliveredIndex {
  add(orderId: string): Promise<void>;
  remove(orderId: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

const maxTries = 100;
const orderIds = z.array(z.string());

export function createUndeliveredIndex(store: Store): UndeliveredIndex {
  const keyOf = (orderId: string) =>
    `failing:${(createHash('sha256').update(orderId).digest()[0] ?? 0) % shards}`;
  const parse = (text: string | undefined) => (text === undefined ? [] : orderIds.parse(JSON.parse(text)));

  async function update(orderId: string, change: (ids: readonly string[]) => readonly string[]) {
    const key = keyOf(orderId);
    for (let left = maxTries; left > 0; left -= 1) {
      const stored = await store.load(key);
      const before = parse(stored?.record);
      const after = change(before);
      if (after.length === before.length) return;
      if (await store.save(key, JSON.stringify(after), (stored?.version ?? 0) + 1, null)) return;
    }
    throw new Error('The list of undelivered notifications was changed by other processes each time.');
  }

  return {
    add: (orderId) =>
      update(orderId, (ids) =>
        ids.includes(orderId) || ids.length >= maxShardLength ? ids : [...ids, orderId],
      ),
    remove: (orderId) => update(orderId, (ids) => ids.filter((id) => id !== orderId)),
    async list() {
      const stored = await Promise.all(
        Array.from({ length: shards }, (_, shard) => store.load(`failing:${shard}`)),
      );
      return stored.flatMap((each) => parse(each?.record));
    },
  };
}
