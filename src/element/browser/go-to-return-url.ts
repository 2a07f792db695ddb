import { isAtReturnUrl } from '../checkout/read-return.js';
import { getPayerWindow } from './window.js';
import { saveReturn } from './own-payments.js';

/** Navigates to the return URL. If the service has already sent the payer there, the page is not loaded a second time. */
export function goToReturnUrl(host: Node, url: string): void {
  const { location } = getPayerWindow(host);
  if (isAtReturnUrl(location.href, url)) return;
  // The payment's id is added behind whatever the page's own query has under that name.
  saveReturn(new URL(url).searchParams.getAll('id').at(-1) ?? '');
  location.assign(url);
}
