import { getWindow } from '../browser/window.js';
import { writeStyles } from '../browser/add-styles.js';
import {
  dialogTemplate,
  type DialogContext,
  type DialogListeners,
  type DialogState,
} from './dialog-template.js';
import { readReturnedMessage } from './message.js';
import { dialogStyles } from './styles.js';
import type { html, render } from 'lit/html.js';

/** How long the bank's page may take before the dialog says that the page does not seem to open. */
const pageLoadTimeoutMs = 8_000;

/** What the dialog is drawn with. Handed in, so that this module, which is loaded on its own, brings no second copy of Lit. */
export interface Lit {
  readonly html: typeof html;
  readonly render: typeof render;
}

/** The URL of the bank's page is followed as it is: the caller has checked it. */
export interface DialogOptions extends DialogContext {
  readonly lit: Lit;
  readonly paymentId: string;
  /**
   * Until the dialog says that the bank's page does not seem to open.
   *
   * @default 8000
   */
  readonly loadTimeoutMs?: number;
}

type DialogEnd =
  /** The payer is back, at an address of the page's origin. What the address says of the payment proves nothing. */
  | { readonly kind: 'returned'; readonly url: string }
  /** The payer stopped, or the page did. The payment may have gone through nevertheless. */
  | { readonly kind: 'canceled' }
  /** The payer wants the bank's page instead of this one. */
  | { readonly kind: 'full-page' };

export interface ChallengeDialog {
  readonly end: Promise<DialogEnd>;
  /** Closes the dialog as canceled. Harmless when it is closed. */
  close(): void;
}

/**
 * Shows the bank's page in a modal dialog. The dialog closes when a page of this page's origin calls `postReturn` in it or
 * has loaded. No script can tell whether a page refuses to be framed, so the dialog always offers the full page.
 *
 * @param root Gets the dialog and its style sheet while the dialog is open; the dialog inherits the theme's properties.
 * @throws when the browser has no adopted style sheets, or cannot show the dialog. The root is then as it was.
 */
