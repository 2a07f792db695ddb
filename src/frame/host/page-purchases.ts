import type { News, Purchase, Remembered, Stage } from '../../checkout/purchase.js';
import { Wrong } from '../../checkout/set-value.js';
import { readSources, type Sources } from '../../checkout/sources.js';
import type { PageSettings } from '../../form/card-form.js';
import { BrowserPurchases } from '../../page/purchases.js';

/**
 * The page's own endpoints, and what is bought. An address that a frame has sent is never asked. Undefined where the
 * page has set something that cannot be used: then the form says what.
 */
function sourcesOf({ values, pageUrl, address }: PageSettings): Sources | undefined {
  const { amount, currency } = values;
  const price =
    amount === undefined || amount === null
      ? undefined
      : { amount: Number(amount), currency: String(currency ?? 'SAR') };
  try {
    return readSources(values, price, { pageUrl, address });
  } catch (error) {
    if (error instanceof Wrong) return undefined;
    throw error;
  }
}

/**
 * What this page remembers of the purchases that it has set, by a key for the frame: the frame gets a number in place
 * of what the page recognises a purchase by.
 */
export class PagePurchases {
  readonly #memory = new BrowserPurchases();
  readonly #keys = new Map<string, string>();
  readonly #sources = new Map<string, Sources>();
  #unwatch: (() => void) | undefined;

  /** @param written Called when another element or tab has written about the purchase that the page has set. */
  keyOf(settings: PageSettings, written: () => void): string {
    const sources = sourcesOf(settings);
    this.#unwatch?.();
    if (!sources) return '';
    const { purchase } = sources;
    this.#unwatch = this.#memory.watch(purchase, written);
    const key = this.#keys.get(purchase.key) ?? String(this.#keys.size + 1);
    this.#keys.set(purchase.key, key);
    this.#sources.set(key, sources);
    return key;
  }

  /** Who can be asked about a purchase: as the page has set it last, also when it has gone on to another one since. */
  sourcesOf(key: string): Sources | undefined {
    return this.#sources.get(key);
  }

  #purchase(key: string): Purchase | undefined {
    return this.#sources.get(key)?.purchase;
  }

  recall(key: string): Remembered | undefined {
    const purchase = this.#purchase(key);
    return purchase && this.#memory.recall(purchase);
  }

  claim(key: string): Promise<News> {
    const purchase = this.#purchase(key);
    return purchase ? this.#memory.claim(purchase) : unknown;
  }

  look(key: string): Promise<News> {
    const purchase = this.#purchase(key);
    return purchase ? this.#memory.look(purchase) : unknown;
  }

  note(key: string, paymentId: string, stage: Stage): void {
    const purchase = this.#purchase(key);
    if (purchase && isPaymentId(paymentId)) this.#memory.note(purchase, paymentId, stage);
  }

  pass(key: string): void {
    const purchase = this.#purchase(key);
    if (purchase) this.#memory.pass(purchase);
  }

  release(): void {
    this.#memory.release();
  }

  /** Nothing is heard and no lock is held any more. */
  close(): void {
    this.#unwatch?.();
    this.release();
  }
}

/** What a frame says is a payment's id may be anything: only what can be one is stored. */
const isPaymentId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

const unknown: Promise<News> = Promise.resolve({ busy: false, entry: undefined });
