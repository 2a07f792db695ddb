import { completeMessages } from '../i18n/complete-messages.js';
import type { Language } from '../i18n/language.js';
import { bank as ar } from '../i18n/locales/ar.js';
import { bank as en } from '../i18n/locales/en.js';
import type { PageMessages } from '../i18n/messages.js';
import { openDialog } from './challenge-dialog.js';

/** What the payer's bank wants to ask. */
export interface Challenge {
  /** The bank's page. Followed as it is: the caller has checked it. */
  readonly url: string;
  readonly paymentId: string;
  /** Whether the merchant's server can be asked what became of the payment. */
  readonly askable: boolean;
}

/**
 * Shows the bank's page in a dialog of the host, which has an open shadow root. Answers where the payer goes from here;
 * undefined: nowhere, and the payment is to be looked at. Where this browser cannot show it, the payer goes to the full
 * page.
 */
export async function openChallenge(
  host: HTMLElement,
  challenge: Challenge,
  { allMessages, direction, tag }: Pick<Language<PageMessages>, 'allMessages' | 'direction' | 'tag'>,
): Promise<string | undefined> {
  try {
    const { end } = openDialog(host.shadowRoot as ShadowRoot, {
      ...challenge,
      words: completeMessages({ en, ar }, tag, allMessages.bank),
      direction,
      tag,
    });
    const how = await end;
    switch (how.kind) {
      case 'returned':
        // Without a server to ask, only the page that the payer came back to knows what became of it.
        return challenge.askable ? undefined : how.url;
      case 'full-page':
        return challenge.url;
      case 'canceled':
        return undefined;
      default:
        return how satisfies never;
    }
  } catch {
    return challenge.url;
  }
}
