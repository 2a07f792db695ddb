import type { LoadChallenge } from './form/go-to-challenge.js';
import type * as methods from './methods/index.js';
import type { LocaleRegistry } from './i18n/locale-registry.js';

/**
 * What a build has outside an element's own file: other locales, the challenge dialog, other ways to pay. Each entry says
 * how its build loads them, since one build bundles them and another has them as files beside the script.
 */
export interface BuildDependencies {
  readonly locales: LocaleRegistry;
  readonly loadChallenge: LoadChallenge;
  readonly loadMethods: () => Promise<typeof methods>;
}

interface Registered extends CustomElementConstructor {
  readonly version: string;
}

/** Chromium below 111, Firefox below 113, Safari below 16.2. False in jsdom, which has no `CSS.supports`. */
const lacksColorMix = (): boolean =>
  globalThis.CSS?.supports?.('color', 'color-mix(in srgb, red, red)') === false;

/**
 * Registers an element, under its own name or another. Registering the same version again does nothing; any other conflict
 * is reported in the console.
 */
export function register(
  element: Registered,
  own: string,
  tag: string,
  registry: CustomElementRegistry,
): void {
  const first = registry.get(tag) as Partial<Registered> | undefined;
  if (first) {
    if (first.version === element.version) return;
    // eslint-disable-next-line no-console -- for the developer: nothing else tells which of two copies runs
    console.warn(
      `<${tag}> ${element.version} is not used: ${first.version ?? 'another element'} has the name.`,
    );
    return;
  }
  // A browser without these APIs cannot pay: leave the tag undefined, so that its own content is shown.
  if (!globalThis.AbortSignal?.timeout || !Intl.supportedValuesOf || lacksColorMix()) return;
  // A class can be registered once; another name needs another class.
  registry.define(tag, tag === own ? element : class extends element {});
}