export function openDialog(root: ShadowRoot, options: DialogOptions): ChallengeDialog {
  const page = root.ownerDocument;
  const view = getWindow(root);
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(writeStyles(root, dialogStyles));
  const { lit, loadTimeoutMs = pageLoadTimeoutMs } = options;

  const over = new AbortController();
  const { signal } = over;
  let resolve: (how: DialogEnd) => void;
  const end = new Promise<DialogEnd>((done) => (resolve = done));
  const finish = (how: DialogEnd): void => {
    if (signal.aborted) return;
    over.abort();
    clearTimeout(timer);
    // Gives the focus back; a dialog that is only removed does not.
    dialog.close();
    container.remove();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    resolve(how);
  };
  const close = () => finish({ kind: 'canceled' });
  const ask = (asks: boolean) => {
    update({ asks });
    if (asks) keep.focus();
    else focusPage();
  };
  const listeners: DialogListeners = {
    onFullPageClick: () => finish({ kind: 'full-page' }),
    onCloseClick: () => ask(true),
    onStayClick: () => ask(false),
    onLeaveClick: close,
    onPageLoad() {
      const url = readAddress(frame);
      // The payer is back in the shop, perhaps at a page that does not call `postReturn`, such as a login.
      if (hasPageOrigin(url) && !hasPageOrigin(options.url)) return finish({ kind: 'returned', url });
      // Some browsers fire `load` for their error page too, when the bank's page forbids framing. A script cannot tell the
      // two apart; therefore the button "Open full page" is always shown.
      if (state.page === 'open' || state.page === 'blocked') return;
      update({ page: 'open' });
      if (root.activeElement === title) focusPage();
    },
    // Handle the key itself: Chromium closes the dialog on a second Escape, whatever the `cancel` event's listeners prevent.
    onKeydown(event) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      ask(!state.asks);
    },
    onCancel(event) {
      event.preventDefault();
      if (event.cancelable) ask(!state.asks);
    },
    // The dialog was closed without an answer, which says nothing about the payment.
    onClose: close,
  };

  // A separate container, since the shadow root's content is the element's template.
  const container = document.createElement('div');
  container.className = 'bank-container';
  let state: DialogState = { page: 'requested', asks: false };
  const update = (changed: Partial<DialogState>) => {
    state = { ...state, ...changed };
    lit.render(dialogTemplate(lit.html, options, state, listeners), container);
  };
  update({});
  const find = <E extends HTMLElement>(selector: string) => container.querySelector(selector) as E;
  const dialog = find<HTMLDialogElement>('dialog');
  const title = find('h2');
  const keep = find('.main');
  const frame = find<HTMLIFrameElement>('iframe');
  const focusPage = () => (state.page === 'open' ? frame : title).focus();

  // Safari below 17.4 has no `checkVisibility`.
  const isHidden = () => !(dialog.checkVisibility?.() ?? dialog.getClientRects().length > 0);
  const timer = setTimeout(() => state.page === 'opening' && update({ page: 'slow' }), loadTimeoutMs);
  // The merchant's own policy may not allow the frame, or where it goes on to: nothing will come of waiting.
  page.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, disposition, blockedURI }) => {
      const isFrame = effectiveDirective === 'frame-src' && disposition === 'enforce';
      if (isFrame && !isOfAnotherFrame(page, blockedURI)) update({ page: 'blocked' });
    },
    { signal },
  );
  view.addEventListener(
    'message',
    ({ data, origin, source }) => {
      const message = readReturnedMessage(data);
      if (
        origin === location.origin &&
        message?.paymentId.toLowerCase() === options.paymentId.toLowerCase() &&
        hasPageOrigin(message.url) &&
        isWithin(source, frame.contentWindow)
      ) {
        finish({ kind: 'returned', url: message.url });
      }
    },
    { signal },
  );

  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  root.append(container);
  try {
    dialog.showModal();
  } catch (error) {
    close();
    throw error;
  }
  if (isHidden()) {
    // The page hides the element: the payer would neither see the dialog nor leave it, and the page behind is out of reach.
    close();
    throw new Error('The dialog would not be seen.');
  }
  // A page may hide the element later too, such as a step of a checkout that the payer leaves by Back.
  const hiding = new view.IntersectionObserver(() => isHidden() && close());
  hiding.observe(dialog);
  signal.addEventListener('abort', () => hiding.disconnect());
  title.focus();
  update({ page: 'opening' });
  return { end, close };
}

/**
 * Whether what the page's policy has blocked belongs to another frame of the page, such as an advertisement. The event
 * names no frame, and the bank's own frame goes on to addresses that only the bank knows.
 */
function isOfAnotherFrame(page: Document, blocked: string): boolean {
  const frames = [...page.querySelectorAll<HTMLIFrameElement>('iframe[src]')];
  const origin = originOf(blocked);
  return origin !== undefined && frames.some(({ src }) => originOf(src) === origin);
}

/** Undefined for what is no URL: browsers without `URL.canParse` are served too. */
function originOf(url: string): string | undefined {
  try {
    return new URL(url).origin;
  } catch {
    return undefined;
  }
}

/** The address of the page in a frame; empty if the page has another origin. */
function readAddress(frame: HTMLIFrameElement): string {
  try {
    return frame.contentWindow?.location.href ?? '';
  } catch {
    return '';
  }
}

/** In a page with an opaque origin, no URL is of the same origin. */
const hasPageOrigin = (url: string) => /^https?:/.test(url) && originOf(url) === location.origin;

/** Whether a message came from the frame or a frame inside it: banks use frames too. A worker as source has no parent. */
function isWithin(source: unknown, frame: Window | null): boolean {
  for (let from = source as Window | null; from; from = from === from.parent ? null : from.parent) {
    if (from === frame) return true;
  }
  return false;
}
