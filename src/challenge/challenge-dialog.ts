import { createNodes, showState, type DialogState } from './dialog-nodes.js';
import { readReturned } from './message.js';
import { styles } from './styles.js';
import { pageLoadTimeoutMs } from './timeouts.js';
import type { ChallengeMessages } from '../i18n/messages.js';

export interface DialogOptions {
  /** The bank's page. Followed as it is: the caller has checked it. */
  readonly url: string;
  readonly paymentId: string;
  readonly words: ChallengeMessages;
  readonly direction: 'ltr' | 'rtl';
  /** The language of the words: a BCP 47 tag. */
  readonly tag: string;
  /**
   * Until the payer is told that the bank's page does not seem to open.
   *
   * @default 8000
   */
  readonly loadTimeoutMs?: number;
}

export type DialogEnd =
  /** The payer is back, at an address of the page's own origin. What it says of the payment proves nothing. */
  | { readonly kind: 'returned'; readonly url: string }
  /** The payer stopped, or the page did. The payment may have gone through all the same. */
  | { readonly kind: 'canceled' }
  /** The payer wants the bank's page in place of this one. */
  | { readonly kind: 'full-page' };

export interface ChallengeDialog {
  readonly end: Promise<DialogEnd>;
  /** Ends it from outside, as canceled; harmless when it is over. */
  close(): void;
}

/**
 * Shows the bank's page in a modal dialog, where the page that the payer comes back to is of this page's own origin
 * and says so by `handOver`. Not for a page that cannot be framed: nobody can tell from outside.
 *
 * @param root Gets the dialog and its style sheet for as long as it is open; the values of a theme come down to it.
 * @throws where the browser knows no sheets for a shadow root, or would not show the dialog. Nothing is left behind then.
 */
export function openDialog(root: ShadowRoot, options: DialogOptions): ChallengeDialog {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  const { words, loadTimeoutMs = pageLoadTimeoutMs } = options;
  const nodes = createNodes(words, options.url);
  const { dialog, title, fullPage, cancel, keep, stop, frame } = nodes;
  dialog.lang = options.tag;
  dialog.dir = options.direction;

  let state: DialogState = { page: 'opening', asks: false };
  const update = (changed: Partial<DialogState>) => {
    state = { ...state, ...changed };
    showState(nodes, words, state);
  };
  const focusPage = () => (state.page === 'open' ? frame : title).focus();

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
    dialog.remove();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    resolve(how);
  };
  const close = () => finish({ kind: 'canceled' });
  const ask = (asks: boolean) => {
    update({ asks });
    if (asks) keep.focus();
    else focusPage();
  };

  const on = (target: EventTarget, type: string, listener: (event: never) => void) =>
    target.addEventListener(type, listener as EventListener, { signal });

  const timer = setTimeout(() => state.page === 'opening' && update({ page: 'slow' }), loadTimeoutMs);
  on(frame, 'load', () => {
    // Also fired, by some browsers, for what stands in for a page that forbids to be framed. From here the two look
    // the same, which is why the way to the full page is always there.
    if (state.page === 'open' || state.page === 'blocked') return;
    update({ page: 'open' });
    if (root.activeElement === title) focusPage();
  });
  // The merchant's own policy may not allow the frame, or where it goes on to: nothing will come of waiting.
  on(document, 'securitypolicyviolation', (event: SecurityPolicyViolationEvent) => {
    const isFrame = event.effectiveDirective === 'frame-src' && event.disposition === 'enforce';
    if (isFrame && !isOfAnotherFrame(event.blockedURI)) update({ page: 'blocked' });
  });
  on(window, 'message', ({ data, origin, source }: MessageEvent) => {
    const message = readReturned(data);
    if (
      origin === location.origin &&
      message?.paymentId.toLowerCase() === options.paymentId.toLowerCase() &&
      isOwn(message.url) &&
      isWithin(source, frame.contentWindow)
    ) {
      finish({ kind: 'returned', url: message.url });
    }
  });

  on(fullPage, 'click', () => finish({ kind: 'full-page' }));
  on(cancel, 'click', () => ask(true));
  on(keep, 'click', () => ask(false));
  on(stop, 'click', close);
  // The key before what browsers make of it: Chromium lets a second Escape close a dialog whatever its page says.
  on(dialog, 'keydown', (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    ask(!state.asks);
  });
  // Other wishes to close, such as a phone's Back.
  on(dialog, 'cancel', (event: Event) => {
    event.preventDefault();
    if (event.cancelable) ask(!state.asks);
  });
  // Closed without an answer. That says nothing of the payment.
  on(dialog, 'close', close);

  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  root.append(dialog);
  dialog.showModal();
  if (dialog.getClientRects().length === 0) {
    // The page hides the element: nobody sees the dialog, nobody could leave it, and the page behind it is out of reach.
    close();
    throw new Error('The dialog would not be seen.');
  }
  title.focus();
  update({});
  return { end, close };
}

/**
 * Whether what the page's policy has blocked belongs to another frame of the page, such as an advertisement. The event
 * names no frame, and the bank's own frame goes on to addresses that only the bank knows.
 */
function isOfAnotherFrame(blocked: string): boolean {
  const frames = [...document.querySelectorAll<HTMLIFrameElement>('iframe[src]')];
  const origin = originOf(blocked);
  return origin !== undefined && frames.some(({ src }) => originOf(src) === origin);
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/** A page without an origin of its own has no addresses that it could trust. */
function isOwn(url: string): boolean {
  try {
    return /^https?:/.test(url) && new URL(url).origin === location.origin;
  } catch {
    return false;
  }
}

/** Whether a message came out of the frame, from however deep: banks use frames too. What is no window has no parent. */
function isWithin(source: unknown, frame: Window | null): boolean {
  for (let from = source as Window | null; from; from = from === from.parent ? null : from.parent) {
    if (from === frame) return true;
  }
  return false;
}
