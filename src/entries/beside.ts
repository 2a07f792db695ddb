import digestOfDigests from 'digest:languages/digests.js';
import { Languages } from '../words/languages.js';
import { pin } from './pin.js';

/** The build writes this: the tags of the languages beside the script. */
declare const LANGUAGES: string;

type Part = Readonly<Record<string, unknown>>;

/**
 * The tag of this script, which says where the other files of the release are. A classic script knows it while it runs;
 * a module has to look for it by the file's name.
 */
const ownTag = findOwnTag();

/** The languages of the script file: English and Arabic are inside, each other one is a file beside it. */
export const languages = new Languages({
  loadable: LANGUAGES.split(' '),
  load: async (code) => (await loadBeside(code))['messages'],
});

/**
 * Fetches a file of the release, by its name as seen from `languages/`. Where the page pins the script by `integrity`,
 * the file is pinned too. A policy that allows the script allows `import()` of it.
 */
export async function loadBeside(file: string): Promise<Part> {
  if (!ownTag) throw new Error('The script tag has no src, so the files beside it cannot be found.');
  const { src, integrity } = ownTag;
  const part = async (name: string, digest: string): Promise<Part> => {
    const url = new URL(`languages/${name}.js`, src).href;
    if (integrity) await pin(url, digest, ownTag);
    return (await import(/* @vite-ignore */ url)) as Part;
  };
  const digests = integrity
    ? ((await part('digests', digestOfDigests))['digests'] as Record<string, string>)
    : {};
  return part(file, digests[file] ?? '');
}

function findOwnTag(): HTMLScriptElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].find(({ src }) =>
    /\/pay-checkout\.js([?#]|$)/.test(src),
  );
}
