import type { ScriptTag } from './load-asset.js';

/**
 * Finds the tag of a script file, which says where the other files of the release are. Call it while the script runs:
 * a classic script knows its tag only then. A module has to look for it by the file's name.
 */
export function findScript(name: string): () => ScriptTag {
  const tag = findOwnTag(`/${name}`);
  return () => {
    if (!tag) throw new Error('The script tag has no src, so the files beside it cannot be found.');
    return tag;
  };
}

function findOwnTag(end: string): HTMLScriptElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].find(({ src }) =>
    src.split(/[?#]/, 1)[0]?.endsWith(end),
  );
}
