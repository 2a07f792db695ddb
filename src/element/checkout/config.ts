import type { RawConfig } from '../settings.js';
import { networks, type Network } from '../card/networks.js';
import { parseMadaPrefixes, type MadaPrefixes } from '../card/mada-prefixes.js';
import { PayError } from '../../error.js';
import { getDecimals } from '../../money.js';
import { list, record, recordOf, text, type Read } from '../../wire/reader.js';
import { assertConfig, parseKnownWords, parseNumber, parseText, ConfigError } from './config-error.js';
import type { Price } from './price.js';
import { parseChallengeHosts, parseServiceUrl, type ServiceAddresses } from './services.js';
import { parseSources, type Sources } from './sources.js';
import { maxTimerMs, defaultServiceTimeoutMs, minServiceTimeoutMs } from './timeouts.js';

/** The page's settings after validation; no other module validates them again. */
export interface Config extends Sources, ServiceAddresses {
  readonly publishableKey: string;
  readonly price: Price | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  readonly networks: readonly Network[];
  /** Undefined: the ones known when this version was released. */
  readonly madaPrefixes?: MadaPrefixes | undefined;
  readonly manual: boolean;
  readonly metadata: Readonly<Record<string, string>> | undefined;
  readonly splits: Read<typeof readSplits> | undefined;
  readonly invoiceId: string | undefined;
  /** Milliseconds. */
  readonly timeout: number;
}

export type ParsedConfig =
  | { readonly kind: 'complete'; readonly config: Config }
  | { readonly kind: 'missing'; readonly error: PayError }
  | { readonly kind: 'invalid'; readonly error: PayError };

/** What the parser needs from outside: the page's addresses, and how a time is read. */
export interface ConfigContext {
  readonly documentBaseUrl: string;
  readonly documentUrl: string;
  /** Milliseconds since the epoch of an ISO 8601 date-time, or NaN. */
  readonly parseTimestamp: (timestamp: string) => number;
}

/** Turns the element's properties into a configuration, or says which one is missing or wrong and what to do. */
export function parseConfig(raw: RawConfig, context: ConfigContext): ParsedConfig {
  try {
    const price = parsePrice(raw);
    const sources = parseSources(raw, price, context);
    const baseUrl = parseServiceUrl(raw.baseUrl);
    const publishableKey = parsePublishableKey(parseText('publishable-key', raw.publishableKey));
    const rest = {
      price,
      expiresAt: parseIntentExpiry(parseText('expires-at', raw.expiresAt), context),
      challengeHosts: parseChallengeHosts(raw.challengeHosts),
      networks: parseNetworks(raw.networks),
      madaPrefixes: readMadaPrefixes(raw.madaPrefixes),
      manual: parseManual(raw.manual),
      metadata: parseMetadata(raw.metadata),
      splits: parseSplits(raw.splits),
      invoiceId: parseText('invoiceId', raw.invoiceId),
      timeout: parseTimeout(raw.timeout),
    };
    assertChallenge(parseText('challenge', raw.challenge));
    if (!baseUrl) return createMissingConfig('base-url', 'Set it to the address of the service.');
    if (!publishableKey)
      return createMissingConfig('publishable-key', 'Set it to your pk_test_… or pk_live_… key.');
    if (!sources) {
      return createMissingConfig(
        'client-secret',
        'Create an intent on your server first, or set checkout-url, intent-url or fetchIntent.',
      );
    }
    return { kind: 'complete', config: { baseUrl, publishableKey, ...sources, ...rest } };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { kind: 'invalid', error: new PayError('configuration', error.message, { field: error.field }) };
  }
}

/** Creates the error only when it is read: its stack makes V8 parse the script again, and most pages read none. */
export const createMissing = (createError: () => PayError): ParsedConfig => ({
  kind: 'missing',
  get error() {
    return createError();
  },
});

const createMissingConfig = (field: string, advice: string): ParsedConfig =>
  createMissing(() => new PayError('configuration', `\`${field}\` is missing. ${advice}`, { field }));

// No message repeats the value of a key or a secret: it would end up in a console or a log.

