import digestOfDigests from 'digest:languages/digests.js';
import type { LocaleLoader } from '../element/i18n/locale-registry.js';

/** The build defines this: the tags of the locales beside the script. */
declare const LANGUAGES: string;

/** The tag of a script of the release, which may have `integrity`. The other files are beside the script. */
export type ScriptTag = Pick<HTMLScriptElement, 'src' | 'integrity' | 'nonce'>;

/**
 * Loads a module of the release. Checks its digest when the page pins the script by `integrity`. A content security policy
 * that allows the script allows this `import()` too.
 *
 * @param file The path relative to the script.
 */
export async function loadAsset<Module>(
  script: ScriptTag,
  file: string,
  digest: string | undefined,
): Promise<Module> {
  const url = new URL(file, script.src).href;
  try {
    if (script.integrity) {
      // A preload with an empty digest would check nothing.
      if (!digest) throw new Error(`No digest of ${file} is known.`);
      await preloadWithIntegrity(url, digest, script);
    }
    // The file is of the same release as the caller, so the caller knows what it exports.
    const module = (await import(/* @vite-ignore */ url)) as object;
    // Some hosts have one script for every address that they do not know.
    if (Object.keys(module).length === 0) throw new Error('It exports nothing, so it is another script.');
    return module as Module;
  } catch (cause) {
    const loss = losses[file.split(/[/.]/, 1)[0] ?? ''] ?? 'a part';
    // eslint-disable-next-line no-console -- the payer gets something else instead, so nothing else tells
    console.warn(
      `pay-checkout: ${url} did not load, so ${loss} is missing. Serve all files of the release, under their names, in the folder of ${script.src}.`,
      cause,
    );
    throw cause;
  }
}

/** What a page lacks without a file, by the first part of the file's name. */
const losses: Readonly<Record<string, string>> = {
  languages: 'the language of the page',
  'pay-methods': 'every way to pay other than a typed card',
  'pay-challenge': 'the dialog of the bank’s page',
};

/** Loads locales from files beside the script. Their digests are in a file too, which only pages with `integrity` load. */
export const createLocaleLoader = (script: () => ScriptTag): LocaleLoader => ({
  loadable: LANGUAGES.split(' '),
  async load(code) {
    const scriptTag = script();
    const { digests = {} } = scriptTag.integrity
      ? await loadAsset<{ digests?: Record<string, string> }>(
          scriptTag,
          'languages/digests.js',
          digestOfDigests,
        )
      : {};
    return loadAsset(scriptTag, `languages/${code}.js`, digests[code]);
  },
});

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

/**
 * Preloads a module and checks its digest. A page that pins the script by `integrity` trusts no server with code, so every
 * file that the script loads must have its released content. `import()` takes no digest, but a `modulepreload` link does,
 * and `import()` uses the preloaded module.
 */
function preloadWithIntegrity(
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
