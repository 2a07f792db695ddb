import type { html as litHtml, TemplateResult } from 'lit/html.js';
import type { ChallengeMessages } from '../i18n/messages.js';

/** What the payer sees in the dialog. */
export interface DialogState {
  /**
   * How far the bank's page is: asked for a moment ago, not there yet, late, kept out by the policy of the merchant's page,
   * or there.
   */
  readonly page: 'requested' | 'opening' | 'slow' | 'blocked' | 'open';
  /** Whether the dialog asks the payer about stopping. */
  readonly asks: boolean;
}

/** What stays as it is while the dialog is open. */
export interface DialogContext {
  readonly messages: ChallengeMessages;
  readonly direction: 'ltr' | 'rtl';
  /** The language of the messages: a BCP 47 tag. */
  readonly tag: string;
  /** The bank's page. */
  readonly url: string;
}

export interface DialogListeners {
  readonly onFullPageClick: () => void;
  /** The dialog asks the payer first. */
  readonly onCloseClick: () => void;
  readonly onStayClick: () => void;
  readonly onLeaveClick: () => void;
  readonly onPageLoad: () => void;
  readonly onKeydown: (event: KeyboardEvent) => void;
  /** Other close requests, such as Back on Android. */
  readonly onCancel: (event: Event) => void;
  readonly onClose: () => void;
}

/**
 * The dialog in one of its states, made by the `html` of the Lit that renders it.
 *
 * Several origins load in the frame, the bank last; each may use the browser's ways to confirm a payment. The frame has its
 * address before it is in the page, because a frame without one loads an empty page first, and fires `load` for it.
 */
export function dialogTemplate(
  html: typeof litHtml,
  { messages, direction, tag, url }: DialogContext,
  { page, asks }: DialogState,
  listeners: DialogListeners,
): TemplateResult {
  const isLate = page === 'slow' || page === 'blocked';
  return html`
    <dialog
      class="bank ${isLate ? 'slow' : ''}"
      lang=${tag}
      dir=${direction}
      aria-labelledby="bank-title"
      aria-describedby="bank-status"
      @keydown=${listeners.onKeydown}
      @cancel=${listeners.onCancel}
      @close=${listeners.onClose}
    >
      <header>
        <h2 id="bank-title" tabindex="-1">${messages.title}</h2>
        <button type="button" class="full" @click=${listeners.onFullPageClick}>${messages.fullPage}</button>
        <button type="button" @click=${listeners.onCloseClick}>${messages.cancel}</button>
      </header>
      <p
        id="bank-status"
        class="status ${page === 'opening' ? 'wait' : ''}"
        role="status"
        .textContent=${statusText(page, messages)}
      ></p>
      <div class="ask" role="group" aria-labelledby="bank-ask" ?hidden=${!asks}>
        <p id="bank-ask">${messages.ask}</p>
        <div class="row">
          <button type="button" class="main" @click=${listeners.onStayClick}>${messages.keep}</button>
          <button type="button" @click=${listeners.onLeaveClick}>${messages.stop}</button>
        </div>
      </div>
      <iframe
        title=${messages.title}
        allow="payment *; publickey-credentials-get *"
        referrerpolicy="strict-origin"
        src=${url}
        ?inert=${asks}
        @load=${listeners.onPageLoad}
      ></iframe>
    </dialog>
  `;
}

/** Empty at first, since screen readers do not announce a text that is in its region from the start. */
function statusText(page: DialogState['page'], { loading, slow }: ChallengeMessages): string {
  switch (page) {
    case 'opening':
      return loading;
    case 'slow':
    case 'blocked':
      return slow;
    case 'requested':
    case 'open':
      return '';
    default:
      return page satisfies never;
  }
}
