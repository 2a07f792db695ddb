import { createCheckedStore } from './checked-store.js';
import { maxDueAheadMs, type OpenRecord, type Store } from './store.js';

export type { ListPage, OpenRecord, Store, StoredRecord } from './store.js';

/** Puts the halves of surrogate pairs behind all other units. */
const rankUnit = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);

/** The order of the bytes in UTF-8, which the engines' indexes have, and `<` has not. */
function compareBytes(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const difference = rankUnit(a.charCodeAt(at)) - rankUnit(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** How many of these ids do not come after `last`, by halving. */
function countUpTo(sortedIds: readonly string[], last: string | undefined): number {
  let [low, high] = [0, last === undefined ? 0 : sortedIds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareBytes(sortedIds[middle] as string, last as string) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Entry {
  readonly record: string;
  readonly version: number;
  readonly dueAt: number | null;
}

/**
 * Records in this process's memory: for tests and demos. Not for a shop: a restart loses them, and a second process
 * does not see them, so that an order could be paid twice.
 */
export function memoryStore(): Required<Store> {
  const entries = new Map<string, Entry>();
  /** All ids in order; undefined after a new one, so that a list of many pages sorts once. */
  let sortedIds: string[] | undefined;
  return createCheckedStore({
    async load(orderId) {
      const entry = entries.get(orderId);
      return entry && { record: entry.record, version: entry.version };
    },
    async save(orderId, record, version, dueAt) {
      if ((entries.get(orderId)?.version ?? 0) !== version - 1) return false;
      if (version === 1) sortedIds = undefined;
      entries.set(orderId, { record, version, dueAt });
      return true;
    },
    async claimDue(now, limit, leaseMs) {
      const open = [...entries]
        .flatMap(([id, { dueAt }]) => (dueAt === null ? [] : [{ id, at: dueAt }]))
        .sort((a, b) => a.at - b.at);
      const due = [
        ...open.filter(({ at }) => at <= now),
        ...open.filter(({ at }) => at > now + maxDueAheadMs),
      ].slice(0, limit);
      for (const { id } of due) entries.set(id, { ...(entries.get(id) as Entry), dueAt: now + leaseMs });
      return due.map(({ id }) => id);
    },
    async list({ after, limit }) {
      sortedIds ??= [...entries.keys()].sort(compareBytes);
      const page: OpenRecord[] = [];
      for (let at = countUpTo(sortedIds, after); at < sortedIds.length && page.length < limit; at++) {
        const orderId = sortedIds[at] as string;
        const { record, dueAt } = entries.get(orderId) as Entry;
        if (dueAt !== null) page.push({ orderId, record, dueAt });
      }
      return page;
    },
    async migrate() {
      // Nothing is kept, so nothing has to be made.
    },
  });
}
