import { isLoopback } from '../../wire/url.js';
import { assertConfig, parseText, parseWords } from './config-error.js';
import { parseTrustedUrl } from './urls.js';

/** The payment service, as far as addresses are concerned. */
export interface ServiceAddresses {
  /** Up to the version, without a slash at the end. */
  readonly baseUrl: string;
  /** Where a bank's page may be, besides the service's own hosts. */
  readonly challengeHosts?: readonly string[] | undefined;
}

export function parseServiceUrl(raw: unknown): string | undefined {
  const value = parseText('base-url', raw);
  if (value === undefined) return undefined;
  const url = parseTrustedUrl(value);
  // An address that ends in `?` or `#` has an empty query, which would swallow the path of each request.
  assertConfig(
    url && !/[?#]/.test(value),
    'base-url',
    'must be https (or http on loopback), without credentials or query.',
    value,
  );
  return url.href.replace(/\/+$/, '');
}

export const parseChallengeHosts = (raw: unknown): readonly string[] | undefined =>
  parseWords('challenge-hosts', raw);

/**
 * Reads an address that came with a payment: the bank's page, or what takes the code of STC Pay. The address must be secure,
 * and on a host of the service: the host of `base-url`, the same with `apimig.` instead of `api.`, the page's
 * `challenge-hosts`, and all below these. With a service on loopback every host of this machine is one.
 */
export function parseChallengeUrl(
  text: string,
  { baseUrl, challengeHosts = [] }: ServiceAddresses,
): URL | undefined {
  const url = parseTrustedUrl(text);
  if (!url) return undefined;
  const { hostname } = new URL(baseUrl);
  const hosts = [hostname, hostname.replace(/^api\./, 'apimig.'), ...challengeHosts];
  const isBelow = (host: string) => `.${url.hostname}`.endsWith(`.${host}`);
  return hosts.some(isBelow) || (isLoopback(hostname) && isLoopback(url.hostname)) ? url : undefined;
}
