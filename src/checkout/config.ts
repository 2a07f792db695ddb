import type { Network } from '../card/brand.js';
import { parseMadaPrefixes, type MadaPrefixes } from '../card/mada-prefixes.js';
import { PayError } from '../error.js';
import type { SplitRequest } from '../wire/split.js';
import { trustworthy } from './address.js';

/** Where the intent comes from. The lazy ones are asked at the moment of paying. */
export type IntentSource =
  | { readonly kind: 'secret'; readonly clientSecret: string; readonly intentId: string | undefined }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchIntent: () => Promise<unknown> };

/** Who can say what became of a payment: the merchant's server. */
export type StatusSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'function'; readonly fetchStatus: (paymentId: string) => Promise<unknown> };

/** What the payer is shown, and so what may be charged; smallest currency unit. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

/** Checked once; everything behind trusts it. */
export interface Config {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly source: IntentSource;
  readonly status: StatusSource;
  readonly price: Price | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  readonly networks: readonly Network[];
  /** Undefined: the ones known when this version was released. */
  readonly madaPrefixes?: MadaPrefixes | undefined;
  readonly manual: boolean;
  readonly metadata: Readonly<Record<string, string>> | undefined;
  readonly splits: readonly SplitRequest[] | undefined;
  readonly invoiceId: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
}

/** The properties as the page has set them: empty, missing and wrong are all possible. */
export interface RawConfig {
  readonly baseUrl: string | undefined;
  readonly publishableKey: string | undefined;
  readonly clientSecret: string | undefined;
  readonly intentId: string | undefined;
  readonly intentUrl: string | undefined;
  readonly fetchIntent: unknown;
  readonly statusUrl: string | undefined;
  readonly fetchStatus: unknown;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly expiresAt: string | undefined;
  readonly networks: string | undefined;
  readonly madaPrefixes?: unknown;
  readonly manual: boolean;
  readonly metadata: unknown;
  readonly splits: unknown;
  readonly invoiceId: string | undefined;
  readonly challenge: string | undefined;
  readonly timeout: number | undefined;
}

export type Setup =
  | { readonly kind: 'complete'; readonly config: Config }
  | { readonly kind: 'missing'; readonly error: PayError }
  | { readonly kind: 'wrong'; readonly error: PayError };

/** What the parser needs to know of the world: the page's own address, the networks and the currencies there are. */
export interface Surroundings {
  readonly pageUrl: string;
  readonly networks: readonly Network[];
  readonly isCurrency: (code: string) => boolean;
  /** Milliseconds since the epoch of an ISO 8601 date-time, or NaN. */
  readonly parseMoment: (text: string) => number;
}

