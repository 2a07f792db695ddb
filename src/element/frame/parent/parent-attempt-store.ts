import type { StoreSnapshot, Purchase, StoredAttempt, Stage } from '../../checkout/purchase.js';
import { parseNumber, parseText, ConfigError } from '../../checkout/config-error.js';
import { parseSources, type Sources } from '../../checkout/sources.js';
import type { PageSettings } from '../../form/card-form.js';
import { BrowserAttemptStore } from '../../browser/attempt-store.js';

/**
 * Parses the page's endpoints and its purchase from the page's own settings: a URL that a frame has sent is never called.
 * Returns undefined for settings that are invalid; the form in the frame reports them. Purchases get the same name as
 * without a frame, so that both see each other's payments.
 */
function parsePageSources({ values, documentBaseUrl, documentUrl }: PageSettings): Sources | undefined {
  try {
    const amount = parseNumber(values.amount);
    const currency = parseText('currency', values.currency) ?? 'SAR';
    const price = amount === undefined ? undefined : { amount, currency };
    return parseSources(values, price, { documentBaseUrl, documentUrl });
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/**
 * The purchases that the page has set, and the page's attempt store, by a handle for the frame: a number instead of the
 * purchase's own key. Each handle stands for one purchase with its endpoints and functions, so an attempt keeps those that
 * the attempt was started with, whatever the page sets meanwhile.
 */
export class ParentAttemptStore {
  readonly #store: BrowserAttemptStore;
  /** No entry is ever dropped, because the page cannot tell which entries the frame still needs: it may lag behind the page. */
  readonly #sources = new Map<string, Sources>();
  /** The handle of the purchase that the page has set last. */
  #currentHandle = '';
  #stopWatching: (() => void) | undefined;

  constructor(adviseDeveloper?: (advice: string) => void) {
    this.#store = new BrowserAttemptStore(adviseDeveloper);
  }

  /**
   * Returns the handle of the purchase that the page has set now: an empty one for invalid settings.
   *
   * @param onChange Called when the stored attempt of that purchase may have changed.
   */
  registerPurchase(settings: PageSettings, onChange: () => void): string {
    const sources = parsePageSources(settings);
    this.#stopWatching?.();
    if (!sources) return '';
    this.#stopWatching = this.#store.watch(sources.purchase, onChange);
    const last = this.#sources.get(this.#currentHandle);
    if (!last || !isSame(last, sources)) {
      this.#currentHandle = String(this.#sources.size + 1);
      this.#sources.set(this.#currentHandle, sources);
    }
    return this.#currentHandle;
  }

  /** Returns the endpoints that the page had set for a purchase. */
  getSources(handle: string): Sources | undefined {
    return this.#sources.get(handle);
  }

  #findPurchase(handle: string): Purchase | undefined {
    return this.#sources.get(handle)?.purchase;
  }

  /** @throws {Error} for an unknown handle: nothing may be sent without the lock and the stored attempt. */
  #requirePurchase(handle: string): Purchase {
    const purchase = this.#findPurchase(handle);
    if (!purchase) throw new Error('The page has set no purchase with this handle.');
    return purchase;
  }

  read(handle: string): StoredAttempt | undefined {
    const purchase = this.#findPurchase(handle);
    return purchase && this.#store.read(purchase);
  }

  async lock(handle: string): Promise<StoreSnapshot> {
    return this.#store.lock(this.#requirePurchase(handle));
  }

  async peek(handle: string): Promise<StoreSnapshot> {
    return this.#store.peek(this.#requirePurchase(handle));
  }

  save(handle: string, paymentId: string, stage: Stage, replacesPaid?: boolean): void {
    const purchase = this.#findPurchase(handle);
    if (purchase && isPaymentId(paymentId)) this.#store.save(purchase, paymentId, stage, replacesPaid);
  }

  forget(handle: string): void {
    const purchase = this.#findPurchase(handle);
    if (purchase) this.#store.forget(purchase);
  }

  release(): void {
    this.#store.release();
  }

  /** Stops watching the store and releases the lock. */
  close(): void {
    this.#stopWatching?.();
    this.release();
  }
}

/** A frame may send any text as a payment's id; only a well-formed id is stored. */
const isPaymentId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** Whether both have the same purchase, endpoints and functions. */
function isSame(a: Sources, b: Sources): boolean {
  const others = parts(b);
  return parts(a).every((part, index) => part === others[index]);
}

const parts = ({ intentSource: source, statusSource: status, purchase }: Sources): readonly unknown[] => [
  purchase.key,
  // The kind comes first and determines how many values follow, so that the two lists are comparable.
  ...Object.values(source),
  ...Object.values(status),
];
