import type { News, Purchase, Purchases, Remembered, Stage } from '../checkout/purchase.js';

/** The one key in `localStorage`. Its value: by a digest of the purchase, the payment's id and how far it got. */
const storageKey = 'pay-checkout';

/** Older entries are dropped, in milliseconds. */
const lifetime = 2 * 60 * 60_000;

/** How long a lock that is held is waited for, in milliseconds: the browser may not know yet that it was given back. */
const lockWait = 250;

interface Entry {
  readonly id: string;
  readonly at: number;
  readonly stage: Stage;
  /** See `Remembered`. */
  readonly givenUp?: boolean;
  /** A digest of the address of the page that wrote it. */
  readonly page: string;
}

type Entries = Record<string, Entry>;

/** What could not be stored, where storage is full or forbidden: the elements of this document still know of each other. */
let unstored: Entries = {};

/** The storage event does not reach the window that writes. Its name is the same for a second copy of this script. */
const written = 'pay-checkout:written';

/**
 * The memory that the tabs of an origin share, in `localStorage`, and a Web Lock on each purchase. Where either is
 * missing the element works without it.
 */
export class BrowserPurchases implements Purchases {
  /** Gives the lock back that is held or asked for. */
  #letGo: (() => void) | undefined;

  recall({ key }: Purchase): Remembered | undefined {
    const name = digest(key);
    // What this page has paid itself is its own, whatever other tabs have bought under the same name since.
    const own = ownEntry(name);
    const entry = own ?? read()[name];
    if (!entry) return undefined;
    const { id: paymentId, stage } = entry;
    // The device's clock may have been ahead when it was written.
    const at = Math.min(entry.at, Date.now());
    return { paymentId, stage, at, givenUp: entry.givenUp === true, returned: own !== undefined };
  }

  async claim(purchase: Purchase): Promise<News> {
    this.release();
    const free = await this.#lock(lockName(purchase));
    return { busy: !free, entry: this.recall(purchase) };
  }

  release(): void {
    this.#letGo?.();
    this.#letGo = undefined;
  }

  async look(purchase: Purchase): Promise<News> {
    const held = await locks()
      ?.query()
      .then(
        (all) => all.held,
        () => undefined,
      );
    const busy = held?.some(({ name }) => name === lockName(purchase)) ?? false;
    return { busy, entry: this.recall(purchase) };
  }

  note({ key }: Purchase, paymentId: string, stage: Stage): void {
    const entries = read();
    const name = digest(key);
    const before = entries[name];
    const givenUp = stage === 'given-up' || before?.givenUp;
    const page = pageDigest(location.href);
    const entry: Entry = { id: paymentId, stage, at: Date.now(), page, ...(givenUp ? { givenUp } : {}) };
    if (isFinal(stage)) keepOwn(name, entry);
    const isOpen = before && ['claimed', 'sent', 'waiting'].includes(before.stage);
    if (isOpen && before.id !== paymentId && stage !== 'claimed') return;
    write({ ...entries, [name]: entry });
  }

  pass({ key }: Purchase): void {
    keepOwn(digest(key), undefined);
  }

  watch(_purchase: Purchase, heard: () => void): () => void {
    const stored = ({ key }: StorageEvent) => {
      if (key === storageKey) heard();
    };
    addEventListener('storage', stored);
    addEventListener(written, heard);
    return () => {
      removeEventListener('storage', stored);
      removeEventListener(written, heard);
    };
  }

  /** False: somebody else holds it. */
  #lock(name: string): Promise<boolean> {
    const manager = locks();
    if (!manager) return Promise.resolve(true);
    return new Promise((taken) => {
      const held = new Promise<void>((letGo) => (this.#letGo = letGo));
      const hold = (lock: Lock | null): Promise<void> => {
        if (!lock) return manager.request(name, { signal: AbortSignal.timeout(lockWait) }, hold);
        taken(true);
        return held;
      };
      manager
        // A slow browser may need long to answer that a lock is free.
        .request(name, { ifAvailable: true }, hold)
        // Some documents may not use locks; they work without.
        .catch((error: DOMException) => taken(error.name !== 'AbortError' && error.name !== 'TimeoutError'));
    });
  }
}

/**
 * Notes that a payment has failed, which `pay-result` has read, so that the purchase can be paid again. Answers whether
 * another payment of the purchase was given up and may still go through.
 */
export function noteFailed(id: string): boolean {
  const entries = read();
  const [name, entry] = Object.entries(entries).find(([, each]) => each.id === id) ?? [];
  if (!name || !entry) return false;
  write({ ...entries, [name]: { ...entry, stage: 'free' } });
  return entry.givenUp === true;
}

/** Missing in pages that are not secure. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

const lockName = ({ key }: Purchase) => `pay-checkout ${digest(key)}`;

const isFinal = (stage: Stage): boolean => stage === 'paid' || stage === 'authorized';

/** Kept in the tab: a page that was paid shows it again on Back and reload. */
function keepOwn(name: string, entry: Entry | undefined): void {
  try {
    if (entry) sessionStorage.setItem(`${storageKey} ${name}`, JSON.stringify(entry));
    else sessionStorage.removeItem(`${storageKey} ${name}`);
  } catch {
    // Storage is full or forbidden: the page works without it.
  }
}

/** What this tab has paid, if this document came by Back or a reload to the page that paid it. */
function ownEntry(name: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(sessionStorage.getItem(`${storageKey} ${name}`) ?? 'null');
    return isFresh(entry) && returnedTo(entry.page) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this document was loaded by Back, Forward or a reload, at the address that a payment was made from. */
function returnedTo(page: string): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival !== undefined && arrival.type !== 'navigate' && pageDigest(arrival.name) === page;
}

const pageDigest = (url: string) => digest(url.split('#', 1)[0] ?? '');

function read(): Entries {
  let stored: unknown;
  try {
    stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
  } catch {
    // Storage is forbidden, or somebody else has written there.
  }
  const entries = Object.entries(Object(stored) as Record<string, unknown>);
  return {
    ...Object.fromEntries(entries.filter((pair): pair is [string, Entry] => isFresh(pair[1]))),
    ...unstored,
  };
}

const stages: readonly string[] = [
  'claimed',
  'sent',
  'waiting',
  'free',
  'given-up',
  'paid',
  'authorized',
] satisfies Stage[];

/** Any script of the origin can write to the storage: an entry that is not one of ours is none. */
function isFresh(value: unknown): value is Entry {
  const { id, at, stage, page } = (value ?? {}) as Partial<Record<keyof Entry, unknown>>;
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  return (
    typeof id === 'string' && typeof page === 'string' && stages.includes(stage as string) && age < lifetime
  );
}

function write(entries: Entries): void {
  unstored = {};
  try {
    localStorage.setItem(storageKey, JSON.stringify(entries));
  } catch {
    unstored = entries;
  }
  dispatchEvent(new Event(written));
}

/**
 * A digest of 64 bits, from which a longer secret can't be found. It is our own because the browser's digests are
 * asynchronous.
 */
function digest(text: string): string {
  let [a, b] = [5381, 0x811c9dc5];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b, 0x01000193) ^ code;
  }
  return `${a}${b}`;
}
