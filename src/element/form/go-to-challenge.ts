import type { Challenge, OpenChallenge } from '../challenge/index.js';
import { adviseDeveloper } from '../browser/advise-developer.js';
import { delay } from '../browser/clock.js';
import { getPayerWindow } from '../browser/window.js';
import type { Language } from '../i18n/language.js';
import type { PageMessages } from '../i18n/messages.js';
import type { PageSettings } from './card-form.js';
import { challengeLoadTimeoutMs } from '../checkout/timeouts.js';

/** Loads the challenge dialog. */
export type LoadChallenge = () => Promise<OpenChallenge>;

/** What `goToChallenge` needs from the page. */
export interface ChallengeContext {
  readonly host: HTMLElement;
  readonly language: Language<PageMessages>;
  readonly loadChallenge: LoadChallenge;
}

/**
 * Takes the payer to the bank's page: instead of this page, or in a dialog. Resolves with `left` when this page is being
 * left, also because the dialog cannot open or did not load, and with `back` when the payer has left the dialog.
 */
export async function goToChallenge(
  { host, language, loadChallenge }: ChallengeContext,
  { values }: Pick<PageSettings, 'values'>,
  url: string,
  paymentId: string,
): Promise<'left' | 'back'> {
  const challenge: Challenge = {
    url,
    paymentId,
    hasStatusSource: Boolean(values.statusUrl || values.fetchStatus || values.checkoutUrl),
  };
  const isDialogWanted = values.challenge === 'frame';
  // A page of another origin opens in no frame there, unless it agrees by headers, which banks do not send.
  const isIsolated = globalThis.crossOriginIsolated;
  if (isDialogWanted && isIsolated)
    adviseDeveloper(
      host,
      'this page is cross-origin isolated (COOP, COEP), so the bank’s page replaces it: `challenge="frame"` has no effect.',
    );
  const openChallenge =
    isDialogWanted && !isIsolated
      ? await Promise.race([loadChallenge().catch(() => undefined), delay(challengeLoadTimeoutMs)])
      : undefined;
  // The element was removed meanwhile, so the payer does not expect the bank's page any more.
  if (!host.isConnected) return 'back';
  const next = openChallenge ? await openChallenge(host, challenge, language) : url;
  if (next === undefined) return 'back';
  getPayerWindow(host).location.assign(next);
  return 'left';
}
