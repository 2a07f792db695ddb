/** The languages beside the script, each with its file's digest; the build writes it. */
declare const LANGUAGE_FILES: Readonly<Record<string, string>>;

/**
 * The tag of this script: known while a classic script runs; a module has to look for it, by the file's name. Nothing
 * else says in a classic script and in a module where it came from.
 */
const own = ownTag();

/** `load.ts` of the script file, which has everything inside but these: modules in `languages/`, beside it. */
export const loadable: readonly string[] = Object.keys(LANGUAGE_FILES);

/** Fetches a language's messages. `import()` needs nothing of a page's policy that the script itself has not needed. */
export async function load(code: string): Promise<unknown> {
  if (!own) throw new Error('It is not known where the script came from.');
  const url = new URL(`languages/${code}.js`, own.src).href;
  if (own.integrity) await pin(url, LANGUAGE_FILES[code] ?? '', own);
  const { messages } = (await import(/* @vite-ignore */ url)) as { readonly messages?: unknown };
  return messages;
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
