import type * as challengeModule from '../challenge/index.js';
import type { Challenge } from '../challenge/index.js';
import { delay } from '../browser/wait.js';
import type { Language } from '../i18n/language.js';
import type { PageMessages } from '../i18n/messages.js';
import type { PageSettings } from './card-form.js';
import { challengeLoadTimeoutMs } from './timeouts.js';

/** Fetches what shows the bank's page in a dialog. */
export type LoadChallenge = () => Promise<typeof challengeModule>;

/** What the way to the bank needs of the page. */
export interface ChallengeAccess {
  readonly host: HTMLElement;
  readonly language: Language<PageMessages>;
  readonly loadChallenge: LoadChallenge;
}

/**
 * Takes the payer to the bank's page: in place of this page, or in a dialog of it. `left`: this page is being left.
 * `back`: the payer was at the bank in the dialog. Where the dialog does not come, this page is left.
 */
export async function createChallengeAccess(
  { host, language, loadChallenge }: ChallengeAccess,
  { values }: Pick<PageSettings, 'values'>,
  url: string,
  paymentId: string,
): Promise<'left' | 'back'> {
  const challenge: Challenge = {
    url,
    paymentId,
    askable: Boolean(values.statusUrl || values.fetchStatus || values.checkoutUrl),
  };
  const module =
    values.challenge === 'frame'
      ? await Promise.race([loadChallenge().catch(() => undefined), delay(challengeLoadTimeoutMs)])
      : undefined;
  // The element was removed meanwhile: whoever closed the checkout does not expect the bank's page.
  if (!host.isConnected) return 'back';
  const next = module ? await module.openChallenge(host, challenge, language) : url;
  if (next === undefined) return 'back';
  location.assign(next);
  return 'left';
}
