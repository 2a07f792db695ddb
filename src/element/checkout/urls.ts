import { isSecureUrl } from '../../wire/url.js';

/**
 * Reads an address that a key may be sent to, or that a payer may be sent to: https, or http on loopback, and without
 * credentials in it. Returns undefined otherwise.
 */
export function parseTrustedUrl(text: string, base?: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    return undefined;
  }
  return isSecureUrl(url) && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * The key of a purchase that has no `reference` and no endpoint: the page's URL. A hash that is a route (`#/orders/7`,
 * `#7`) is part of the key; a hash that is a place in the page (`#terms`) is not, because a payer who has followed a link
 * to that place pays for the same purchase.
 */
export function getPageKey(documentUrl: string): string {
  const [page = '', hash = ''] = documentUrl.split(/#(.*)/s);
  return /^([a-z_%][\w%-]*)?$/i.test(hash) ? page : documentUrl;
}

/** The merchant's own endpoint: relative to the document's base, https, or http on the origin of that base. */
export function parseMerchantUrl(value: string, documentBaseUrl: string): URL | undefined {
  const url = parseTrustedUrl(value, documentBaseUrl);
  if (url) return url;
  try {
    const own = new URL(value, documentBaseUrl);
    const hasNoCredentials = own.username === '' && own.password === '';
    return own.protocol === 'http:' && hasNoCredentials && own.origin === new URL(documentBaseUrl).origin
      ? own
      : undefined;
  } catch {
    return undefined;
  }
}
