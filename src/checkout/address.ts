import { isLoopback } from '../wire/loopback.js';

/**
 * Reads an address that a key may be sent to, or that a payer may be sent to: https, or http on loopback, and without
 * credentials in it. Anything else is undefined.
 */
export function parseTrustedUrl(text: string, base?: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    return undefined;
  }
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSecure && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * A page's own address, by which a purchase is known that nothing else names. A hash that is a route (`#/orders/7`, `#7`) is
 * part of it; one that is a place in the page (`#terms`) is not: a payer who has followed a link there pays for the same.
 */
export function getPageKey(address: string): string {
  const [page = '', hash = ''] = address.split(/#(.*)/s);
  return /^([a-z_%][\w%-]*)?$/i.test(hash) ? page : address;
}

/** The merchant's own endpoint: relative to the page, https, or anything of the page's own origin. */
export function parseMerchantUrl(value: string, pageUrl: string): URL | undefined {
  const url = parseTrustedUrl(value, pageUrl);
  if (url) return url;
  try {
    const own = new URL(value, pageUrl);
    const hasNoCredentials = own.username === '' && own.password === '';
    return own.protocol === 'http:' && hasNoCredentials && own.origin === new URL(pageUrl).origin
      ? own
      : undefined;
  } catch {
    return undefined;
  }
}
