import { createCheckedStore } from './checked-store.js';
import type { Store } from './store.js';

interface Entry {
  readonly record: string;
  readonly version: number;
  readonly dueAt: number | null;
}

/**
 * Records in this process's memory: for tests and demos. Not for a shop: a restart loses them, and a second process
 * does not see them, so that an order could be paid twice.
 */
export function memoryStore(): Store {
  const entries = new Map<string, Entry>();
  return createCheckedStore({
    async load(orderId) {
      const entry = entries.get(orderId);
      return entry && { record: entry.record, version: entry.version };
    },
    async save(orderId, record, version, dueAt) {
      if ((entries.get(orderId)?.version ?? 0) !== version - 1) return false;
      entries.set(orderId, { record, version, dueAt });
      return true;
    },
    async claimDue(now, limit, leaseMs) {
      const due = [...entries]
        .flatMap(([id, entry]) =>
          entry.dueAt !== null && entry.dueAt <= now ? [{ id, at: entry.dueAt }] : [],
        )
        .sort((a, b) => a.at - b.at)
        .slice(0, limit);
      for (const { id } of due) entries.set(id, { ...(entries.get(id) as Entry), dueAt: now + leaseMs });
      return due.map(({ id }) => id);
    },
    async migrate() {
      // Nothing is kept, so nothing has to be made.
    },
  });
}
