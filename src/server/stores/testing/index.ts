import type { Store } from '../store.js';
import { claiming, races } from './claiming.js';
import { listing } from './listing.js';
import { saving, texts } from './saving.js';
import { StoreCheckError, StoreFixture } from './store-fixture.js';

export type { ListPage, OpenRecord, Store, StoredRecord } from '../store.js';

/** What a store does wrong. */
export interface Finding {
  /** What every store must keep. */
  readonly name: string;
  /** What this store does instead. */
  readonly problem: string;
}

export interface StoreTest {
  /** A whole fact: what every store must keep. */
  readonly name: string;
  /** Rejects when the store does not keep it. */
  readonly run: () => Promise<void>;
}

export interface StoreTestOptions {
  /**
   * Opens the same records once more, as another process does: on a connection of its own. Without it, nobody can tell
   * what is saved from what is only remembered, so give it wherever it can be given.
   */
  readonly reopen?: (() => Store | Promise<Store>) | undefined;
  /** The longest record that is tried, in characters; 100000 when omitted. */
  readonly longestRecord?: number | undefined;
  /** The longest order id that is tried, in bytes; 255 when omitted. */
  readonly longestOrderId?: number | undefined;
}

/** A store that does not answer is found out too. */
const checkTimeoutMs = 60_000;

const checks = { ...saving, ...texts, ...claiming, ...listing, ...races };

/**
 * What every store must keep, one test for each fact, for any runner:
 * `for (const { name, run } of storeTests(makeStore)) test(name, run)`. Run them one after the other, on a table for
 * tests. `testStore` runs them all and needs no runner.
 *
 * @param makeStore A store, or what makes one; it is asked for one for each test. Made stores may share their records.
 */
export function storeTests(
  makeStore: Store | (() => Store | Promise<Store>),
  { reopen, longestRecord = 100_000, longestOrderId = 255 }: StoreTestOptions = {},
): readonly StoreTest[] {
  const open = async () => (typeof makeStore === 'function' ? makeStore() : makeStore);
  return Object.entries(checks).map(([name, check]) => ({
    name,
    async run() {
      const store = await open();
      await store.migrate?.();
      const fixture = new StoreFixture(store, reopen ? await reopen() : store, {
        longestRecord,
        longestOrderId,
      });
      try {
        await inTime(check(fixture));
      } finally {
        await inTime(fixture.close()).catch(() => undefined);
      }
    },
  }));
}

/**
 * Holds a store against what every store must keep. Resolves with what it does not keep; an empty list means that
 * nothing was found. Takes the same as `storeTests`.
 */
export async function testStore(
  makeStore: Store | (() => Store | Promise<Store>),
  options?: StoreTestOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, run } of storeTests(makeStore, options)) {
    try {
      await run();
    } catch (error) {
      findings.push({ name, problem: problemOf(error) });
    }
  }
  return findings;
}

const problemOf = (error: unknown) =>
  error instanceof StoreCheckError ? error.message : `It failed with: ${String(error)}`;

async function inTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreCheckError('The store did not answer within a minute.')),
      checkTimeoutMs,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
