import type { Store } from '../../server/stores/store.js';

/** One record of each store, which no order can have as its id. */
const recordKey = 'pay-checkout:ready';

/** How long an answer stands, so that many who ask cost no more than one. */
const answerMs = 1000;

/**
 * Writes to a store, because a replica, a database that is read-only and a full disk still answer what is read.
 *
 * @throws the reason why the store cannot be written.
 */
export async function writeProbe(store: Store): Promise<void> {
  const stored = await store.load(recordKey);
  // False proves it too: another process has written the record since this one read it.
  await store.save(recordKey, new Date().toISOString(), (stored?.version ?? 0) + 1, null);
}

/** Runs a check at most once a second, and never twice at once. All callers meanwhile share its result. */
export function shareCheck(check: () => Promise<void>): () => Promise<void> {
  let latest: Promise<void> | undefined;
  let isRunning = false;
  let start = 0;
  return () => {
    if (latest && (isRunning || performance.now() - start < answerMs)) return latest;
    isRunning = true;
    start = performance.now();
    latest = check().finally(() => (isRunning = false));
    return latest;
  };
}
