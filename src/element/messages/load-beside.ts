/** The tags of the languages beside the script, and the digest of the file that has theirs; the build writes both. */
declare const LANGUAGES: string;
declare const DIGESTS: string;

/**
 * The tag of this script: known while a classic script runs; a module has to look for it, by the file's name. Nothing
 * else says in a classic script and in a module where it came from.
 */
const own = ownTag();

/** `load.ts` of the script file, which has everything inside but these: modules in `languages/`, beside it. */
export const loadable: readonly string[] = LANGUAGES.split(' ');

/** Fetches a language's messages. `import()` needs nothing of a page's policy that the script itself has not needed. */
export async function load(code: string): Promise<unknown> {
  if (!own) throw new Error('It is not known where the script came from.');
  const { src, integrity } = own;
  const part = async (name: string, digest: string): Promise<Readonly<Record<string, unknown>>> => {
    const url = new URL(`languages/${name}.js`, src).href;
    if (integrity) await pin(url, digest, own);
    return (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>;
  };
  const digests = integrity ? ((await part('digests', DIGESTS))['digests'] as Record<string, string>) : {};
  return (await part(code, digests[code] ?? ''))['messages'];
}

/**
 * Who pins the script trusts no server with code on the page, so a language must be what it was at the release too.
 * `import()` takes no digest, but it takes what was preloaded, and that does.
 */
function pin(url: string, integrity: string, { nonce }: HTMLScriptElement): Promise<void> {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) throw new Error('This browser cannot check a module.');
  Object.assign(link, { rel: 'modulepreload', href: url, integrity, crossOrigin: 'anonymous', nonce });
  return new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error('It is not the file of the release.'));
    document.head.append(link);
  }).finally(() => link.remove());
}

function ownTag(): HTMLScriptElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].find(({ src }) =>
    /\/pay-checkout\.js([?#]|$)/.test(src),
  );
}
