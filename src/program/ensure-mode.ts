import type { Store } from '../server/stores/store.js';
import { StorageError } from './storage/storage.js';

/** The key of the record that says whether the database is for test keys or for live ones. */
const recordKey = 'mode';

const readMode = (secretKey: string) => (secretKey.startsWith('sk_live_') ? 'live' : 'test');

/**
 * Refuses a database of the other mode: an order that was paid with test keys would count as paid with live ones.
 *
 * @throws {StorageError} when the database was used with keys of the other mode.
 */
export async function ensureMode(store: Store, secretKey: string): Promise<void> {
  const mode = readMode(secretKey);
  const stored = await store.load(recordKey);
  if (!stored && (await store.save(recordKey, mode, 1, null))) return;
  // Another process may have saved it just now.
  const kept = (stored ?? (await store.load(recordKey)))?.record;
  if (kept === mode) return;
  throw new StorageError(
    `The database of DATABASE_URL has the orders of ${kept} keys, and PAY_SECRET_KEY is a ${mode} key. Give it a database of its own.`,
  );
}
