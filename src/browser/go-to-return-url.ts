/** Navigates to the return URL, unless this page is that URL: the page would reload forever. */
export function goToReturnUrl(url: string): void {
  if (url !== location.href) location.assign(url);
}
