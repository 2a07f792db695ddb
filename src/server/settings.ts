import { PayError } from '../error.js';
import { isSecureUrl } from '../wire/url.js';

export interface PayClientOptions {
  /** `sk_test_…` or `sk_live_…`; it decides test or live. Keep it out of pages, logs and repositories. */
  readonly secretKey: string;
  /** The service's address with its version, such as `https://api.example.com/v1`; plain http on loopback only. */
  readonly baseUrl: string;
  /** What sends the requests, where the global `fetch` should not. */
  readonly fetch?: ((url: string, init: RequestInit) => Response | Promise<Response>) | undefined;
  /** Milliseconds until an answer must be there in full; 30000 when omitted. */
  readonly timeout?: number | undefined;
}

export interface Settings {
  readonly secretKey: string;
  readonly baseUrl: string;
  readonly fetch: NonNullable<PayClientOptions['fetch']>;
  readonly timeout: number;
}

const createOptionError = (field: keyof PayClientOptions, message: string) =>
  new PayError('configuration', message, { field });

/** A user name of HTTP Basic: visible ASCII without a colon. */
const secretKeyForm = /^sk_(test|live)_[!-9;-~]+$/;
/** The longest wait that a timer can hold. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The options, checked. What is wrong is named, but a key is never repeated. */
export function readOptions(options: PayClientOptions): Settings {
  const { secretKey, baseUrl, fetch: send, timeout = 30_000 } = Object(options) as PayClientOptions;
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > maxTimeoutMs)
    throw createOptionError('timeout', '`timeout` must be a whole number of milliseconds, at least 1.');
  if (!['undefined', 'function'].includes(typeof (send ?? undefined)))
    throw createOptionError('fetch', '`fetch` must be a function.');
  return {
    secretKey: checkKey(secretKey),
    baseUrl: checkBaseUrl(baseUrl),
    fetch: send ?? ((url, init) => fetch(url, init)),
    timeout,
  };
}

function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key === '')
    throw createOptionError(
      'secretKey',
      '`secretKey` is missing. Read it from the environment of your server.',
    );
  if (key.startsWith('pk_'))
    throw createOptionError(
      'secretKey',
      '`secretKey` is a publishable key (pk_…). A server needs the secret one (sk_…).',
    );
  if (!secretKeyForm.test(key))
    throw createOptionError(
      'secretKey',
      '`secretKey` must look like sk_test_… or sk_live_…, without spaces.',
    );
  return key;
}

function checkBaseUrl(baseUrl: unknown): string {
  const url = typeof baseUrl === 'string' && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url)
    throw createOptionError('baseUrl', '`baseUrl` must be an address such as https://api.example.com/v1.');
  if (url.username || url.password)
    throw createOptionError(
      'baseUrl',
      '`baseUrl` must not carry credentials; the key goes into `secretKey`.',
    );
  // `search` and `hash` say nothing of an empty one, after which no path could follow either.
  if (/[?#]/.test(url.href))
    throw createOptionError('baseUrl', '`baseUrl` must not have a query or a fragment.');
  if (!isSecureUrl(url))
    throw createOptionError('baseUrl', '`baseUrl` must be https; plain http is for loopback only.');
  return url.href.replace(/\/+$/, '');
}
