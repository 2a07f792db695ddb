import {
  maxDueAheadMs,
  type ListPage,
  type OpenRecord,
  type Store,
} from '../../../src/server/stores/store.js';

const soon = () => new Promise((resolve) => setImmediate(resolve));

interface Entry {
  record: string;
  version: number;
  dueAt: number | null;
}

const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A store that keeps all it must, in the open: what one of the broken ones changes stands in one place. */
function plainStore(entries = new Map<string, Entry>()) {
  const isNext = (id: string, version: number) => (entries.get(id)?.version ?? 0) === version - 1;
  const open = (isWanted: (dueAt: number) => boolean) =>
    [...entries]
      .filter(([, { dueAt }]) => dueAt !== null && isWanted(dueAt))
      .sort(([, a], [, b]) => a.dueAt! - b.dueAt!)
      .map(([id]) => id);
  const due = (now: number) => [
    ...open((dueAt) => dueAt <= now),
    ...open((dueAt) => dueAt > now + maxDueAheadMs),
  ];
  const store: Store = {
    async load(id) {
      const entry = entries.get(id);
      return entry && { record: entry.record, version: entry.version };
    },
    async save(id, record, version, dueAt) {
      if (!isNext(id, version)) return false;
      entries.set(id, { record, version, dueAt });
      return true;
    },
    async claimDue(now, limit, leaseMs) {
      const ids = due(now).slice(0, limit);
      for (const id of ids) entries.get(id)!.dueAt = now + leaseMs;
      return ids;
    },
    async list({ after, limit }) {
      return [...entries]
        .flatMap(([orderId, { record, dueAt }]) => (dueAt === null ? [] : [{ orderId, record, dueAt }]))
        .sort((a, b) => inBytes(a.orderId, b.orderId))
        .filter(({ orderId }) => after === undefined || inBytes(orderId, after) > 0)
        .slice(0, limit);
    },
  };
  return { store, entries, isNext, due };
}

type Plain = ReturnType<typeof plainStore>;
type Broken = (plain: Plain) => Partial<Record<keyof Store, unknown>>;
type SaveArguments = Parameters<Store['save']>;

/** The same store with another `save`, or with another answer of `load`. */
const saving =
  (save: (plain: Plain, ...args: SaveArguments) => Promise<unknown>): Broken =>
  (plain) => ({ save: (...args: SaveArguments) => save(plain, ...args) });
const loading =
  (change: (found: { record: string; version: number }) => unknown): Broken =>
  ({ store }) => ({
    async load(id: string) {
      const found = await store.load(id);
      return found && change(found);
    },
  });

/** The same store that hands out others: those that are chosen get their lease. */
const claiming =
  (choose: (plain: Plain, now: number) => string[]): Broken =>
  (plain) => ({
    async claimDue(now: number, limit: number, leaseMs: number) {
      const ids = choose(plain, now).slice(0, limit);
      for (const id of ids) plain.entries.get(id)!.dueAt = now + leaseMs;
      return ids;
    },
  });

const idsOf = (entries: Iterable<readonly [string, unknown]>) => [...entries].map(([id]) => id);
const dueBy = ({ entries }: Plain, now: number) =>
  [...entries].filter(([, { dueAt }]) => dueAt !== null && dueAt <= now);

/** The same store with ids changed on their way in. */
const folding =
  (fold: (id: string) => string): Broken =>
  ({ store }) => ({
    load: (id: string) => store.load(fold(id)),
    save: (id: string, record: string, version: number, dueAt: number | null) =>
      store.save(fold(id), record, version, dueAt),
  });

/** The same store with another list, made from all that is open. */
const listing =
  (list: (all: OpenRecord[], page: ListPage) => OpenRecord[]): Broken =>
  ({ store }) => ({
    list: async (page: ListPage) => list([...(await store.list({ limit: 1e9 }))], page),
  });

const afterId = (all: readonly OpenRecord[], { after, limit }: ListPage) =>
  all.filter(({ orderId }) => after === undefined || inBytes(orderId, after) > 0).slice(0, limit);

const every = (n: number) => {
  let calls = 0;
  return () => ++calls % n === 0;
};

