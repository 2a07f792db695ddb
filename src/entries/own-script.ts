import type { Script } from './beside.js';

/**
 * The tag of the script file `pay-checkout.js` or `pay-frame.js`, which says where the other files of the release are.
 * A classic script knows its tag while it runs; a module has to look for it by the file's name.
 */
const tag = findOwnTag();

export function ownScript(): Script {
  if (!tag) throw new Error('The script tag has no src, so the files beside it cannot be found.');
  return { src: tag.src, tag };
}

function findOwnTag(): HTMLScriptElement | undefined {
  if (typeof document === 'undefined') return undefined;
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].find(({ src }) =>
    /\/pay-checkout\.js([?#]|$)/.test(src),
  );
}
