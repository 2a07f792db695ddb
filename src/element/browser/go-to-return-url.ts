import { getPayerWindow } from './window.js';
import { saveReturn } from './own-payments.js';

/** Navigates to the return URL, unless this page is that URL. */
export function goToReturnUrl(host: Node, url: string): void {
  const { location } = getPayerWindow(host);
  if (url === location.href) return;
  // The payment's id is added behind whatever the page's own query has under that name.
  saveReturn(new URL(url).searchParams.getAll('id').at(-1) ?? '');
  location.assign(url);
}
