import type { StoreSnapshot, Purchase, StoredAttempt, Stage } from '../../checkout/purchase.js';
import { parseNumber, parseText, ConfigError } from '../../checkout/config-error.js';
import { parseSources, type Sources } from '../../checkout/sources.js';
import type { PageSettings } from '../../form/card-form.js';
import { BrowserAttemptStore } from '../../browser/attempt-store.js';

/**
 * The page's own endpoints, and what is bought. An address that a frame has sent is never asked. Undefined where the
 * page has set something that cannot be used: then the form says what. The purchase is named as a form in a page names
 * it: with another name, the two would not know of each other's payments.
 */
function sourcesOf({ values, pageUrl, address }: PageSettings): Sources | undefined {
  try {
    const amount = parseNumber(values.amount);
    const currency = parseText('currency', values.currency) ?? 'SAR';
    const price = amount === undefined ? undefined : { amount, currency };
    return parseSources(values, price, { documentBaseUrl: pageUrl, documentUrl: address });
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/**
 * What this page has set, and what it remembers of those purchases, by a key for the frame: the frame gets a number in
 * place of what the page recognises a purchase by. Each key stands for one purchase with its endpoints and functions, so
 * an attempt keeps those that it was started with, whatever the page sets meanwhile.
 */
export class ParentAttemptStore {
  readonly #store = new BrowserAttemptStore();
  /** No entry is ever dropped, because the page cannot tell which entries the frame still needs: it may lag behind the page. */
  readonly #sources = new Map<string, Sources>();
  /** Of what the page has set last. */
  #key = '';
  #stopWatching: (() => void) | undefined;

  /** @param onChange Called when another element or tab has written about the purchase that the page has set. */
  keyOf(settings: PageSettings, onChange: () => void): string {
    const sources = sourcesOf(settings);
    this.#stopWatching?.();
    if (!sources) return '';
    this.#stopWatching = this.#store.watch(sources.purchase, onChange);
    const last = this.#sources.get(this.#key);
    if (!last || !isSame(last, sources)) {
      this.#key = String(this.#sources.size + 1);
      this.#sources.set(this.#key, sources);
    }
    return this.#key;
  }

  /** Who can be asked about a purchase: as the page had set it under that key. */
  sourcesOf(key: string): Sources | undefined {
    return this.#sources.get(key);
  }

  #purchase(key: string): Purchase | undefined {
    return this.#sources.get(key)?.purchase;
  }

  /** @throws For a key that stands for nothing: without the memory and the lock nothing may be sent. */
  #getPurchase(key: string): Purchase {
    const purchase = this.#purchase(key);
    if (!purchase) throw new Error('The page has set no such purchase.');
    return purchase;
  }

  read(key: string): StoredAttempt | undefined {
    const purchase = this.#purchase(key);
    return purchase && this.#store.read(purchase);
  }

  async lock(key: string): Promise<StoreSnapshot> {
    return this.#store.lock(this.#getPurchase(key));
  }

  async peek(key: string): Promise<StoreSnapshot> {
    return this.#store.peek(this.#getPurchase(key));
  }

  save(key: string, paymentId: string, stage: Stage): void {
    const purchase = this.#purchase(key);
    if (purchase && isPaymentId(paymentId)) this.#store.save(purchase, paymentId, stage);
  }

  forget(key: string): void {
    const purchase = this.#purchase(key);
    if (purchase) this.#store.forget(purchase);
  }

  release(): void {
    this.#store.release();
  }

  /** Nothing is watched and no lock is held any more. */
  close(): void {
    this.#stopWatching?.();
    this.release();
  }
}

/** What a frame says is a payment's id may be anything: only what can be one is stored. */
const isPaymentId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Whether the same is bought, and the same endpoints and functions are asked. */
function isSame(a: Sources, b: Sources): boolean {
  const others = parts(b);
  return parts(a).every((part, index) => part === others[index]);
}

const parts = ({
  intentSource: source,
  statusSource: status,
  attemptUrl,
  purchase,
}: Sources): readonly unknown[] => [
  purchase.key,
  attemptUrl,
  // The kind comes first and says how many parts there are.
  ...Object.values(source),
  ...Object.values(status),
];
