import { readStage, type Purchase } from '../checkout/purchase.js';
import { boolean, number, object, text, type Read } from '../../wire/reader.js';
import { computeDigest } from './digest.js';
import { storedAttemptLifetimeMs } from './timeouts.js';

/**
 * Begins the storage key of each purchase; a digest follows. Each purchase has a storage key of its own, because two tabs
 * that change one shared value at the same moment may each overwrite what the other has just written.
 */
const keyPrefix = 'pay-checkout ';

/** The name of a purchase's storage key and of its Web Lock. */
export const getStorageKey = ({ key }: Pick<Purchase, 'key'>): string => keyPrefix + computeDigest(key);

/**
 * Any script of the origin can write to the storage: a value that does not parse as an entry is ignored. `page` is a
 * digest of the URL of the page that wrote the entry; for `givenUp` see `StoredAttempt`.
 */
const parseEntry = object({ id: text, at: number, stage: readStage, page: text }, { givenUp: boolean });
export type StoredEntry = Read<typeof parseEntry>;

/**
 * The entries that could not be stored, where storage is full or forbidden: the elements of this document still see each
 * other's.
 */
const unstoredEntries = new Map<string, StoredEntry>();

/**
 * Tells all elements of this window that an entry was written: the `storage` event does not reach the window that writes.
 * A second copy of this script listens to the same name.
 */
export const writtenEvent = 'pay-checkout:written';

/**
 * The tabs of an origin share `localStorage`. In `sessionStorage` each tab keeps the payments that it has made: a page
 * that was paid shows the payment again on Back and reload, also when the payer was at the bank.
 */
type StorageKind = 'localStorage' | 'sessionStorage';

export function loadEntry(kind: StorageKind, storageKey: string): StoredEntry | undefined {
  try {
    const entry = parseEntry(JSON.parse(window[kind].getItem(storageKey) ?? 'null'));
    return entry && unlessExpired(entry);
  } catch {
    // Storage is forbidden, or another script has written something that is no JSON.
    return undefined;
  }
}

const unlessExpired = (entry: StoredEntry): StoredEntry | undefined =>
  Date.now() - entry.at < storedAttemptLifetimeMs ? entry : undefined;

/** False: storage is full or forbidden. */
export function storeEntry(kind: StorageKind, storageKey: string, entry: StoredEntry | undefined): boolean {
  try {
    if (entry) window[kind].setItem(storageKey, JSON.stringify(entry));
    else window[kind].removeItem(storageKey);
    return true;
  } catch {
    return false;
  }
}

/** The storage keys of all purchases that have an entry. */
export function getStorageKeys(): string[] {
  try {
    return [...Object.keys(localStorage), ...unstoredEntries.keys()].filter((storageKey) =>
      storageKey.startsWith(keyPrefix),
    );
  } catch {
    return [...unstoredEntries.keys()];
  }
}

export function readSharedEntry(storageKey: string): StoredEntry | undefined {
  const stored = loadEntry('localStorage', storageKey);
  const unstored = unstoredEntries.get(storageKey);
  // Another tab may have stored a later entry since.
  return unstored && unstored.at >= (stored?.at ?? 0) ? unlessExpired(unstored) : stored;
}

export function writeSharedEntry(storageKey: string, entry: StoredEntry): void {
  removeExpiredEntries();
  if (storeEntry('localStorage', storageKey, entry)) unstoredEntries.delete(storageKey);
  else unstoredEntries.set(storageKey, entry);
  dispatchEvent(new Event(writtenEvent));
}

function removeExpiredEntries(): void {
  for (const storageKey of getStorageKeys())
    if (!readSharedEntry(storageKey)) storeEntry('localStorage', storageKey, undefined);
}
