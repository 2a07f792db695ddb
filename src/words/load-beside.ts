import { pin } from './pin.js';

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

type Part = Readonly<Record<string, unknown>>;

/** Fetches a language's messages. */
export const load = async (code: string): Promise<unknown> => (await loadPart(code))['messages'];

/** Fetches a file of the release. `import()` needs nothing of a page's policy that the script itself has not needed. */
export async function loadPart(file: string): Promise<Part> {
  if (!own) throw new Error('src');
  const { src, integrity } = own;
  const part = async (name: string, digest: string): Promise<Part> => {
    const url = new URL(`languages/${name}.js`, src).href;
    if (integrity) await pin(url, digest, own);
    return (await import(/* @vite-ignore */ url)) as Part;
  };
  const digests = integrity ? ((await part('digests', DIGESTS))['digests'] as Record<string, string>) : {};
  return part(file, digests[file] ?? '');
}

function ownTag(): HTMLScriptElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].find(({ src }) =>
    /\/pay-checkout\.js([?#]|$)/.test(src),
  );
}
