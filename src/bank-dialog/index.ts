import { nearest } from '../words/ancestors.js';
import { openChallenge } from './challenge.js';
import { readsFromTheRight, wordsFor, type ChallengeWords } from './words.js';

/** An element that has an open shadow root, and a merchant's own words. */
export type ChallengeHost = HTMLElement & {
  readonly messages?: { readonly bank?: Partial<ChallengeWords> | undefined } | undefined;
};

/** What its bank wants to ask about. */
export interface Confirmation {
  /** The bank's page. Followed as it is: the caller has checked it. */
  readonly url: string;
  readonly paymentId: string;
  /** Whether the merchant's server can be asked what became of the payment. */
  readonly askable: boolean;
}

/**
 * Shows the bank's page in a dialog of the host. Answers where the payer goes from here; undefined: nowhere, and the
 * payment is to be looked at. Where this browser cannot show it, the payer goes to the full page.
 */
export async function confirmInside(host: ChallengeHost, it: Confirmation): Promise<string | undefined> {
  const lang = nearest(host, 'lang') ?? 'en';
  const dir = nearest(host, 'dir')?.toLowerCase();
  const direction = dir === 'rtl' || (dir !== 'ltr' && readsFromTheRight(lang)) ? 'rtl' : 'ltr';
  const words = wordsFor(lang, host.messages?.bank);
  try {
    const { end } = openChallenge(host.shadowRoot as ShadowRoot, { ...it, words, direction, tag: lang });
    const how = await end;
    switch (how.kind) {
      case 'returned':
        // Without a server to ask, only the page that the payer came back to knows what became of it.
        return it.askable ? undefined : how.url;
      case 'full-page':
        return it.url;
      case 'canceled':
        return undefined;
      default:
        return how satisfies never;
    }
  } catch {
    return it.url;
  }
}
