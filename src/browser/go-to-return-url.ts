/** Takes the payer to the page that payments come back to, unless this is it already: it would load itself for ever. */
export function goToReturnUrl(url: string): void {
  if (url !== location.href) location.assign(url);
}
