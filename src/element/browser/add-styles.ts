import type { ReactiveElement } from '@lit/reactive-element';
import { supportsAdoptingStyleSheets, type CSSResult } from '@lit/reactive-element/css-tag.js';
import { getWindow } from './window.js';

/** The style sheets of each document, by their text: a style sheet belongs to one document. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** The styles that were added to each shadow root. */
const added = new WeakMap<ShadowRoot, Map<CSSResult, CSSStyleSheet | undefined>>();

/**
 * Creates an element's shadow root with the element's styles. Lit's own method fails in another document than the one that
 * the script is in.
 */
export function createStyledRoot(element: ReactiveElement): ShadowRoot {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  addStyles(root, (element.constructor as typeof ReactiveElement).elementStyles as CSSResult[]);
  return root;
}

/**
 * Adds styles to those that a shadow root has, once. Call it at each update: a shadow root that is moved to another
 * document has lost its style sheets.
 */
export function addStyles(root: ShadowRoot, styles: readonly CSSResult[] = []): void {
  const own = added.get(root) ?? new Map<CSSResult, CSSStyleSheet | undefined>();
  added.set(root, own);
  const before = [...own.values()];
  const newStyles = styles.filter((style) => !own.has(style));
  for (const style of newStyles) own.set(style, undefined);
  if (!supportsAdoptingStyleSheets) {
    // Style elements move with their shadow root.
    for (const { cssText } of newStyles) {
      const element = root.ownerDocument.createElement('style');
      // The page's policy may ask for a nonce, which Lit reads from here too.
      element.nonce = (globalThis as { litNonce?: string }).litNonce ?? '';
      element.textContent = writeStyles(root, cssText);
      root.append(element);
    }
    return;
  }
  const others = root.adoptedStyleSheets;
  for (const style of own.keys()) own.set(style, getSheet(root, writeStyles(root, style.cssText)));
  const sheetsNow = [...own.values()] as CSSStyleSheet[];
  if (sheetsNow.every((sheet) => others.includes(sheet))) return;
  root.adoptedStyleSheets = [...others.filter((sheet) => !before.includes(sheet)), ...sheetsNow];
}

function getSheet(root: ShadowRoot, text: string): CSSStyleSheet {
  const { ownerDocument } = root;
  const ofDocument = sheets.get(ownerDocument) ?? new Map<string, CSSStyleSheet>();
  sheets.set(ownerDocument, ofDocument);
  const sheet = ofDocument.get(text) ?? new (getWindow(root).CSSStyleSheet)();
  if (!ofDocument.has(text)) sheet.replaceSync(text);
  ofDocument.set(text, sheet);
  return sheet;
}

/**
 * The text of styles for a shadow root. Browsers without `light-dark()` get the colors of the page's color scheme: Chromium
 * below 123, Firefox below 120, Safari below 17.5.
 */
export function writeStyles(root: ShadowRoot, cssText: string): string {
  if (globalThis.CSS?.supports?.('color', 'light-dark(#000,#fff)') !== false) return cssText;
  return cssText.replace(/light-dark\(([^,)]+),([^)]+)\)/g, isDark(root) ? '$2' : '$1');
}

/** Whether the page's color scheme is dark, as the browser applies it. */
function isDark(root: ShadowRoot): boolean {
  const probe = root.ownerDocument.createElement('i');
  probe.style.color = 'CanvasText';
  root.append(probe);
  const [, red] = /(\d+)/.exec(getComputedStyle(probe).color) ?? [];
  probe.remove();
  return Number(red) > 127;
}
