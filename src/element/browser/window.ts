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
