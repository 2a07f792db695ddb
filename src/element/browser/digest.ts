import { getPageKey } from '../checkout/urls.js';

/**
 * A digest of 64 bits, too short to recover a longer secret from. Not one of `crypto.subtle`, whose digests are
 * asynchronous.
 */
export function computeDigest(text: string): string {
  let [a, b] = [5381, 0x811c9dc5];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b, 0x01000193) ^ code;
  }
  return `${a}${b}`;
}

/** The digest of a page's URL, by which a page recognises what it has stored itself. */
export const computePageDigest = (url: string): string => computeDigest(getPageKey(url));
