import { createHash } from 'node:crypto';
import type { Store } from '../../server/stores/store.js';

/** Several records, so that many orders at once do not all wait for one. */
const shards = 16;
/** Where nothing can be delivered for long, a list of some thousand orders is as good as one of all. */
const maxShardLength = 500;

/**
 * The orders whose news the shop does not take: a store can hand out what is due, and list nothing. The record of an
 * order has the truth; an order that stands here in vain is skipped by whoever reads the list.
 */
export interface UndeliveredIndex {
  add(orderId: string): Promise<void>;
  remove(orderId: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

const maxTries = 100;

export function createUndeliveredIndex(store: Store): UndeliveredIndex {
  const keyOf = (orderId: string) =>
    `failing:${(createHash('sha256').update(orderId).digest()[0] ?? 0) % shards}`;
  const parse = (text: string | undefined) => (text === undefined ? [] : (JSON.parse(text) as string[]));

  async function update(orderId: string, change: (ids: readonly string[]) => readonly string[]) {
    const key = keyOf(orderId);
    for (let left = maxTries; left > 0; left -= 1) {
      const stored = await store.load(key);
      const before = parse(stored?.record);
      const after = change(before);
      if (after.length === before.length) return;
      if (await store.save(key, JSON.stringify(after), (stored?.version ?? 0) + 1, null)) return;
    }
    throw new Error('The list of failing news was changed by others each time.');
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
