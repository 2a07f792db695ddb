import { saveReturn } from './own-payments.js';

/** Navigates to the return URL, unless this page is that URL. */
export function goToReturnUrl(url: string): void {
  if (url === location.href) return;
  // The payment's id is added behind whatever the page's own query has under that name.
  saveReturn(new URL(url).searchParams.getAll('id').at(-1) ?? '');
  location.assign(url);
}
