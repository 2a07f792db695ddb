import { isAtReturnUrl } from '../checkout/read-return.js';
import { saveReturn } from './stored-entry.js';

/** The window of the document that a node is in. The element may be in a frame, or in a window that its page has opened. */
export const getWindow = ({ ownerDocument }: Node): Window & typeof globalThis =>
  ownerDocument?.defaultView ?? window;

/**
 * The window in which the payer goes on: the bank's page and the return page open there. A frame stays in its page, because
 * banks do not let themselves be framed.
 */
export function getPayerWindow(node: Node): Window {
  const view = getWindow(node);
  return view === view.top ? view : window;
}

/** Removes a listener of the page, if the page is there: a test runner that closes its page takes the page's functions away. */
export function stopListening(
  type: string,
  listener: (event: never) => void,
  page: Partial<Pick<Window, 'removeEventListener'>> = globalThis,
): void {
  page.removeEventListener?.(type, listener as EventListener);
}

/** A press that seems to last longer has ended elsewhere: a pointer that is released in another window leaves `:active`. */
const longestPressMs = 2_000;
const pollMs = 50;

/**
 * Runs `act`, which may move the page's content, when no pointer is down: if a button moves between press and release, the
 * browser drops the click. `:active` is checked in a later task, because Firefox sets it after moving the focus.
 */
export const runAfterPress = (page: Document, act: () => void, wait = 0, waited = 0): void =>
  void setTimeout(() => {
    if (waited < longestPressMs && page.querySelector(':active'))
      runAfterPress(page, act, pollMs, waited + pollMs);
    else act();
  }, wait);

/** Navigates to the return URL. If the service has already sent the payer there, the page is not loaded a second time. */
export function goToReturnUrl(host: Node, url: string): void {
  const { location } = getPayerWindow(host);
  if (isAtReturnUrl(location.href, url)) return;
  // The payment's id is added behind whatever the page's own query has under that name.
  saveReturn(new URL(url).searchParams.getAll('id').at(-1) ?? '');
  location.assign(url);
}
