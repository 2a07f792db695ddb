import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { isLoopback, isSecureUrl } from '../../wire/url.js';
import { hasNoMistakes, reportOk, reportMistake, type ReportLine } from './report.js';

export type ShellEnvironment = Readonly<Record<string, string | undefined>>;

/** The environment, and under it what a file says: `.env`, where there is one and no other is named. */
export function readEnvironment(
  env: ShellEnvironment,
  file: string | undefined,
): { readonly env: ShellEnvironment; readonly lines: readonly ReportLine[] } {
  try {
    const fromFile = parseEnv(readFileSync(file ?? '.env', 'utf8'));
    return { env: { ...fromFile, ...env }, lines: [] };
  } catch {
    return { env, lines: file === undefined ? [] : [reportMistake('no-settings-file', file)] };
  }
}

const keyNames = ['PAY_SECRET_KEY', 'PAY_PUBLISHABLE_KEY'] as const;
const prefixes = { PAY_SECRET_KEY: 'sk_', PAY_PUBLISHABLE_KEY: 'pk_' } as const;
const wellFormed = /^[sp]k_(test|live)_[!-9;-~]+$/;
const modeOf = (key: string) => wellFormed.exec(key)?.[1];

const textOf = (env: ShellEnvironment, name: string) => env[name]?.trim() || undefined;

/** A shop for tests may have all of them in its code: that is one line of the report, and not four. */
export function checkAnySet(env: ShellEnvironment): readonly ReportLine[] {
  const names = [...keyNames, 'PAY_BASE_URL', 'PAY_WEBHOOK_SECRET'];
  const isAnySet = names.some((name) => textOf(env, name) !== undefined);
  return isAnySet ? [] : [reportMistake('nothing-set', names.join(', '))];
}

/** What is secret in the settings, so that no line repeats it. */
export const secretsIn = (env: ShellEnvironment): readonly string[] =>
  [...keyNames, 'PAY_WEBHOOK_SECRET'].flatMap((name) => textOf(env, name) ?? []);

/** The keys: both there, of their kinds, of one mode, and fit for the address. */
export function checkKeys(env: ShellEnvironment): readonly ReportLine[] {
  const [secret, publishable] = keyNames.map((name) => textOf(env, name));
  if (secret?.startsWith('pk_') && publishable?.startsWith('sk_')) return [reportMistake('keys-swapped')];
  const lines = keyNames.flatMap((name) => checkKey(name, textOf(env, name)));
  if (lines.length > 0 || !secret || !publishable) return lines;
  if (modeOf(secret) !== modeOf(publishable)) return [reportMistake('keys-of-two-modes')];
  const isHere = isOnThisMachine(textOf(env, 'PAY_BASE_URL'));
  if (isHere === true && modeOf(secret) === 'live') return [reportMistake('live-key-on-loopback')];
  if (isHere === false && secret === 'sk_test_sandbox' && hasNoMistakes(checkBaseUrl(env)))
    return [reportMistake('sandbox-key-elsewhere')];
  return [reportOk(`PAY_SECRET_KEY and PAY_PUBLISHABLE_KEY are ${modeOf(secret)} keys.`)];
}

function checkKey(name: (typeof keyNames)[number], key: string | undefined): readonly ReportLine[] {
  if (key === undefined) return [reportMistake('key-missing', name)];
  if (/^[sp]k_/.test(key) && !key.startsWith(prefixes[name]))
    return [reportMistake('wrong-kind-of-key', name)];
  return wellFormed.test(key) ? [] : [reportMistake('malformed-key', name)];
}

const isOnThisMachine = (address: string | undefined) =>
  address !== undefined && URL.canParse(address) ? isLoopback(new URL(address).hostname) : undefined;

/** The service's address; without a mistake, it is what the other checks ask. */
export function checkBaseUrl(env: ShellEnvironment): readonly ReportLine[] {
  const address = textOf(env, 'PAY_BASE_URL');
  if (address === undefined) return [reportMistake('base-url-missing')];
  if (!URL.canParse(address)) return [reportMistake('base-url-malformed')];
  const url = new URL(address);
  const { username, password, href, pathname } = url;
  if (username || password) return [reportMistake('base-url-with-credentials')];
  if (!isSecureUrl(url)) return [reportMistake('base-url-not-https')];
  if (/[?#]/.test(href)) return [reportMistake('base-url-with-query')];
  if (!/\/v\d+\/?$/.test(pathname)) return [reportMistake('base-url-without-version')];
  return [reportOk(`PAY_BASE_URL is ${address}`)];
}

const shortestSecret = 16;

export function checkWebhookSecret(env: ShellEnvironment): readonly ReportLine[] {
  const secret = textOf(env, 'PAY_WEBHOOK_SECRET');
  if (secret === undefined) return [reportMistake('webhook-secret-missing')];
  if (secret.length < shortestSecret) return [reportMistake('webhook-secret-short')];
  return [reportOk('PAY_WEBHOOK_SECRET is set.')];
}
