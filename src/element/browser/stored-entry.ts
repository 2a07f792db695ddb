import { readStage, type Purchase, isPaidOrAuthorized } from '../checkout/purchase.js';
import { boolean, number, object, text, type Read } from '../../wire/reader.js';
import { storedAttemptLifetimeMs } from '../checkout/timeouts.js';
import { getPageKey } from '../checkout/urls.js';

/**
 * Begins the storage key of each purchase; a digest follows. Each purchase has its own storage key, because two tabs
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

/** The payments that this document has made. An element that is added to the page later is for another purchase. */
const paymentsOfDocument = new Set<string>();

/** How many attempt stores this document has created. */
let storeCount = 0;

/**
 * By payment id: how many stores existed when a payment from before this page load was first read. Only those stores
 * report that payment; an element added later, as by the next page of a shop in one document, pays for something else.
 */
const storeCountAtFirstRead = new Map<string, number>();

/** Numbers the attempt stores of this document, from 1. */
export const assignStoreNumber = (): number => ++storeCount;

/** Marks a payment as made by this document: it is not one from before this page load. */
export const addPaymentOfDocument = (paymentId: string): void => void paymentsOfDocument.add(paymentId);

/** This tab's own entry from before this page load, if the store of this number may report it. */
export function readOwnEntry(storageKey: string, storeNumber: number): StoredEntry | undefined {
  const entry = loadOrDropOwnEntry(storageKey);
  if (!entry || !isPaidOrAuthorized(entry.stage)) return entry;
  if (!storeCountAtFirstRead.has(entry.id)) storeCountAtFirstRead.set(entry.id, storeCount);
  return storeNumber <= (storeCountAtFirstRead.get(entry.id) ?? 0) ? entry : undefined;
}

/** This tab's entry, if this document came by Back, Forward or a reload to the page that wrote the entry. */
function loadOrDropOwnEntry(storageKey: string): StoredEntry | undefined {
  const entry = loadEntry('sessionStorage', storageKey);
  if (!entry || paymentsOfDocument.has(entry.id)) return undefined;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A new visit is for another purchase, also after a later reload: drop the entry.
  if (arrival?.type === 'navigate') storeEntry('sessionStorage', storageKey, undefined);
  else if (arrival && computePageDigest(arrival.name) === entry.page) return entry;
  return undefined;
}

const getReturnKey = (id: string): string => getStorageKey({ key: `return ${id}` });

/**
 * Stores that this tab goes to a payment's return URL. The shop may lead the payer from there back to the page that pays,
 * which must not go there automatically again: the two would follow each other without end.
 */
export const saveReturn = (id: string): boolean =>
  storeEntry('sessionStorage', getReturnKey(id), { id, stage: 'paid', at: Date.now(), page: '' });

/** Whether this tab has gone to a payment's return URL before. */
export const hasGoneToReturnUrl = (id: string): boolean =>
  loadEntry('sessionStorage', getReturnKey(id)) !== undefined;

/**
 * A digest of 64 bits, too short to recover a longer secret from. Not one of `crypto.subtle`, whose digests are
 * asynchronous.
 */
export function computeDigest(text: string): string {
  let [a, b] = [5381, 0x811c9dc5];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b, 0x01000193) ^ code;
  }
  return `${a}${b}`;
}

/** The digest of a page's URL, by which a page recognises what it has stored itself. */
export const computePageDigest = (url: string): string => computeDigest(getPageKey(url));
