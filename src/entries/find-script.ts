import type { ScriptTag } from './load-asset.js';

/**
 * Finds the tag of a script file, which says where the other files of the release are. Call it while the script runs:
 * a classic script knows its tag only then. A module has to look for it by the file's name, to which a build may have added
 * a hash.
 */
export function findScript(name: string): () => ScriptTag {
  const tag = findOwnTag(name);
  let hasWarned = false;
  return () => {
    if (tag) return tag;
    const advice = `${name}: no <script> of the page has this name, so the files beside it, such as languages, cannot be fetched. Keep the name; a hash may follow it: ${name.replace('.', '.3fa9c1.')}.`;
    // eslint-disable-next-line no-console -- what is not fetched has something in its place, so nothing else tells
    if (!hasWarned) console.warn(advice);
    hasWarned = true;
    throw new Error(advice);
  };
}

function findOwnTag(name: string): HTMLScriptElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  const tags = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
  const findTag = (file: RegExp) => tags.find(({ src }) => file.test(src.split(/[?#]/, 1)[0] ?? ''));
  const [base] = name.split('.');
  return findTag(new RegExp(`/${base}\\.js$`)) ?? findTag(new RegExp(`/${base}[.-][\\w-]*\\d[\\w-]*\\.js$`));
}
