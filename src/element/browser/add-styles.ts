import { adoptStyles, type CSSResultOrNative } from '@lit/reactive-element/css-tag.js';

/** Adds styles to those that a shadow root has. Lit's own function puts its list in place of them. */
export function addStyles(root: ShadowRoot | null, styles: CSSResultOrNative): void {
  if (!root) return;
  // Where a browser knows no sheets for a shadow root, Lit appends a style element.
  const { adoptedStyleSheets = [] } = root as Partial<ShadowRoot>;
  adoptStyles(root, [...adoptedStyleSheets, styles]);
}
