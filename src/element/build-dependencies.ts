import type { LoadChallenge } from './form/go-to-challenge.js';
import type { LoadMethods } from './form/load-methods.js';
import type * as frameParent from './frame/parent/index.js';
import type { LocaleRegistry } from './i18n/locale-registry.js';

export type FrameParentModule = typeof frameParent;

/**
 * What a build has outside an element's own file: other locales, the page's side of a form in a frame, the challenge
 * dialog, other ways to pay. Each entry says how its build loads them, since one build bundles them and another has them as files
 * beside the script.
 */
export interface BuildDependencies {
  readonly locales: LocaleRegistry;
  readonly loadFrameParent: () => Promise<FrameParentModule>;
  readonly loadChallenge: LoadChallenge;
  readonly loadMethods: LoadMethods;
}
