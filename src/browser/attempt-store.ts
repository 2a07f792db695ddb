import { getPageKey } from '../checkout/urls.js';
import type { FinalStatus } from '../checkout/outcome.js';
import {
  hasUniqueName,
  isPaid,
  readStage,
  type StoreSnapshot,
  type Purchase,
  type AttemptStore,
  type StoredAttempt,
  type Stage,
} from '../checkout/purchase.js';
import { boolean, number, object, text, type Read } from '../wire/reader.js';
import { lockTimeoutMs, storedAttemptLifetimeMs } from './timeouts.js';

/**
 * Begins the key of each purchase in the storage, which ends in a digest. Each has a key of its own, because two tabs
 * that change one value at the same moment may each write what the other has not read yet.
 */
const keyPrefix = 'pay-checkout ';

/**
 * Any script of the origin can write to the storage: an entry that is not one of ours is none. `page` is a digest of the
 * address of the page that wrote it; for `givenUp` see `StoredAttempt`.
 */
const parseEntry = object({ id: text, at: number, stage: readStage, page: text }, { givenUp: boolean });
type Entry = Read<typeof parseEntry>;

/** What could not be stored, where storage is full or forbidden: the elements of this document still know of each other. */
const unstoredEntries = new Map<string, Entry>();

/** The payments that this document has made: an element that is put in later pays for something else. */
const paymentsOfDocument = new Set<string>();

/** How many there have been in this document. */
let storeCount = 0;

/**
 * How many there were when a payment of before this document was told first: those tell it, and no later one. An element
 * that is put in after it, as by the next page of a shop in one document, pays for something else.
 */
const storeCountAtFirstRead = new Map<string, number>();

/** The storage event does not reach the window that writes. Its name is the same for a second copy of this script. */
const writtenEvent = 'pay-checkout:written';

/**
 * The memory that the tabs of an origin share, in `localStorage`, and a Web Lock on each purchase. Where either is
 * missing the element works without it.
 */
export class BrowserAttemptStore implements AttemptStore {
  readonly #number = ++storeCount;
  /** Gives the lock back that is held or asked for. */
  #releaseLock: (() => void) | undefined;
  /** Writes once more what was noted last. */
  #rewrite: (() => void) | undefined;

  read(purchase: Purchase): StoredAttempt | undefined {
    const name = getStorageKey(purchase);
    const own = this.#ownEntry(name);
    // What this page has paid itself is its own, whatever other tabs have bought under the same name since.
    const entry = own && isPaid(own.stage) ? own : readSharedEntry(name);
    if (!entry) return undefined;
    const { id: paymentId, stage } = entry;
    // The device's clock may have been ahead when it was written.
    const at = Math.min(entry.at, Date.now());
    return { paymentId, stage, at, givenUp: entry.givenUp === true, returned: own?.id === paymentId };
  }

  #ownEntry(name: string): Entry | undefined {
    const entry = loadOwnEntry(name);
    if (!entry || !isPaid(entry.stage)) return entry;
    if (!storeCountAtFirstRead.has(entry.id)) storeCountAtFirstRead.set(entry.id, storeCount);
    return this.#number <= (storeCountAtFirstRead.get(entry.id) ?? 0) ? entry : undefined;
  }

  async lock(purchase: Purchase): Promise<StoreSnapshot> {
    this.release();
    const free = await this.#lock(getStorageKey(purchase));
    return { busy: !free, entry: this.read(purchase) };
  }

  release(): void {
    this.#releaseLock?.();
    this.#releaseLock = undefined;
  }

  async peek(purchase: Purchase): Promise<StoreSnapshot> {
    const held = await getLockManager()
      ?.query()
      .then(
        (all) => all.held,
        () => undefined,
      );
    const busy = held?.some(({ name }) => name === getStorageKey(purchase)) ?? false;
    return { busy, entry: this.read(purchase) };
  }

  save(purchase: Purchase, paymentId: string, stage: Stage): void {
    const name = getStorageKey(purchase);
    const before = readSharedEntry(name);
    const isOwn = before?.id === paymentId;
    // A payment that still waits has done so since it was noted first: a reload must not start its time again.
    const at = isOwn && stage === 'waiting' && before.stage === stage ? before.at : Date.now();
    const givenUp = stage === 'given-up' || before?.givenUp ? { givenUp: true } : {};
    const entry: Entry = { id: paymentId, stage, at, page: computePageDigest(location.href), ...givenUp };
    const isKept = loadEntry('sessionStorage', name)?.id === paymentId;
    if (stage === 'waiting' || isPaid(stage)) {
      if (!isKept) paymentsOfDocument.add(paymentId);
      storeEntry('sessionStorage', name, entry);
      // The payment may have been voided after it was paid: drop the tab's entry, or a voided payment is polled forever.
    } else if (isKept) storeEntry('sessionStorage', name, undefined);
    if (!before || isOwn || !mustKeepEntry(before.stage, stage)) writeSharedEntry(name, entry);
    else if (stage === 'given-up') writeSharedEntry(name, { ...before, ...givenUp });
    this.#rewrite = () => {
      // Whoever has begun a later purchase of the same name knows no more of the one that was paid.
      if (isPaid(stage) && !hasUniqueName(purchase)) return;
      const other = readSharedEntry(name);
      if (!other || (other.id !== paymentId && !mustKeepEntry(other.stage, stage)))
        writeSharedEntry(name, entry);
    };
  }

  forget(purchase: Purchase): void {
    storeEntry('sessionStorage', getStorageKey(purchase), undefined);
  }

  watch(purchase: Purchase, onWrite: () => void): () => void {
    const onStorage = ({ key }: StorageEvent) => {
      // Another page has emptied the storage, as some do when a customer signs out.
      if (key === null) this.#rewrite?.();
      if (key === getStorageKey(purchase)) onWrite();
    };
    addEventListener('storage', onStorage);
    addEventListener(writtenEvent, onWrite);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener(writtenEvent, onWrite);
    };
  }

  /** False: somebody else holds it. */
  #lock(name: string): Promise<boolean> {
    const manager = getLockManager();
    if (!manager) return Promise.resolve(true);
    return new Promise((resolve) => {
      const held = new Promise<void>((release) => (this.#releaseLock = release));
      const hold = (lock: Lock | null): Promise<void> => {
        if (!lock) return manager.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold);
        resolve(true);
        return held;
      };
      manager
        // A slow browser may need long to answer that a lock is free.
        .request(name, { ifAvailable: true }, hold)
        // Some documents may not use locks; they work without.
        .catch((error: DOMException) =>
          resolve(error.name !== 'AbortError' && error.name !== 'TimeoutError'),
        );
    });
  }
}

