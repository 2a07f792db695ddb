/**
 * Preloads a module and checks its digest. A page that pins the script by `integrity` trusts no server with code, so every
 * file that the script loads must have its released content. `import()` takes no digest, but a `modulepreload` link does,
 * and `import()` uses the preloaded module.
 */
export function preloadWithIntegrity(
  url: string,
  integrity: string,
  { nonce }: Pick<HTMLScriptElement, 'nonce'>,
): Promise<void> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) throw new Error('`integrity` needs modulepreload.');
  Object.assign(link, { rel: 'modulepreload', href: url, integrity, crossOrigin: 'anonymous', nonce });
  return new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${url} does not match its digest.`));
    document.head.append(link);
  }).finally(() => link.remove());
}
