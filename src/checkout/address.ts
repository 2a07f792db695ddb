const loopback = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads an address that a key may be sent to, or that a payer may be sent to: https, or http on loopback, and without
 * credentials in it. Anything else is undefined.
 */
export function trustworthy(text: string, base?: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    return undefined;
  }
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
  return secure && url.username === '' && url.password === '' ? url : undefined;
}
