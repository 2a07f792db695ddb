import type * as challengeModule from '../challenge/index.js';
import type { LoadSavedCards } from '../form/saved/load-saved-cards.js';
import type * as frameHost from '../frame/parent/index.js';
import type { LocaleRegistry } from '../i18n/locale-registry.js';

export type FrameHostModule = typeof frameHost;
export type ChallengeModule = typeof challengeModule;

/**
 * What a release holds outside an element's own file: other languages, the page's side of a form in a frame, the
 * bank's page in a dialog, saved cards. Each entry says how its build fetches them, since one bundles them and another
 * has them as files beside the script.
 */
export interface Release {
  readonly languages: LocaleRegistry;
  readonly loadFrameHost: () => Promise<FrameHostModule>;
  readonly loadChallenge: () => Promise<ChallengeModule>;
  readonly loadSavedCards: LoadSavedCards;
}
