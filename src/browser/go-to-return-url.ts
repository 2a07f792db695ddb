import { readReturn } from '../checkout/read-return.js';
import { saveReturn } from './own-payments.js';

/** Navigates to the return URL, unless this page is that URL. */
export function goToReturnUrl(url: string): void {
  if (url === location.href) return;
  saveReturn(readReturn(url)?.paymentId ?? '');
  location.assign(url);
}
