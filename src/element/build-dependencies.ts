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
