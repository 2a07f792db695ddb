import { completeMessages } from '../i18n/merge-messages.js';
import type { Language } from '../i18n/language.js';
import { bank as ar } from '../i18n/locales/ar.js';
import { bank as en } from '../i18n/locales/en.js';
import type { PageMessages } from '../i18n/messages.js';
import { openDialog, type Lit } from './challenge-dialog.js';

/** The bank's page for one payment, and what may follow it. */
export interface Challenge {
  /** The bank's page. Followed as it is: the caller has checked it. */
  readonly url: string;
  readonly paymentId: string;
  /** Whether the merchant's server tells the payment's status. */
  readonly hasStatusSource: boolean;
}

/**
 * Shows the bank's page in a dialog of the host, which has an open shadow root. Returns the URL to navigate to: the bank's
 * page when the dialog cannot be shown or the payer wants the full page, the return URL when no server can be asked.
 * Undefined: stay on this page, and ask for the payment's status.
 */
export type OpenChallenge = (
  host: HTMLElement,
  challenge: Challenge,
  language: Pick<Language<PageMessages>, 'allMessages' | 'direction' | 'tag'>,
) => Promise<string | undefined>;

/** Opens dialogs that are drawn with the Lit that is given. */
export const openWith =
  (lit: Lit): OpenChallenge =>
  async (host, challenge, { allMessages, direction, tag }) => {
    try {
      const { end } = openDialog(host.shadowRoot as ShadowRoot, {
        ...challenge,
        lit,
        messages: completeMessages({ en, ar }, tag, allMessages.bank),
        direction,
        tag,
      });
      const closing = await end;
      switch (closing.kind) {
        case 'returned':
          // Without a server to ask, only the page that the payer came back to knows the result.
          return challenge.hasStatusSource ? undefined : closing.url;
        case 'full-page':
          return challenge.url;
        case 'canceled':
          return undefined;
        default:
          return closing satisfies never;
      }
    } catch {
      return challenge.url;
    }
  };
