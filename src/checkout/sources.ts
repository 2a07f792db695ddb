import { readIntentId } from '../wire/reader.js';
import { parseMerchantUrl, getPageKey } from './address.js';
import type { Price } from './price.js';
import type { Purchase } from './purchase.js';
import { assertConfig, parseText } from './config-error.js';

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

/** The page in which it is paid. */
interface PageAddresses {
  /** What the merchant's endpoints are relative to. A `<base>` makes it the same in all pages of a site. */
  readonly pageUrl: string;
  /** The page's own address, with its query: it names a purchase that nothing else names. */
  readonly address: string;
}

/** Whom the page names: who makes the intent, who is told of an attempt, who can be asked, and what the purchase is. */
export interface Sources {
  readonly intentSource: IntentSource;
  readonly statusSource: StatusSource;
  readonly attemptUrl: string | undefined;
  readonly purchase: Purchase;
}

/**
 * Reads them from what the page has set; undefined where no source of an intent is set.
 *
 * @throws {ConfigError} naming the value that cannot be used.
 */
export function parseSources(
  raw: RawSources,
  price: Price | undefined,
  page: PageAddresses,
): Sources | undefined {
  const checkoutUrl = parseText('checkout-url', raw.checkoutUrl);
  const source = parseIntentSource(raw, checkoutUrl, page);
  const reference = parseText('reference', raw.reference);
  const status = parseStatusSource(raw, page, checkoutUrl);
  const attemptUrl = parseText('attempt-url', raw.attemptUrl);
  assertOnlyOne({ 'checkout-url': checkoutUrl, 'attempt-url': attemptUrl });
  const attempt = checkoutUrl
    ? getEndpoint(checkoutUrl, 'attempt', page)
    : attemptUrl && parseEndpointUrl('attempt-url', attemptUrl, page);
  if (!source) return undefined;
  return {
    intentSource: source,
    statusSource: status,
    attemptUrl: attempt,
    purchase: createPurchase(reference, source, price, page.address),
  };
}

function parseIntentSource(
  raw: RawSources,
  checkoutUrl: string | undefined,
  page: PageAddresses,
): IntentSource | undefined {
  const clientSecret = parseText('client-secret', raw.clientSecret);
  const intentUrl = parseText('intent-url', raw.intentUrl);
  const fetchIntent = parseFunction<() => Promise<unknown>>('fetchIntent', raw.fetchIntent);
  assertOnlyOne({
    'checkout-url': checkoutUrl,
    'client-secret': clientSecret,
    'intent-url': intentUrl,
    fetchIntent,
  });
  if (checkoutUrl) return { kind: 'checkout', url: getEndpoint(checkoutUrl, 'intent', page) };
  if (intentUrl) return { kind: 'url', url: parseEndpointUrl('intent-url', intentUrl, page) };
  if (fetchIntent) return { kind: 'function', fetchIntent };
  if (!clientSecret) return undefined;
  const id = parseText('intent-id', raw.intentId);
  assertConfig(
    /^pi_secret_\S+$/.test(clientSecret),
    'client-secret',
    'must be the client_secret of a payment intent, pi_secret_….',
  );
  assertConfig(!id || readIntentId(id), 'intent-id', 'must be the id of a payment intent.');
  return { kind: 'secret', clientSecret, intentId: id };
}

/**
 * Reads who can say what became of a payment.
 *
 * @throws {ConfigError} naming the value that cannot be used.
 */
export function parseStatusSource(
  raw: Pick<RawSources, 'statusUrl' | 'fetchStatus'>,
  page: Pick<PageAddresses, 'pageUrl'>,
  checkoutUrl?: string,
): StatusSource {
  const statusUrl = parseText('status-url', raw.statusUrl);
  const fetchStatus = parseFunction<(paymentId: string) => Promise<unknown>>('fetchStatus', raw.fetchStatus);
  assertOnlyOne({ 'checkout-url': checkoutUrl, 'status-url': statusUrl, fetchStatus });
  if (checkoutUrl) return { kind: 'url', url: getEndpoint(checkoutUrl, 'status', page) };
  if (statusUrl) return { kind: 'url', url: parseEndpointUrl('status-url', statusUrl, page) };
  return fetchStatus ? { kind: 'function', fetchStatus } : { kind: 'none' };
}

/** Of values that stand for the same: with two, nobody could say which one counts. */
function assertOnlyOne(values: Readonly<Record<string, unknown>>): void {
  const [kept, other] = Object.keys(values).filter((name) => values[name] !== undefined);
  assertConfig(!other, other ?? '', `is set, and so is \`${kept}\`. Keep one.`);
}

/** One of the merchant's endpoints below `checkout-url`, whose query it keeps. */
function getEndpoint(
  checkoutUrl: string,
  endpoint: 'intent' | 'attempt' | 'status',
  page: Pick<PageAddresses, 'pageUrl'>,
): string {
  const url = new URL(parseEndpointUrl('checkout-url', checkoutUrl, page));
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${endpoint}`;
  url.hash = '';
  return url.href;
}

function parseEndpointUrl(name: string, value: string, page: Pick<PageAddresses, 'pageUrl'>): string {
  const url = parseMerchantUrl(value, page.pageUrl);
  assertConfig(url, name, 'must be an address of your server: https, or of this origin.');
  return url.href;
}

/** A function; null and an empty text are none. */
function parseFunction<F>(name: string, value: unknown): F | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  assertConfig(typeof value === 'function', name, 'must be a function.');
  return value as F;
}

/** What names the purchase: the merchant's own name for it, else where its intent comes from, and for how much. */
export function createPurchase(
  reference: string | undefined,
  source: IntentSource,
  price: Price | undefined,
  address: string,
): Purchase {
  const create = (namedBy: Purchase['namedBy'], name: string, ...more: unknown[]): Purchase => ({
    namedBy,
    name,
    key: [namedBy, name, ...more].join(' '),
  });
  if (reference !== undefined) return create('reference', reference);
  switch (source.kind) {
    case 'checkout':
      return create('checkout-url', source.url);
    case 'url':
      return create('intent-url', source.url, price?.amount, price?.currency);
    case 'function':
      return create('page', getPageKey(address), price?.amount, price?.currency);
    case 'secret':
      return create('intent', source.clientSecret);
    default:
      return source satisfies never;
  }
}