class Wrong extends Error {
  constructor(
    readonly field: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

const blank = (value: string | undefined): value is undefined | '' =>
  value === undefined || value.trim() === '';

/** Turns the element's properties into a configuration, or says which one is missing or wrong and what to do. */
export function readConfig(raw: RawConfig, world: Surroundings): Setup {
  try {
    const source = intentSource(raw, world);
    const baseUrl = blank(raw.baseUrl) ? undefined : serviceUrl(raw.baseUrl);
    const publishableKey = blank(raw.publishableKey) ? undefined : key(raw.publishableKey);
    const rest = {
      status: statusSource(raw, world),
      price: price(raw, world),
      expiresAt: moment(raw.expiresAt, world),
      networks: networks(raw.networks, world),
      madaPrefixes: madaPrefixes(raw.madaPrefixes),
      manual: raw.manual,
      metadata: metadata(raw.metadata),
      splits: splits(raw.splits),
      invoiceId: blank(raw.invoiceId) ? undefined : raw.invoiceId,
      timeout: timeout(raw.timeout),
    };
    challenge(raw.challenge);
    if (!baseUrl) return missing('base-url', 'Set it to the address of the payment service.');
    if (!publishableKey) return missing('publishable-key', 'Set it to your pk_test_… or pk_live_… key.');
    if (!source) {
      return missing(
        'client-secret',
        'Create an intent on your server first, or set intent-url or fetchIntent, so that one is made when the payer pays.',
      );
    }
    return { kind: 'complete', config: { baseUrl, publishableKey, source, ...rest } };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { kind: 'wrong', error: new PayError('configuration', error.message, { field: error.field }) };
  }
}

function missing(field: string, advice: string): Setup {
  return {
    kind: 'missing',
    error: new PayError('configuration', `\`${field}\` is missing. ${advice}`, { field }),
  };
}

// No message repeats the value of a key or a secret: it would end up in a console or a log.

function key(value: string): string {
  if (/^\s*sk_/i.test(value)) {
    throw new Wrong(
      'publishable-key',
      '`publishable-key` holds a secret key (sk_…). It must never be in a page: remove it, roll it in your dashboard, and use the pk_… key.',
    );
  }
  if (!/^pk_(test|live)_[\x21-\x7e]+$/.test(value)) {
    throw new Wrong(
      'publishable-key',
      '`publishable-key` must start with pk_test_ or pk_live_. Copy it whole.',
    );
  }
  return value;
}

function serviceUrl(value: string): string {
  const url = trustworthy(value);
  if (!url || url.search !== '' || url.hash !== '') {
    throw new Wrong(
      'base-url',
      '`base-url` must be an https address (http on loopback only) without credentials or a query, such as https://api.example.com/v1.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function intentSource(raw: RawConfig, world: Surroundings): IntentSource | undefined {
  const { clientSecret, intentUrl, fetchIntent } = raw;
  const given = [
    blank(clientSecret) ? '' : 'client-secret',
    blank(intentUrl) ? '' : 'intent-url',
    fetchIntent === undefined || fetchIntent === null ? '' : 'fetchIntent',
  ].filter((name) => name !== '');
  if (given.length > 1) {
    throw new Wrong(
      given[1] ?? '',
      `${given.map((name) => `\`${name}\``).join(' and ')} are both set. Keep one.`,
    );
  }
  if (!blank(clientSecret)) {
    if (!/^pi_secret_\S+$/.test(clientSecret)) {
      throw new Wrong(
        'client-secret',
        '`client-secret` must start with pi_secret_. Pass the client_secret of a payment intent as it is.',
      );
    }
    if (!blank(raw.intentId) && !/^[\w-]+$/.test(raw.intentId)) {
      throw new Wrong(
        'intent-id',
        '`intent-id` must be the id of a payment intent, as your server received it.',
      );
    }
    return { kind: 'secret', clientSecret, intentId: blank(raw.intentId) ? undefined : raw.intentId };
  }
  if (!blank(intentUrl)) return { kind: 'url', url: ownUrl('intent-url', intentUrl, world) };
  if (fetchIntent === undefined || fetchIntent === null) return undefined;
  if (typeof fetchIntent !== 'function') throw new Wrong('fetchIntent', '`fetchIntent` must be a function.');
  return { kind: 'function', fetchIntent: fetchIntent as () => Promise<unknown> };
}

function statusSource(raw: RawConfig, world: Surroundings): StatusSource {
  const asked = raw.fetchStatus !== undefined && raw.fetchStatus !== null;
  if (asked && !blank(raw.statusUrl)) {
    throw new Wrong('fetchStatus', '`status-url` and `fetchStatus` are both set. Keep one.');
  }
  if (!blank(raw.statusUrl)) return { kind: 'url', url: ownUrl('status-url', raw.statusUrl, world) };
  if (!asked) return { kind: 'none' };
  if (typeof raw.fetchStatus !== 'function')
    throw new Wrong('fetchStatus', '`fetchStatus` must be a function.');
  return { kind: 'function', fetchStatus: raw.fetchStatus as (paymentId: string) => Promise<unknown> };
}

/** The merchant's own endpoints: relative to the page, and anything of the page's own origin. */
function ownUrl(name: string, value: string, world: Surroundings): string {
  const url = trustworthy(value, world.pageUrl) ?? sameOrigin(value, world.pageUrl);
  if (!url)
    throw new Wrong(
      name,
      `\`${name}\` must be an address of your server: https, or of this page's own origin.`,
    );
  return url.href;
}

function sameOrigin(value: string, pageUrl: string): URL | undefined {
  try {
    const url = new URL(value, pageUrl);
    const bare = url.username === '' && url.password === '';
    return url.protocol === 'http:' && bare && url.origin === new URL(pageUrl).origin ? url : undefined;
  } catch {
    return undefined;
  }
}

function price(raw: RawConfig, world: Surroundings): Price | undefined {
  // An intent without a currency is in SAR (interface 4.1), and so is a price.
  const currency = blank(raw.currency) ? 'SAR' : raw.currency;
  if (!world.isCurrency(currency)) {
    throw new Wrong('currency', '`currency` must be an ISO 4217 code in capitals, such as SAR.');
  }
  if (raw.amount === undefined || raw.amount === null) return undefined;
  if (!Number.isSafeInteger(raw.amount) || raw.amount < 1) {
    throw new Wrong(
      'amount',
      '`amount` must be a positive integer in the smallest currency unit: 10000 for 100.00 SAR.',
    );
  }
  return { amount: raw.amount, currency };
}

function moment(value: string | undefined, world: Surroundings): number | undefined {
  if (blank(value)) return undefined;
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(value)
    ? world.parseMoment(value)
    : NaN;
  if (Number.isNaN(at)) {
    throw new Wrong(
      'expires-at',
      '`expires-at` must be a date-time with an offset: pass the intent’s expires_at as it is.',
    );
  }
  return at;
}

function networks(value: string | undefined, world: Surroundings): readonly Network[] {
  if (blank(value)) return world.networks;
  const wanted = value.trim().split(/\s+/);
  const unknown = wanted.find((name) => !world.networks.some((network) => network === name));
  if (unknown !== undefined) {
    throw new Wrong('networks', `\`networks\` knows ${world.networks.join(', ')}, but not “${unknown}”.`);
  }
  return world.networks.filter((network) => wanted.includes(network));
}

function madaPrefixes(value: unknown): MadaPrefixes | undefined {
  if (value === undefined || value === null) return undefined;
  // A text is iterable too, letter by letter.
  if (typeof value !== 'object' || !(Symbol.iterator in value)) {
    throw new Wrong('madaPrefixes', '`madaPrefixes` must be a list of strings.');
  }
  try {
    return parseMadaPrefixes(value as Iterable<string>);
  } catch (error) {
    throw new Wrong('madaPrefixes', `\`madaPrefixes\` cannot be used. ${(error as Error).message}`);
  }
}

function metadata(value: unknown): Config['metadata'] {
  if (value === undefined || value === null) return undefined;
  const pairs = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : undefined;
  if (!pairs?.every(([, item]) => typeof item === 'string')) {
    throw new Wrong('metadata', '`metadata` must be an object whose values are strings.');
  }
  return Object.fromEntries(pairs) as Record<string, string>;
}

function splits(value: unknown): Config['splits'] {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new Wrong('splits', '`splits` must be an array.');
  return value as SplitRequest[];
}

function timeout(value: number | undefined): number {
  if (value === undefined || value === null) return 60_000;
  // Longer than what a timer can hold would fire at once.
  if (!(value > 0 && value <= 2_147_483_647)) {
    throw new Wrong('timeout', '`timeout` must be a positive number of milliseconds.');
  }
  return value;
}

function challenge(value: string | undefined): void {
  if (!blank(value) && value !== 'redirect') throw new Wrong('challenge', '`challenge` must be redirect.');
}
