import { readPayMethods } from './read-methods.js';
import { isLoopback } from '../../wire/url.js';
import { isLanguageTag } from '../language-tag.js';
import { reportExampleSecrets } from './example-secrets.js';
import { readNotificationSettings, readOrderKeys } from './read-keys.js';
import type { ProgramSettings, ShopSettings } from './settings.js';
import {
  checkAddress,
  createReader,
  notValue,
  readFlag,
  readWhole,
  type Environment,
  type SettingsReader,
} from './settings-reader.js';

/** All that is wrong with the settings, one sentence for each; no sentence repeats a secret. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Settings of earlier versions: the program does not start with one, because a secret or a limit would be ignored. */
const renamedSettings = {
  NEWS_URL: 'WEBHOOK_URL',
  NEWS_SECRET: 'WEBHOOK_SIGNING_SECRET',
  RETURN_DUPLICATES: 'REFUND_DUPLICATES',
  CALLER_TRIES_PER_HOUR: 'CALLER_DECLINES_PER_HOUR',
};
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const databases = ['sqlite', 'postgres', 'postgresql', 'mysql', 'mariadb', 'redis', 'rediss', 'valkey'];

/**
 * The settings from the environment, each checked.
 *
 * @throws {SettingsError} with every problem at once, so that the program need not be started once for each.
 */