/** Mistakes that somebody's own store may have, each in a store that keeps all the rest. */
const broken: Readonly<Record<string, Broken>> = {
  'save reads first and writes later': saving(async ({ entries, isNext }, id, record, version, dueAt) => {
    if (!isNext(id, version)) return false;
    await soon();
    entries.set(id, { record, version, dueAt });
    return true;
  }),
  'save does not compare versions': saving(async ({ entries }, id, record, version, dueAt) => {
    entries.set(id, { record, version, dueAt });
    return true;
  }),
  'save writes any higher version': saving(async ({ entries }, id, record, version, dueAt) => {
    if ((entries.get(id)?.version ?? 0) >= version) return false;
    entries.set(id, { record, version, dueAt });
    return true;
  }),
  'save answers true without writing, now and then': ({ store }) => {
    const isLost = every(7);
    return { save: async (...args: SaveArguments) => (isLost() ? true : store.save(...args)) };
  },
  'save answers false though it has written': saving(async ({ store }, ...args) => {
    await store.save(...args);
    return false;
  }),
  'save answers how many rows it has written': saving(async ({ store }, ...args) =>
    Number(await store.save(...args)),
  ),
  'save throws when the first version is there already': saving(
    async ({ store }, id, record, version, dueAt) => {
      const written = await store.save(id, record, version, dueAt);
      if (!written && version === 1) throw new Error('duplicate key');
      return written;
    },
  ),
  'save compares versions as texts': saving(async ({ entries }, id, record, version, dueAt) => {
    if (String(entries.get(id)?.version ?? 0) >= String(version)) return false;
    entries.set(id, { record, version, dueAt });
    return true;
  }),
  'save keeps the old record and counts on': saving(async ({ store, entries }, id, ...rest) => {
    const before = entries.get(id)?.record;
    const written = await store.save(id, ...rest);
    if (written && before !== undefined) entries.get(id)!.record = before;
    return written;
  }),
  'save leaves the lease as it is': saving(async ({ store, entries }, id, ...rest) => {
    const before = entries.get(id)?.dueAt;
    const written = await store.save(id, ...rest);
    if (written && before !== undefined) entries.get(id)!.dueAt = before;
    return written;
  }),
  'a refused save changes when the order is due': saving(
    async ({ store, entries }, id, record, version, dueAt) => {
      const entry = entries.get(id);
      if (entry) entry.dueAt = dueAt;
      return store.save(id, record, version, dueAt);
    },
  ),
  'save forgets when the order is due': saving(({ store }, id, record, version) =>
    store.save(id, record, version, null),
  ),
  'save cuts long records': saving(({ store }, id, record, ...rest) =>
    store.save(id, record.slice(0, 65_535), ...rest),
  ),
  'save has three bytes for a character': saving(({ store }, id, record, ...rest) =>
    store.save(id, record.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'), ...rest),
  ),
  'save trims records': saving(({ store }, id, record, ...rest) => store.save(id, record.trim(), ...rest)),
  'load answers the version as a text': loading(({ record, version }) => ({
    record,
    version: String(version),
  })),
  'load answers the version as a bigint': loading(({ record, version }) => ({
    record,
    version: BigInt(version),
  })),
  'load answers a parsed record': loading(({ record, version }) => ({ record: { text: record }, version })),
  'load answers an empty record for an order that is not there': ({ store }) => ({
    load: async (id: string) => (await store.load(id)) ?? { record: '', version: 0 },
  }),
  'load answers what was there before': ({ store }) => {
    const replica = new Map<string, unknown>();
    return {
      async load(id: string) {
        const before = replica.get(id);
        replica.set(id, await store.load(id));
        return before;
      },
    };
  },
  'order ids are folded by case': folding((id) => id.toLowerCase()),
  'blanks at the end of an order id do not count': folding((id) => id.trimEnd()),
  'order ids are normalized': folding((id) => id.normalize('NFC')),
  'order ids are compared without accents': folding((id) => id.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  'emoji in order ids are lost': folding((id) => id.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  'order ids are cut at 191 characters': folding((id) => id.slice(0, 191)),
  'claimDue reads first and leases later': ({ due, entries }) => ({
    async claimDue(now: number, limit: number, leaseMs: number) {
      const ids = due(now).slice(0, limit);
      await soon();
      for (const id of ids) entries.get(id)!.dueAt = now + leaseMs;
      return ids;
    },
  }),
  'claimDue writes back the whole of what it has read': ({ due, entries }) => ({
    async claimDue(now: number, limit: number, leaseMs: number) {
      const ids = due(now).slice(0, limit);
      const read = ids.map((id) => ({ ...entries.get(id)!, dueAt: now + leaseMs }));
      await soon();
      ids.forEach((id, at) => entries.set(id, read[at]!));
      return ids;
    },
  }),
  'claimDue gives no lease': ({ due }) => ({
    claimDue: async (now: number, limit: number) => due(now).slice(0, limit),
  }),
  'claimDue takes leased orders off for good': ({ due, entries }) => ({
    async claimDue(now: number, limit: number) {
      const ids = due(now).slice(0, limit);
      for (const id of ids) entries.get(id)!.dueAt = null;
      return ids;
    },
  }),
  'claimDue leases in seconds': ({ store }) => ({
    claimDue: (now: number, limit: number, leaseMs: number) =>
      store.claimDue(now, limit, Math.floor(leaseMs / 1000)),
  }),
  'claimDue ends a lease too late': ({ store }) => ({
    claimDue: (now: number, limit: number, leaseMs: number) => store.claimDue(now, limit, leaseMs + 1),
  }),
  'claimDue ignores when an order is due': ({ entries }) => ({
    claimDue: async (_now: number, limit: number) => [...entries.keys()].slice(0, limit),
  }),
  'claimDue hands out orders with nothing left to do': claiming(({ entries }, now) =>
    idsOf([...entries].filter(([, { dueAt }]) => (dueAt ?? 0) <= now)),
  ),
  'claimDue waits one millisecond too long': claiming(({ due }, now) => due(now - 1)),
  'claimDue hands out the newest first': claiming(({ due }, now) => due(now).reverse()),
  'claimDue sorts times as texts': claiming((plain, now) =>
    idsOf(dueBy(plain, now).sort(([, a], [, b]) => (String(a.dueAt) < String(b.dueAt) ? -1 : 1))),
  ),
  'claimDue has no limit': ({ store }) => ({
    claimDue: (now: number, _limit: number, leaseMs: number) => store.claimDue(now, 1e9, leaseMs),
  }),
  'claimDue counts a version': ({ store, entries }) => ({
    async claimDue(now: number, limit: number, leaseMs: number) {
      const ids = await store.claimDue(now, limit, leaseMs);
      for (const id of ids) entries.get(id)!.version += 1;
      return ids;
    },
  }),
  'claimDue answers rows': ({ store }) => ({
    claimDue: async (now: number, limit: number, leaseMs: number) =>
      (await store.claimDue(now, limit, leaseMs)).map((order_id) => ({ order_id })),
  }),
  'claimDue cuts times to 32 bits': ({ entries, store }) => ({
    async save(id: string, record: string, version: number, dueAt: number | null) {
      const written = await store.save(id, record, version, dueAt);
      if (written && dueAt !== null) entries.get(id)!.dueAt = dueAt | 0;
      return written;
    },
  }),
  'claimDue never hands out what is due later than a schedule can make': claiming((plain, now) =>
    idsOf(dueBy(plain, now).sort(([, a], [, b]) => a.dueAt! - b.dueAt!)),
  ),
  'claimDue hands out what is due in 25 hours': claiming(({ entries, due }, now) => {
    const early = [...entries].filter(([, { dueAt }]) => dueAt !== null && dueAt >= now + maxDueAheadMs);
    return [...new Set([...due(now), ...idsOf(early)])];
  }),
  'claimDue hands out the latest first, then what is due': claiming(({ due, entries }, now) =>
    due(now).sort((a, b) => Number(entries.get(b)!.dueAt! > now) - Number(entries.get(a)!.dueAt! > now)),
  ),
  'list repeats the last record of a page': listing((all, { after, limit }) =>
    all.filter(({ orderId }) => after === undefined || inBytes(orderId, after) >= 0).slice(0, limit),
  ),
  'list skips a record after each page': ({ store }) => ({
    list: async ({ after, limit }: ListPage) =>
      (await store.list({ after, limit: limit + 1 })).slice(after === undefined ? 0 : 1).slice(0, limit),
  }),
  'list ignores after, and answers all': ({ store }) => ({
    list: () => store.list({ limit: 1e9 }),
  }),
  'list answers one page only': listing((all, { after, limit }) =>
    after === undefined ? all.slice(0, limit) : [],
  ),
  'list has a page size of its own': ({ store }) => ({
    list: ({ after, limit }: ListPage) => store.list({ after, limit: Math.min(limit, 3) }),
  }),
  'list does not go on after an order that is finished': ({ store, entries }) => ({
    list: async ({ after, limit }: ListPage) =>
      after !== undefined && entries.get(after)?.dueAt === null ? [] : store.list({ after, limit }),
  }),
  'list leaves out what is leased': ({ store }) => {
    const leased = new Set<string>();
    return {
      async claimDue(...args: Parameters<Store['claimDue']>) {
        const ids = await store.claimDue(...args);
        for (const id of ids) leased.add(id);
        return ids;
      },
      list: async (page: ListPage) => (await store.list(page)).filter(({ orderId }) => !leased.has(orderId)),
    };
  },
  'list answers finished orders too': ({ store, entries }) => ({
    async list(page: ListPage) {
      const finished = [...entries].flatMap(([orderId, { record, dueAt }]) =>
        dueAt === null ? [{ orderId, record, dueAt: 0 }] : [],
      );
      const all = [...(await store.list({ limit: 1e9 })), ...finished];
      return afterId(
        all.sort((a, b) => inBytes(a.orderId, b.orderId)),
        page,
      );
    },
  }),
  'list is ordered by time': listing((all, page) =>
    afterId(
      all.sort((a, b) => a.dueAt - b.dueAt),
      page,
    ),
  ),
  'list is ordered as UTF-16': listing((all, { after, limit }) =>
    all
      .sort((a, b) => (a.orderId < b.orderId ? -1 : 1))
      .filter(({ orderId }) => after === undefined || orderId > after)
      .slice(0, limit),
  ),
  'list is ordered as a language does': listing((all, { after, limit }) =>
    all
      .sort((a, b) => a.orderId.localeCompare(b.orderId, 'en'))
      .filter(({ orderId }) => after === undefined || orderId.localeCompare(after, 'en') > 0)
      .slice(0, limit),
  ),
  'list answers times as texts': ({ store }) => ({
    list: async (page: ListPage) =>
      (await store.list(page)).map((row) => ({ ...row, dueAt: String(row.dueAt) })),
  }),
  'list answers ids': ({ store }) => ({
    list: async (page: ListPage) => (await store.list(page)).map(({ orderId }) => orderId),
  }),
  'list answers the first records': ({ store }) => {
    const first = new Map<string, string>();
    return {
      async save(id: string, record: string, version: number, dueAt: number | null) {
        if (!first.has(id)) first.set(id, record);
        return store.save(id, record, version, dueAt);
      },
      list: async (page: ListPage) =>
        (await store.list(page)).map((row) => ({ ...row, record: first.get(row.orderId) ?? row.record })),
    };
  },
  'list leases what it answers': ({ store, entries }) => ({
    async list(page: ListPage) {
      const rows = await store.list(page);
      for (const { orderId } of rows) entries.get(orderId)!.dueAt! += 1000;
      return rows;
    },
  }),
  'migrate empties the table': ({ entries }) => ({ migrate: async () => entries.clear() }),
  'migrate fails when it is repeated': () => {
    let made = false;
    return {
      async migrate() {
        if (made) throw new Error('table exists');
        made = true;
      },
    };
  },
  'every method fails': () => ({
    load: () => Promise.reject(new Error('no connection')),
    save: () => Promise.reject(new Error('no connection')),
  }),
};

export const brokenStores = Object.entries(broken).map(([name, change]) => ({
  name,
  makeStore(): Store {
    const plain = plainStore();
    return { ...plain.store, ...change(plain) } as Store;
  },
}));

export const wholeStore = (): Store => plainStore().store;