/**
 * Notes how a payment ended, which `pay-result` has read: a purchase that was not paid can be paid again, and the next
 * one after a paid one is another. Answers whether another payment of the purchase may have been given up, and still go
 * through.
 */
export function saveOutcome(id: string, status: FinalStatus): boolean {
  const entries = getStorageKeys().flatMap((name) => {
    const entry = readSharedEntry(name);
    return entry ? [{ name, entry }] : [];
  });
  const { name, entry } = entries.find((each) => each.entry.id === id) ?? {};
  // Another payment has taken its place: which purchase it was made for is no longer known.
  if (!name || !entry) return entries.some((each) => each.entry.givenUp);
  const ended: Entry = { ...entry, stage: status === 'failed' ? 'free' : status, at: Date.now() };
  // Back to the page that has made it must not find a form.
  if (isPaid(ended.stage) && loadEntry('sessionStorage', name)?.id === id)
    storeEntry('sessionStorage', name, ended);
  writeSharedEntry(name, ended);
  return entry.givenUp === true;
}

/** Missing in pages that are not secure. */
const getLockManager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/** Of its key in the storage, and of its lock. */
const getStorageKey = ({ key }: Purchase) => keyPrefix + computeDigest(key);

/** Whether the entry of another payment stays in place of what is noted. */
function mustKeepEntry(other: Stage, noted: Stage): boolean {
  // Whoever claims the purchase holds its lock, and has read what was remembered.
  if (noted === 'claimed') return false;
  // A claim may have been left by a tab that was closed: what was sent or paid says more.
  if (other === 'claimed') return noted !== 'sent' && !isPaid(noted);
  // Whoever sends took the paid one for an earlier purchase.
  if (isPaid(other)) return noted !== 'sent';
  return other === 'sent' || other === 'waiting';
}

/**
 * `localStorage` is shared by the tabs of an origin. In `sessionStorage` each tab keeps what it has made: a page that was
 * paid shows it again on Back and reload, also when the payer was at the bank.
 */
type StorageKind = 'localStorage' | 'sessionStorage';

function loadEntry(kind: StorageKind, name: string): Entry | undefined {
  try {
    const entry = parseEntry(JSON.parse(window[kind].getItem(name) ?? 'null'));
    return entry && Date.now() - entry.at < storedAttemptLifetimeMs ? entry : undefined;
  } catch {
    // Storage is forbidden, or somebody else has written there.
    return undefined;
  }
}

/** False: storage is full or forbidden. */
function storeEntry(kind: StorageKind, name: string, entry: Entry | undefined): boolean {
  try {
    if (entry) window[kind].setItem(name, JSON.stringify(entry));
    else window[kind].removeItem(name);
    return true;
  } catch {
    return false;
  }
}

/** The names of all purchases that are remembered. */
function getStorageKeys(): string[] {
  try {
    return [...Object.keys(localStorage), ...unstoredEntries.keys()].filter((name) =>
      name.startsWith(keyPrefix),
    );
  } catch {
    return [...unstoredEntries.keys()];
  }
}

/** What this tab has kept, if this document came by Back, Forward or a reload to the page that wrote it. */
function loadOwnEntry(name: string): Entry | undefined {
  const entry = loadEntry('sessionStorage', name);
  if (!entry || paymentsOfDocument.has(entry.id)) return undefined;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A new visit is for another purchase, also once it is loaded again.
  if (arrival?.type === 'navigate') storeEntry('sessionStorage', name, undefined);
  else if (arrival && computePageDigest(arrival.name) === entry.page) return entry;
  return undefined;
}

const computePageDigest = (url: string) => computeDigest(getPageKey(url));

function readSharedEntry(name: string): Entry | undefined {
  const [stored, own] = [loadEntry('localStorage', name), unstoredEntries.get(name)];
  // Another tab may have stored something since.
  return own && own.at >= (stored?.at ?? 0) ? own : stored;
}

function writeSharedEntry(name: string, entry: Entry): void {
  for (const each of getStorageKeys())
    if (!readSharedEntry(each)) storeEntry('localStorage', each, undefined);
  if (storeEntry('localStorage', name, entry)) unstoredEntries.delete(name);
  else unstoredEntries.set(name, entry);
  dispatchEvent(new Event(writtenEvent));
}

/**
 * A digest of 64 bits, from which a longer secret can't be found. It is our own because the browser's digests are
 * asynchronous.
 */
function computeDigest(text: string): string {
  let [a, b] = [5381, 0x811c9dc5];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b, 0x01000193) ^ code;
  }
  return `${a}${b}`;
}
