import type { FinalStatus } from '../../wire/final-status.js';
import {
  hasUniqueName,
  isPaidOrAuthorized,
  type AttemptStore,
  type Purchase,
  type Stage,
  type StoreSnapshot,
  type StoredAttempt,
} from '../checkout/purchase.js';
import {
  computePageDigest,
  addPaymentOfDocument,
  assignStoreNumber,
  readOwnEntry,
  hasGoneToReturnUrl,
  getStorageKey,
  getStorageKeys,
  loadEntry,
  readSharedEntry,
  storeEntry,
  writeSharedEntry,
  writtenEvent,
  type StoredEntry,
} from './stored-entry.js';
import { lockTimeoutMs, silentLockTimeoutMs } from '../checkout/timeouts.js';
import { stopListening } from './window.js';

/**
 * The attempt store in a browser: entries in `localStorage`, which the tabs of an origin share, and a Web Lock on each
 * purchase. Where either is missing the element works without it.
 */
export class BrowserAttemptStore implements AttemptStore {
  readonly #storeNumber = assignStoreNumber();
  readonly #adviseDeveloper: ((advice: string) => void) | undefined;
  /** A lock manager that has not answered is not asked again. */
  #isLockManagerSilent = false;
  /** Releases the lock that is held or requested. */
  #releaseLock: (() => void) | undefined;
  #lastSaved: { readonly purchase: Purchase; readonly entry: StoredEntry } | undefined;

  constructor(adviseDeveloper?: (advice: string) => void) {
    this.#adviseDeveloper = adviseDeveloper;
  }

  read(purchase: Purchase): StoredAttempt | undefined {
    const storageKey = getStorageKey(purchase);
    const own = readOwnEntry(storageKey, this.#storeNumber);
    // A page shows its own paid payment, whatever other tabs have bought under the same name since.
    const entry = own && isPaidOrAuthorized(own.stage) ? own : readSharedEntry(storageKey);
    if (!entry) return undefined;
    const { id: paymentId, stage } = entry;
    // The device's clock may have been ahead when the entry was written.
    const at = Math.min(entry.at, Date.now());
    const returned = own?.id === paymentId || (hasUniqueName(purchase) && hasGoneToReturnUrl(paymentId));
    return { paymentId, stage, at, givenUp: entry.givenUp === true, returned };
  }

  async lock(purchase: Purchase): Promise<StoreSnapshot> {
    this.release();
    let isHeld = false;
    const isLocked = await this.#waitForAnswer(
      () => !isHeld,
      (locks) => this.#lock(locks, getStorageKey(purchase), () => (isHeld = true)),
    );
    return { isLockedElsewhere: !isLocked, entry: this.read(purchase) };
  }

  release(): void {
    this.#releaseLock?.();
    this.#releaseLock = undefined;
  }

  async peek(purchase: Purchase): Promise<StoreSnapshot> {
    const held = await this.#waitForAnswer(
      () => undefined,
      (locks) =>
        locks.query().then(
          (all) => all.held,
          () => undefined,
        ),
    );
    const isLockedElsewhere = held?.some(({ name }) => name === getStorageKey(purchase)) ?? false;
    return { isLockedElsewhere, entry: this.read(purchase) };
  }

  save(purchase: Purchase, paymentId: string, stage: Stage, replacesPaid = false): void {
    const known = this.read(purchase);
    const isPaid = known?.paymentId === paymentId && isPaidOrAuthorized(known.stage);
    if (isPaid && !replacesPaid) return;
    const storageKey = getStorageKey(purchase);
    const before = readSharedEntry(storageKey);
    // Keep the time at which a payment began to wait for the payer: a reload must not start its time again.
    const hasWaited = before?.id === paymentId && before.stage === 'waiting' && stage === 'waiting';
    const entry: StoredEntry = {
      id: paymentId,
      stage,
      at: hasWaited ? before.at : Date.now(),
      page: computePageDigest(location.href),
      ...((stage === 'given-up' || before?.givenUp) && { givenUp: true }),
    };
    saveInTab(storageKey, entry);
    saveShared(storageKey, entry, before);
    this.#lastSaved = { purchase, entry };
  }

  /** Writes the last saved entry again, after a page has emptied the storage. */
  readonly #restoreLast = ({ type }: Event): void => {
    if (!this.#lastSaved) return;
    const { purchase, entry } = this.#lastSaved;
    // A later purchase may have the same name; do not write the paid one over that purchase's entry.
    if (isPaidOrAuthorized(entry.stage) && !hasUniqueName(purchase)) return;
    const storageKey = getStorageKey(purchase);
    const other = readSharedEntry(storageKey);
    // A page that is left may not have emptied anything: what others have written since stays.
    const isNewer = other && type === 'pagehide' && other.at > entry.at;
    if (!other || (other.id !== entry.id && !isNewer && !mustKeepEntry(other.stage, entry.stage)))
      writeSharedEntry(storageKey, entry);
  };

  forget(purchase: Purchase): void {
    storeEntry('sessionStorage', getStorageKey(purchase), undefined);
  }

  watch(purchase: Purchase, onWrite: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      const { key } = event;
      // Another page has emptied the storage, as some do when a customer signs out.
      if (key === null) this.#restoreLast(event);
      if (key === getStorageKey(purchase)) onWrite();
    };
    addEventListener('storage', onStorage);
    addEventListener(writtenEvent, onWrite);
    // No event tells this page that it has emptied the storage itself.
    addEventListener('pagehide', this.#restoreLast);
    return () => {
      stopListening('storage', onStorage);
      stopListening(writtenEvent, onWrite);
      stopListening('pagehide', this.#restoreLast);
    };
  }

  /** Asks the lock manager. Without one, and if it does not answer in time, resolves with `otherwise`. */
  #waitForAnswer<T>(otherwise: () => T, ask: (locks: LockManager) => Promise<T>): Promise<T> {
    const locks = getLockManager();
    if (!locks || this.#isLockManagerSilent) return Promise.resolve(otherwise());
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#isLockManagerSilent = true;
        this.#adviseDeveloper?.(
          'Web Locks have not answered: two tabs may pay at the same time. Only your server can refuse the second payment.',
        );
        resolve(otherwise());
      }, silentLockTimeoutMs);
      void ask(locks).then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  /** False: another element or tab holds the lock. */
  #lock(manager: LockManager, storageKey: string, onHeld: () => void): Promise<boolean> {
    return new Promise((resolve) => {
      const released = new Promise<void>((release) => (this.#releaseLock = release));
      /** The browser holds the lock until the returned promise settles. */
      const hold = (): Promise<void> => {
        resolve(true);
        return released;
      };
      const waitForLock = () => {
        onHeld();
        return manager.request(storageKey, { signal: AbortSignal.timeout(lockTimeoutMs) }, hold);
      };
      manager
        // Ask without a time limit first: a slow browser may need long to answer that a lock is free.
        .request(storageKey, { ifAvailable: true }, (lock) => (lock ? hold() : waitForLock()))
        .catch(({ name }: DOMException) => {
          const isHeldElsewhere = name === 'AbortError' || name === 'TimeoutError';
          // Any other error: some documents may not use locks; they work without.
          resolve(!isHeldElsewhere);
        });
    });
  }
}

