/**
 * Who pins the script trusts no server with code on the page, so what it fetches must be what it was at the release too.
 * `import()` takes no digest, but it takes what was preloaded, and that does.
 */
export function setIntegrity(
  url: string,
  integrity: string,
  { nonce }: Pick<HTMLScriptElement, 'nonce'>,
): Promise<void> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) throw new Error('modulepreload');
  Object.assign(link, { rel: 'modulepreload', href: url, integrity, crossOrigin: 'anonymous', nonce });
  return new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error('integrity'));
    document.head.append(link);
  }).finally(() => link.remove());
}
