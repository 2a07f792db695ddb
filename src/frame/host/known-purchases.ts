import { merchantAddress } from '../../checkout/address.js';
import type { IntentOrigin, StatusOrigin } from '../../gateway/merchant.js';
import { memory, type Purchase } from '../../page/memory.js';
import type { PageSettings } from '../../form/card-form.js';

/** The page's own endpoints. An address that a frame has sent is never asked. */
export function intentOrigin({ values: { intentUrl, fetchIntent }, pageUrl }: PageSettings): IntentOrigin {
  if (typeof fetchIntent === 'function') {
    return { kind: 'function', fetchIntent: fetchIntent as () => Promise<unknown> };
  }
  const url = typeof intentUrl === 'string' && merchantAddress(intentUrl, pageUrl);
  return url ? { kind: 'url', url: url.href } : { kind: 'secret' };
}

export function statusOrigin({ values: { statusUrl, fetchStatus }, pageUrl }: PageSettings): StatusOrigin {
  if (typeof fetchStatus === 'function') {
    return { kind: 'function', fetchStatus: fetchStatus as (id: string) => Promise<unknown> };
  }
  const url = typeof statusUrl === 'string' && merchantAddress(statusUrl, pageUrl);
  return url ? { kind: 'url', url: url.href } : { kind: 'none' };
}

/**
 * What this page remembers of the purchases that it has set, by a key for the frame: the frame gets a number in place
 * of what the page recognises a purchase by.
 */
export class KnownPurchases {
  readonly #keys = new Map<string, string>();
  readonly #purchases = new Map<string, Purchase>();

  keyOf(settings: PageSettings): string {
    const purchase = purchaseOf(settings);
    if (!purchase) return '';
    const digest = JSON.stringify(purchase);
    const known = this.#keys.get(digest);
    if (known !== undefined) return known;
    const key = String(this.#keys.size + 1);
    this.#keys.set(digest, key);
    this.#purchases.set(key, purchase);
    return key;
  }

  recall(key: string): string | undefined {
    const purchase = this.#purchases.get(key);
    return purchase && memory.recall(purchase);
  }

  remember(key: string, paymentId: string, left: boolean): void {
    const purchase = this.#purchases.get(key);
    if (purchase) memory.remember(purchase, paymentId, left);
  }

  forget(key: string): void {
    const purchase = this.#purchases.get(key);
    if (purchase) memory.forget(purchase);
  }
}

function purchaseOf(settings: PageSettings): Purchase | undefined {
  const { baseUrl, publishableKey, clientSecret, amount, currency } = settings.values;
  const origin = intentOrigin(settings);
  const source =
    origin.kind !== 'secret'
      ? origin
      : typeof clientSecret === 'string' && clientSecret
        ? ({ kind: 'secret', clientSecret, intentId: undefined } as const)
        : undefined;
  if (!source) return undefined;
  const price =
    amount === undefined || amount === null
      ? undefined
      : { amount: Number(amount), currency: String(currency ?? 'SAR') };
  return { baseUrl: String(baseUrl), publishableKey: String(publishableKey), source, price };
}
