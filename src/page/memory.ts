import type { Config } from '../checkout/config.js';
import type { Memory } from '../checkout/ports.js';

/** The one key in `sessionStorage`. Its value: by a digest of the intent's source, the payment's id and when it was sent. */
const key = 'pay-checkout';

/** Older entries are dropped, in milliseconds: no payment stays open for a day. */
const lifetime = 24 * 60 * 60_000;

interface Entry {
  readonly id: string;
  readonly at: number;
  /** The payer had left this page, for the bank or with the payment made. */
  readonly left: boolean;
  /** A digest of the page's address. */
  readonly page: string;
}

type Entries = Record<string, Entry>;

/** What a purchase is recognised by. */
export type Purchase = Pick<Config, 'baseUrl' | 'publishableKey' | 'source' | 'price'>;

/** Recognises after a reload, in this tab, what was sent before it. Without storage it forgets, and nothing else breaks. */
export const memory = {
  recall(config: Purchase) {
    const entry = read()[digest(config)];
    // Who has left and opens the page anew starts anew, with a fresh intent. Back and reload do not.
    if (entry?.left && config.source.kind !== 'secret' && !returnedTo(entry.page)) return undefined;
    return entry?.id;
  },
  remember(config: Purchase, id: string, left: boolean) {
    write({ ...read(), [digest(config)]: { id, left, at: Date.now(), page: pageDigest(location.href) } });
  },
  forget(config: Purchase) {
    const { [digest(config)]: gone, ...rest } = read();
    if (gone) write(rest);
  },
} satisfies Memory;

/** Drops what is remembered of a payment whose end is known. */
export function forgetPayment(id: string): void {
  const entries = Object.entries(read());
  const rest = entries.filter(([, entry]) => entry.id !== id);
  if (rest.length < entries.length) write(Object.fromEntries(rest));
}

/** Whether this document was loaded by Back, Forward or a reload, at the address that a payment was made from. */
function returnedTo(page: string): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival !== undefined && arrival.type !== 'navigate' && pageDigest(arrival.name) === page;
}

const pageDigest = (url: string) => hash(url.split('#', 1)[0] ?? '');

function read(): Entries {
  try {
    const entries = JSON.parse(sessionStorage.getItem(key) ?? '{}') as unknown;
    if (typeof entries !== 'object' || entries === null) return {};
    const fresh = Object.entries(entries as Entries).filter(
      ([, entry]) => typeof entry?.id === 'string' && Date.now() - entry.at < lifetime,
    );
    return Object.fromEntries(fresh);
  } catch {
    return {};
  }
}

function write(entries: Entries): void {
  try {
    if (Object.keys(entries).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(entries));
  } catch {
    // Storage is full or forbidden: the page works without it.
  }
}

/** Recognises an intent's source without telling it: 64 bits of a secret that has many more. */
function digest({ baseUrl, publishableKey, source, price }: Purchase): string {
  if (source.kind === 'secret') return hash(`secret ${source.clientSecret}`);
  const where = source.kind === 'url' ? source.url : location.pathname;
  return hash([source.kind, baseUrl, publishableKey, where, price?.amount, price?.currency].join(' '));
}

/** Two multiplicative hashes side by side: synchronous, which the digests of the platform are not. */
function hash(text: string): string {
  let [a, b] = [5381, 0x811c9dc5];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b, 0x01000193) ^ code;
  }
  return `${a}${b}`;
}