/** Keeps the entry in this tab while a reload must show the payment: while it waits at the bank, and once it is paid. */
function saveInTab(storageKey: string, entry: StoredEntry): void {
  const isKept = loadEntry('sessionStorage', storageKey)?.id === entry.id;
  if (entry.stage === 'waiting' || isPaidOrAuthorized(entry.stage)) {
    if (!isKept) addPaymentOfDocument(entry.id);
    storeEntry('sessionStorage', storageKey, entry);
  } else if (isKept) {
    // The payment may have been voided after it was paid: drop the tab's entry, or a voided payment is polled forever.
    storeEntry('sessionStorage', storageKey, undefined);
  }
}

/** Writes the entry for all tabs, unless the entry of another payment must stay. */
function saveShared(storageKey: string, entry: StoredEntry, before: StoredEntry | undefined): void {
  if (!before || before.id === entry.id || !mustKeepEntry(before.stage, entry.stage))
    writeSharedEntry(storageKey, entry);
  else if (entry.stage === 'given-up') writeSharedEntry(storageKey, { ...before, givenUp: true });
}

/**
 * Stores a final status that `pay-result` has read, so that a failed purchase can be paid again. Returns whether another
 * payment of the purchase may have gone through, or still may.
 */
export function saveOutcome(id: string, status: FinalStatus): boolean {
  const entries = getStorageKeys().flatMap((storageKey) => {
    const entry = readSharedEntry(storageKey);
    return entry ? [{ storageKey, entry }] : [];
  });
  const { storageKey, entry } = entries.find((each) => each.entry.id === id) ?? {};
  // Another payment has replaced the entry, and any of the ones that are stored may be that payment.
  if (!storageKey || !entry)
    return entries.some(({ entry: other }) => other.givenUp === true || other.stage !== 'free');
  const endedEntry: StoredEntry = { ...entry, stage: status === 'failed' ? 'free' : status, at: Date.now() };
  // Back to the page that has made the payment must not show a form.
  if (isPaidOrAuthorized(endedEntry.stage) && loadEntry('sessionStorage', storageKey)?.id === id)
    storeEntry('sessionStorage', storageKey, endedEntry);
  writeSharedEntry(storageKey, endedEntry);
  return entry.givenUp === true;
}

/** Undefined in pages that are not secure: browsers have Web Locks in secure contexts only. */
const getLockManager = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/** Whether the shared entry of another payment stays, instead of an entry at the stage that is saved now. */
function mustKeepEntry(other: Stage, saved: Stage): boolean {
  // An element that saves `claimed` holds the lock of the purchase, and has read the other entry.
  if (saved === 'claimed') return false;
  // A `claimed` entry may have been left by a tab that was closed: `sent` or a paid stage says more.
  if (other === 'claimed') return saved !== 'sent' && !isPaidOrAuthorized(saved);
  // An element that sends has taken the paid payment for an earlier purchase.
  if (isPaidOrAuthorized(other)) return saved !== 'sent';
  return other === 'sent' || other === 'waiting';
}