export function readSettings(env: Environment): ProgramSettings {
  const { reader, problems } = createReader(env);
  const { text } = reader;

  const secretKey = readKey(reader, 'PAY_SECRET_KEY', 'sk', 'pk');
  const publishableKey = readKey(reader, 'PAY_PUBLISHABLE_KEY', 'pk', 'sk');
  const modes = [modeOf(secretKey), modeOf(publishableKey)];
  if (modes.includes('live') && modes.includes('test'))
    problems.push('PAY_SECRET_KEY and PAY_PUBLISHABLE_KEY differ: one is for tests, the other is live.');

  const baseUrl = readBaseUrl(reader);
  reportKeysOfTwoAccounts(reader, secretKey, publishableKey);

  const isLive = modeOf(secretKey) === 'live';
  if (isLive) reportExampleSecrets(reader);

  const port = readWhole(reader, 'PORT', 8080, 65_535);
  const metricsPort =
    text('METRICS_PORT') === undefined ? undefined : readWhole(reader, 'METRICS_PORT', 0, 65_535);
  if (metricsPort === port && port !== 0)
    problems.push(
      `METRICS_PORT and PORT are both ${port}: payers reach PORT, so /metrics needs another one.`,
    );
  // An IPv6 address may be written as in a URL.
  const host = (text('HOST') ?? '127.0.0.1').replace(/^\[(.+)\]$/, '$1');
  const databaseUrl = text('DATABASE_URL') ?? 'sqlite:pay-checkout.db';
  const [scheme = ''] = databaseUrl.split(':', 1);
  if (!databases.includes(scheme) || databaseUrl === 'sqlite:')
    problems.push(
      'DATABASE_URL must be sqlite:FILE, or an address that begins with postgres:, mysql: or redis:.',
    );
  if (/^sqlite:\/\/[^/]/.test(databaseUrl))
    problems.push(
      'DATABASE_URL begins with sqlite://, which would be a file at the root of the disk: write sqlite:FILE.',
    );
  if (decode(passwordIn(databaseUrl)) === undefined)
    problems.push('DATABASE_URL has a password with a % that stands for itself: write it as %25.');
  const [, ignored] =
    /^(?:mysql|mariadb):.*[?&](ssl[-_]?mode|sslaccept|usessl|tls)=/i.exec(databaseUrl) ?? [];
  if (ignored !== undefined)
    problems.push(
      `DATABASE_URL has \`${ignored}\`, which the driver of MySQL ignores: for an encrypted connection, write \`ssl={}\`.`,
    );
  if (isLive && /^sqlite:(?:$|:memory:|file:(?::memory:|.*\bmode=memory))/.test(databaseUrl))
    problems.push('DATABASE_URL is in memory: after a restart, orders that were paid could be paid again.');
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!logLevels.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}${notValue(logLevel)}.`);
  const operatorKey = text('OPERATOR_KEY');
  // A header has no other characters.
  if (operatorKey !== undefined && !/^[!-~]{32,}$/.test(operatorKey))
    problems.push(
      'OPERATOR_KEY must have at least 32 characters of ASCII, without spaces: make one with `openssl rand -hex 32`.',
    );
  const webhookSecret = reader.required(
    'PAY_WEBHOOK_SECRET',
    'any long random string; the program registers its webhook with it.',
  );

  const trustedProxyCount = readWhole(reader, 'TRUST_PROXY', 0, 10);
  for (const [old, now] of Object.entries(renamedSettings))
    if (text(old) !== undefined) problems.push(`${old} has a new name: ${now}.`);
  const callerDeclinesPerHour = readWhole(reader, 'CALLER_DECLINES_PER_HOUR', 0, 1_000_000);
  if (callerDeclinesPerHour > 0 && trustedProxyCount === 0)
    problems.push('CALLER_DECLINES_PER_HOUR needs TRUST_PROXY: without it, callers cannot be told apart.');

  const settings: Omit<ProgramSettings, 'secrets'> = {
    secretKey,
    publishableKey,
    baseUrl,
    webhookSecret,
    orderKeys: readOrderKeys(reader),
    publicUrl: readPublicUrl(reader, host, port),
    notifications: readNotificationSettings(reader),
    operatorKey,
    databaseUrl,
    port,
    metricsPort,
    host,
    trustedProxyCount,
    callerDeclinesPerHour,
    shop: readShop(reader),
    ...readPayMethods(reader),
    logLevel,
    refundDuplicates: readFlag(reader, 'REFUND_DUPLICATES'),
  };
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...settings, secrets: secretsOf(settings, env) };
}

const modeOf = (key: string) => /^[sp]k_(live|test)_/.exec(key)?.[1];

function readKey(reader: SettingsReader, name: string, prefix: string, other: string): string {
  const key = reader.required(name, `it begins with ${prefix}_test_ or ${prefix}_live_.`);
  if (key.startsWith(`${other}_`))
    reader.report(`${name} has a key that begins with ${other}_: the two keys were swapped.`);
  else if (key && !new RegExp(`^${prefix}_(test|live)_[!-9;-~]+$`).test(key))
    reader.report(`${name} must look like ${prefix}_test_… or ${prefix}_live_…, without spaces.`);
  return key;
}

/** Every path of the service follows its address, so one without its version reaches another thing. */
function readBaseUrl(reader: SettingsReader): string {
  const what = 'the service’s address with its version, such as https://api.example.com/v1.';
  const address = readAddress(reader, 'PAY_BASE_URL', what);
  if (URL.canParse(address) && !/\?|\/v\d+$/.test(address))
    reader.report('PAY_BASE_URL must end with the version of the service’s interface, such as /v1.');
  return address;
}

const isOfSandbox = (key: string) => /^[sp]k_test_sandbox$/.test(key);

/** Only the sandbox's keys show their account. */
function reportKeysOfTwoAccounts(reader: SettingsReader, secretKey: string, publishableKey: string): void {
  if (!secretKey || !publishableKey) return;
  if (isOfSandbox(secretKey) !== isOfSandbox(publishableKey))
    reader.report(
      'PAY_SECRET_KEY and PAY_PUBLISHABLE_KEY are of two accounts: one is the sandbox’s, and the other is not.',
    );
}

/** An address to which paths are added. */
function readAddress(reader: SettingsReader, name: string, what: string): string {
  const value = reader.required(name, what);
  const address = value && checkAddress(reader, name, value);
  if (address.includes('?')) reader.report(`${name} must not have a query (?…).`);
  return address.replace(/\/+$/, '');
}

function readPublicUrl(reader: SettingsReader, host: string, port: number): string {
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const isLocal = URL.canParse(local) && isLoopback(new URL(local).hostname);
  if (isLocal && reader.text('PUBLIC_URL') === undefined) return new URL(local).origin;
  return readAddress(reader, 'PUBLIC_URL', 'the address by which payers reach this program.');
}

function readShop(reader: SettingsReader): ShopSettings {
  const address = (name: string) => {
    const value = reader.text(name);
    return value === undefined ? undefined : checkAddress(reader, name, value);
  };
  const accent = reader.text('SHOP_ACCENT');
  if (accent !== undefined && !/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(accent))
    reader.report(`SHOP_ACCENT must be a colour such as #0b5cad${notValue(accent)}.`);
  const lang = reader.text('SHOP_LANG');
  if (lang !== undefined && !isLanguageTag(lang))
    reader.report(`SHOP_LANG must be a language such as ar${notValue(lang)}.`);
  return {
    name: reader.text('SHOP_NAME'),
    logo: address('SHOP_LOGO'),
    accent,
    url: address('SHOP_URL'),
    lang,
  };
}

/** Drivers read addresses that `URL` does not, such as `postgres://shop:password@/orders`. */
const passwordIn = (address: string): string =>
  /^\w+:\/\/[^:@/]*:(.+)@|[?&]password=([^&#]+)/
    .exec(address)
    ?.slice(1)
    .find((password) => password) ?? '';

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function secretsOf(settings: Omit<ProgramSettings, 'secrets'>, env: Environment): string[] {
  const { secretKey, webhookSecret, orderKeys, operatorKey, databaseUrl } = settings;
  const password = passwordIn(databaseUrl);
  const found = [
    secretKey,
    webhookSecret,
    operatorKey,
    password && databaseUrl,
    password,
    decode(password),
    ...(orderKeys.kind === 'secrets' ? orderKeys.secrets.map(({ secret }) => secret) : []),
    ...(env['WEBHOOK_SIGNING_SECRET'] ?? '').split(','),
  ];
  return found.flatMap((secret) => (secret?.trim() ? [secret.trim()] : []));
}
