import * as z from 'zod/mini';
import { PayError } from '../../error.js';
import { parseJson } from '../../wire/parse-json.js';
import type { Store } from '../stores/store.js';

/**
 * Which orders a report has to look at. A store can only load a record by its id, so their ids are kept in records of
 * their own beside those of the orders. Only sweeps write them, so that no payer waits for it.
 */
export interface ReportIndex {
  /** Lists the order, or takes it out; resolves when that is saved. */
  update(orderId: string, isListed: boolean): Promise<void>;
  read(): Promise<string[]>;
  saveSweep(at: number): Promise<void>;
  /** Undefined before the first sweep. */
  readLastSweep(): Promise<number | undefined>;
}

const recordPrefix = 'pay-checkout:';

/** Reserved for the report: a payment whose `pay_order` has this prefix belongs to no order. */
export const isReservedId = (orderId: string): boolean => orderId.startsWith(recordPrefix);

/** The number of records that hold the list, so that processes seldom write the same record, and each stays small. */
const shardCount = 256;
const maxTries = 100;
const concurrentLoads = 16;

const shard = z.object({ format: z.literal(1), orders: z.array(z.string()) });
const lastSweep = z.object({ format: z.literal(1), at: z.number() });

export function openReportIndex(store: Store): ReportIndex {
  /** Changes of one record that wait for the save before them, and are then saved together. */
  const waiting = new Map<number, { changes: Map<string, boolean>; done: Promise<void> }>();
  const saving = new Map<number, Promise<unknown>>();

  const applyChanges = (number: number, changes: ReadonlyMap<string, boolean>) =>
    updateRecord(store, `${recordPrefix}index:${number}`, shard, (before) => {
      const ids = new Set(before?.orders);
      for (const [orderId, isListed] of changes)
        if (isListed) ids.add(orderId);
        else ids.delete(orderId);
      return { format: 1 as const, orders: [...ids].sort() };
    });

  const startBatch = (number: number) => {
    const changes = new Map<string, boolean>();
    const done = (saving.get(number) ?? Promise.resolve()).then(() => {
      waiting.delete(number);
      return applyChanges(number, changes);
    });
    const ended = done.catch(() => undefined);
    saving.set(number, ended);
    void ended.then(() => saving.get(number) === ended && saving.delete(number));
    const batch = { changes, done };
    waiting.set(number, batch);
    return batch;
  };

  return {
    async update(orderId, isListed) {
      const number = findShard(orderId);
      const batch = waiting.get(number) ?? startBatch(number);
      batch.changes.set(orderId, isListed);
      return batch.done;
    },
    async read() {
      const numbers = Array.from({ length: shardCount }, (_, number) => number);
      const lists = await mapConcurrently(numbers, async (number) => {
        const stored = await store.load(`${recordPrefix}index:${number}`);
        return stored ? parse(shard, stored.record).orders : [];
      });
      return lists.flat();
    },
    async saveSweep(at) {
      await updateRecord(store, `${recordPrefix}sweep`, lastSweep, (before) => ({
        format: 1 as const,
        at: Math.max(at, before?.at ?? 0),
      }));
    },
    async readLastSweep() {
      const stored = await store.load(`${recordPrefix}sweep`);
      return stored && parse(lastSweep, stored.record).at;
    },
  };
}

/** FNV-1a: spreads the ids evenly, and the same in each process. */
function findShard(orderId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < orderId.length; at++) hash = Math.imul(hash ^ orderId.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % shardCount;
}

async function updateRecord<T>(
  store: Store,
  id: string,
  schema: z.ZodMiniType<T>,
  apply: (before: T | undefined) => T,
): Promise<void> {
  for (let left = maxTries; left > 0; left--) {
    const stored = await store.load(id);
    const text = JSON.stringify(apply(stored && parse(schema, stored.record)));
    if (text === stored?.record) return;
    if (await store.save(id, text, (stored?.version ?? 0) + 1, null)) return;
  }
  throw new PayError('configuration', '`store.save` has refused too often: does it compare versions?', {
    field: 'store',
  });
}

function parse<T>(schema: z.ZodMiniType<T>, text: string): T {
  const result = schema.safeParse(parseJson(text));
  if (result.success) return result.data;
  throw new PayError('configuration', 'The records of the report cannot be read.', { field: 'store' });
}

/** Runs at most 16 at a time. */
export async function mapConcurrently<T, R>(
  values: readonly T[],
  run: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = [...values.entries()];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) results[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: concurrentLoads }, work));
  return results;
}
