import { memoryStore } from '../../src/server/stores/memory.js';
import type { Store } from '../../src/server/index.js';

/** Records in memory, and a clock of their own that says what is due, so that no test waits for a sweep to be due. */
export function openDueStore(around: (store: Store) => Store = (store) => store) {
  const due = new Map<string, number | null>();
  let ahead = 0;
  const memory = memoryStore();
  const store = around({
    ...memory,
    async save(orderId, record, version, dueAt) {
      const saved = await memory.save(orderId, record, version, dueAt);
      if (saved) due.set(orderId, dueAt);
      return saved;
    },
    claimDue: (now, limit, leaseMs) => memory.claimDue(now + ahead, limit, leaseMs),
  });
  return {
    store,
    /** The orders of which something is left to do, whenever it is due. */
    open: () => [...due].flatMap(([id, at]) => (at === null ? [] : [id])),
    /** When an order is due, in milliseconds; undefined when nothing is left. */
    dueAt: (id: string) => due.get(id) ?? undefined,
    /** Lets everything be due that is left, however late. A lease is over, too. */
    letAllBeDue: () => void (ahead += 1e12),
  };
}
