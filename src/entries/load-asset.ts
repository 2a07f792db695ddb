import digestOfDigests from 'digest:languages/digests.js';
import type { LocaleLoader } from '../i18n/locale-registry.js';
import { setIntegrity } from './subresource-integrity.js';

/** The build writes this: the tags of the languages beside the script. */
declare const LANGUAGES: string;

/** A script of the release: the other files stand beside it, and its tag may pin it. */
export type ScriptTag = Pick<HTMLScriptElement, 'src' | 'integrity' | 'nonce'>;

type AssetModule = Readonly<Record<string, unknown>>;

/**
 * Fetches a file of the release. Where the page pins the script by `integrity`, the file is pinned too. A policy that
 * allows the script allows `import()` of it.
 *
 * @param file Its name as seen from the script.
 */
export async function loadAsset(script: ScriptTag, file: string, digest: string): Promise<AssetModule> {
  const url = new URL(file, script.src).href;
  if (script.integrity) await setIntegrity(url, digest, script);
  return (await import(/* @vite-ignore */ url)) as AssetModule;
}

/** The languages that are files beside a script. Their digests are a file too, fetched by pages that pin the script. */
export const createLocaleLoader = (script: () => ScriptTag): LocaleLoader => ({
  loadable: LANGUAGES.split(' '),
  async load(code) {
    const own = script();
    const { digests = {} } = own.integrity
      ? ((await loadAsset(own, 'languages/digests.js', digestOfDigests)) as {
          digests?: Record<string, string>;
        })
      : {};
    return loadAsset(own, `languages/${code}.js`, digests[code] ?? '');
  },
});
