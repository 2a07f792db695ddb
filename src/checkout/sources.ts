import { merchantAddress } from './address.js';
import type { Price } from './price.js';
import type { Purchase } from './purchase.js';
import { text, Wrong } from './set-value.js';

/** Where the intent comes from. The lazy ones are asked at the moment of paying. */
export type IntentSource =
  | { readonly kind: 'secret'; readonly clientSecret: string; readonly intentId: string | undefined }
  | { readonly kind: 'url'; readonly url: string }
  /** The `…/intent` below `checkout-url`: it also understands the payer's word to pay another way. */
  | { readonly kind: 'checkout'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchIntent: () => Promise<unknown> };

/** Who can say what became of a payment: the merchant's server. */
export type StatusSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchStatus: (paymentId: string) => Promise<unknown> };

/** What an intent's id may hold: it becomes part of the address that the card is sent to. */
export const isIntentId = (id: string): boolean => /^[A-Za-z0-9_-]+$/.test(id);

/** What the page has set about them. It may have set anything. */
export type RawSources = Readonly<
  Partial<
    Record<
      | 'clientSecret'
      | 'intentId'
      | 'intentUrl'
      | 'fetchIntent'
      | 'checkoutUrl'
      | 'attemptUrl'
      | 'reference'
      | 'statusUrl'
      | 'fetchStatus',
      unknown
    >
  >
>;

/** The page, whose address the merchant's endpoints are relative to. */
interface Page {
  readonly pageUrl: string;
}

/** Whom the page names: who makes the intent, who is told of an attempt, who can be asked, and what the purchase is. */
export interface Sources {
  readonly source: IntentSource;
  readonly status: StatusSource;
  readonly attemptUrl: string | undefined;
  readonly purchase: Purchase;
}

/**
 * Reads them from what the page has set; undefined where no source of an intent is set.
 *
 * @throws {Wrong} naming the value that cannot be used.
 */
export function readSources(raw: RawSources, price: Price | undefined, world: Page): Sources | undefined {
  const checkout = checkoutUrl(raw, world);
  const source: IntentSource | undefined = checkout
    ? { kind: 'checkout', url: below(checkout, 'intent') }
    : intentSource(raw, world);
  const reference = text('reference', raw.reference);
  const status: StatusSource = checkout
    ? { kind: 'url', url: below(checkout, 'status') }
    : statusSource(raw, world);
  const attempt = checkout ? below(checkout, 'attempt') : attemptUrl(raw, world);
  if (!source) return undefined;
  const purchase = purchaseOf(reference, source, price, world.pageUrl);
  return { source, status, attemptUrl: attempt, purchase };
}

/** Stands for the sources and the endpoints of the merchant, which can't be set beside it. */
function checkoutUrl(raw: RawSources, world: Page): URL | undefined {
  const value = text('checkout-url', raw.checkoutUrl);
  if (value === undefined) return undefined;
  const others = {
    'client-secret': raw.clientSecret,
    'intent-url': raw.intentUrl,
    fetchIntent: raw.fetchIntent,
    'status-url': raw.statusUrl,
    fetchStatus: raw.fetchStatus,
    'attempt-url': raw.attemptUrl,
  };
  const other = Object.entries(others).find(([, it]) => it !== undefined && it !== null && it !== '');
  if (other) throw new Wrong(other[0], 'is set, and so is `checkout-url`. Keep one.');
  return new URL(ownUrl('checkout-url', value, world));
}

/** One of the merchant's endpoints below `checkout-url`, whose query it keeps. */
function below(checkout: URL, endpoint: 'intent' | 'attempt' | 'status'): string {
  const url = new URL(checkout);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${endpoint}`;
  url.hash = '';
  return url.href;
}

function attemptUrl(raw: RawSources, world: Page): string | undefined {
  const value = text('attempt-url', raw.attemptUrl);
  return value === undefined ? undefined : ownUrl('attempt-url', value, world);
}

/** What names the purchase: the merchant's own name for it, else where its intent comes from, and for how much. */
export function purchaseOf(
  reference: string | undefined,
  source: IntentSource,
  price: Price | undefined,
  pageUrl: string,
): Purchase {
  const named = (by: Purchase['by'], place: string): Purchase => ({ by, place, key: `${by} ${place}` });
  const priced = (by: Purchase['by'], place: string): Purchase => ({
    by,
    place,
    key: `${by} ${place} ${price?.amount ?? ''} ${price?.currency ?? ''}`,
  });
  if (reference !== undefined) return named('reference', reference);
  switch (source.kind) {
    case 'checkout':
      return named('checkout-url', source.url);
    case 'url':
      return priced('intent-url', source.url);
    case 'function':
      return priced('page', pageUrl.split('#', 1)[0] ?? '');
    case 'secret':
      return named('intent', source.clientSecret);
    default:
      return source satisfies never;
  }
}

function intentSource(raw: RawSources, world: Page): IntentSource | undefined {
  const clientSecret = text('client-secret', raw.clientSecret);
  const intentId = text('intent-id', raw.intentId);
  const intentUrl = text('intent-url', raw.intentUrl);
  const fetchIntent = raw.fetchIntent ?? undefined;
  const given = Object.entries({ 'client-secret': clientSecret, 'intent-url': intentUrl, fetchIntent })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (given.length > 1) throw new Wrong(given[1] ?? '', `is set, and so is \`${given[0]}\`. Keep one.`);
  if (clientSecret !== undefined) {
    if (!/^pi_secret_\S+$/.test(clientSecret)) {
      throw new Wrong('client-secret', 'must be the client_secret of a payment intent, pi_secret_….');
    }
    if (intentId !== undefined && !isIntentId(intentId)) {
      throw new Wrong('intent-id', 'must be the id of a payment intent.');
    }
    return { kind: 'secret', clientSecret, intentId };
  }
  if (intentUrl !== undefined) return { kind: 'url', url: ownUrl('intent-url', intentUrl, world) };
  if (fetchIntent === undefined) return undefined;
  if (typeof fetchIntent !== 'function') throw new Wrong('fetchIntent', 'must be a function.');
  return { kind: 'function', fetchIntent: fetchIntent as () => Promise<unknown> };
}

function statusSource(raw: RawSources, world: Page): StatusSource {
  const statusUrl = text('status-url', raw.statusUrl);
  const fetchStatus = raw.fetchStatus ?? undefined;
  if (statusUrl !== undefined) {
    if (fetchStatus !== undefined)
      throw new Wrong('fetchStatus', 'is set, and so is `status-url`. Keep one.');
    return { kind: 'url', url: ownUrl('status-url', statusUrl, world) };
  }
  if (fetchStatus === undefined) return { kind: 'none' };
  if (typeof fetchStatus !== 'function') throw new Wrong('fetchStatus', 'must be a function.');
  return { kind: 'function', fetchStatus: fetchStatus as (paymentId: string) => Promise<unknown> };
}

function ownUrl(name: string, value: string, world: Page): string {
  const url = merchantAddress(value, world.pageUrl);
  if (!url) throw new Wrong(name, 'must be an address of your server: https, or of this origin.');
  return url.href;
}
