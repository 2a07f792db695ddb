import type { RawConfig } from '../settings.js';
import { readIntentId } from '../../wire/reader.js';
import { parseMerchantUrl, getPageKey } from './urls.js';
import type { Price } from './price.js';
import type { Purchase } from './purchase.js';
import { assertConfig, parseText } from './config-error.js';

/** Where the intent comes from. All but `secret` are asked at the moment of paying. */
export type IntentSource =
  | { readonly kind: 'secret'; readonly clientSecret: string; readonly intentId: string | undefined }
  | { readonly kind: 'url'; readonly url: string }
  /** The `…/intent` below `checkout-url`: it also accepts the payer's confirmation to pay another way. */
  | { readonly kind: 'checkout'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchIntent: () => Promise<unknown> };

/** Who knows a payment's status: the merchant's server. */
export type StatusSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchStatus: (paymentId: string) => Promise<unknown> };

/** The addresses of the page in which the payer pays. */
interface PageAddresses {
  /** The document's base URI, to which the merchant's endpoints are relative. A `<base>` may be the same on all pages. */
  readonly documentBaseUrl: string;
  /** The page's URL, with its query: it names a purchase that nothing else names. */
  readonly documentUrl: string;
}

/** The parsed endpoints, and the purchase that they identify. */
export interface Sources {
  readonly intentSource: IntentSource;
  readonly statusSource: StatusSource;
  readonly purchase: Purchase;
}

/**
 * Parses the endpoints from the page's settings; undefined where no source of an intent is set.
 *
 * @throws {ConfigError} naming the value that cannot be used.
 */
export function parseSources(
  raw: RawConfig,
  price: Price | undefined,
  page: PageAddresses,
): Sources | undefined {
  const checkoutUrl = parseText('checkout-url', raw.checkoutUrl);
  const source = parseIntentSource(raw, checkoutUrl, page);
  const reference = parseText('reference', raw.reference);
  const status = parseStatusSource(raw, page, checkoutUrl);
  if (!source) return undefined;
  return {
    intentSource: source,
    statusSource: status,
    purchase: createPurchase(reference, source, price, page.documentUrl),
  };
}

function parseIntentSource(
  raw: RawConfig,
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
    `${clientSecret.slice(0, 3)}…`,
  );
  assertConfig(!id || readIntentId(id), 'intent-id', 'must be the id of a payment intent.', id);
  return { kind: 'secret', clientSecret, intentId: id };
}

/**
 * Parses the source of a payment's status.
 *
 * @throws {ConfigError} naming the value that cannot be used.
 */
export function parseStatusSource(
  raw: Pick<RawConfig, 'statusUrl' | 'fetchStatus'>,
  page: Pick<PageAddresses, 'documentBaseUrl'>,
  checkoutUrl?: string,
): StatusSource {
  const statusUrl = parseText('status-url', raw.statusUrl);
  const fetchStatus = parseFunction<(paymentId: string) => Promise<unknown>>('fetchStatus', raw.fetchStatus);
  assertOnlyOne({ 'checkout-url': checkoutUrl, 'status-url': statusUrl, fetchStatus });
  if (checkoutUrl) return parseStatusUrl('checkout-url', getEndpoint(checkoutUrl, 'status', page));
  if (statusUrl) return parseStatusUrl('status-url', parseEndpointUrl('status-url', statusUrl, page));
  return fetchStatus ? { kind: 'function', fetchStatus } : { kind: 'none' };
}

/** With two ids in a query, an endpoint may answer about the wrong one: a payment that was made would count as missing. */
function parseStatusUrl(name: string, url: string): StatusSource {
  assertConfig(
    !new URL(url).searchParams.has('id'),
    name,
    'must not have `id` in its query: the payment’s id is added under that name. Call yours something else, such as `order`.',
  );
  return { kind: 'url', url };
}

/** Rejects two settings for the same thing. */
function assertOnlyOne(values: Readonly<Record<string, unknown>>): void {
  const [kept, other] = Object.keys(values).filter((name) => values[name] !== undefined);
  assertConfig(!other, other ?? '', `is set, and so is \`${kept}\`. Keep one.`);
}

/** One of the merchant's endpoints below `checkout-url`, whose query it keeps. */
function getEndpoint(
  checkoutUrl: string,
  endpoint: 'intent' | 'status',
  page: Pick<PageAddresses, 'documentBaseUrl'>,
): string {
  const url = new URL(parseEndpointUrl('checkout-url', checkoutUrl, page));
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${endpoint}`;
  url.hash = '';
  return url.href;
}

function parseEndpointUrl(name: string, value: string, page: Pick<PageAddresses, 'documentBaseUrl'>): string {
  const url = parseMerchantUrl(value, page.documentBaseUrl);
  assertConfig(url, name, 'must be an address of your server: https, or of this origin.', value);
  return url.href;
}

/** A function; undefined for null and an empty string. */
function parseFunction<F>(name: string, value: unknown): F | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  assertConfig(typeof value === 'function', name, 'must be a function.', value);
  return value as F;
}

/** Names the purchase: by the merchant's own name, else by the source of its intent and the price. */
export function createPurchase(
  reference: string | undefined,
  source: IntentSource,
  price: Price | undefined,
  documentUrl: string,
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
      return create('page', getPageKey(documentUrl), price?.amount, price?.currency);
    case 'secret':
      return create('intent', source.clientSecret);
    default:
      return source satisfies never;
  }
}