function parsePublishableKey(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  assertConfig(
    !/^sk_/i.test(value),
    'publishable-key',
    'holds a secret key (sk_…), which must never be in a page. Replace that key, and use the pk_… key here.',
  );
  assertConfig(
    /^pk_(test|live)_[\x21-\x7e]+$/.test(value),
    'publishable-key',
    'must be a key that starts with pk_test_ or pk_live_, without spaces or other signs in it.',
    // Another secret may have come into the wrong place.
    `${value.slice(0, 3)}…`,
  );
  return value;
}

function parsePrice(raw: RawConfig): Price | undefined {
  // An intent without a currency is in SAR, and so is a price.
  const currency = parseText('currency', raw.currency) ?? 'SAR';
  assertConfig(
    getDecimals(currency) !== undefined,
    'currency',
    'must be an ISO 4217 code in capitals, such as SAR.',
    currency,
  );
  const amount = parseNumber(raw.amount);
  if (amount === undefined) return undefined;
  assertConfig(
    Number.isSafeInteger(amount) && amount > 0,
    'amount',
    'must be a positive integer in the smallest currency unit: 10000 for 100.00 SAR, Math.round(19.99 * 100) for 19.99 SAR.',
    raw.amount,
  );
  return { amount, currency };
}

function parseIntentExpiry(value: string | undefined, context: ConfigContext): number | undefined {
  if (value === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(value)
    ? context.parseTimestamp(value)
    : NaN;
  assertConfig(
    !Number.isNaN(at),
    'expires-at',
    'must be a date-time with an offset, as expires_at is.',
    value,
  );
  return at;
}

function parseNetworks(value: unknown): readonly Network[] {
  const wanted = parseKnownWords('networks', value, networks);
  return networks.filter((network) => wanted?.includes(network) ?? true);
}

function readMadaPrefixes(value: unknown): MadaPrefixes | undefined {
  if (value === undefined || value === null) return undefined;
  // A text is iterable too, letter by letter.
  assertConfig(
    typeof value === 'object' && Symbol.iterator in value,
    'madaPrefixes',
    'must be a list of strings.',
    value,
  );
  try {
    return parseMadaPrefixes(value as Iterable<unknown>);
  } catch (error) {
    throw new ConfigError('madaPrefixes', `cannot be used. ${(error as Error).message}`);
  }
}

const readTexts = recordOf(text);
/** The service says what is wrong with a split. */
const readSplits = list(record);

function parseMetadata(value: unknown): Config['metadata'] {
  if (value === undefined || value === null) return undefined;
  // A copy: the page can't change it any more.
  const copy = readTexts(value);
  const wrong = Object.entries(record(value) ?? {}).find(([, entry]) => text(entry) === undefined);
  assertConfig(
    copy,
    'metadata',
    `must be an object whose values are strings${wrong ? `, which \`${wrong[0]}\` is not` : ''}.`,
    wrong ? wrong[1] : value,
  );
  return copy;
}

function parseSplits(value: unknown): Config['splits'] {
  if (value === undefined || value === null) return undefined;
  const copy = readSplits(copyAsJson(value));
  assertConfig(copy, 'splits', 'must be an array of plain objects that JSON can hold.', value);
  return copy;
}

/** A copy, which the page can't change any more; undefined for what cannot be sent, such as a `BigInt` or a cycle. */
function copyAsJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

function parseTimeout(raw: unknown): number {
  const value = parseNumber(raw);
  if (value === undefined) return defaultServiceTimeoutMs;
  assertConfig(
    Number.isFinite(value) && value >= minServiceTimeoutMs && value <= maxTimerMs,
    'timeout',
    'must be milliseconds, 1000 or more: 60000 is a minute.',
    raw,
  );
  return value;
}

/** A text such as `false` would authorise a payment that its developer wants to be captured. */
function parseManual(value: unknown): boolean {
  assertConfig(typeof (value ?? false) === 'boolean', 'manual', 'must be true or false.', value);
  return value === true;
}

function assertChallenge(value: string | undefined): void {
  assertConfig(
    ['redirect', 'frame', undefined].includes(value),
    'challenge',
    'must be redirect or frame.',
    value,
  );
}
