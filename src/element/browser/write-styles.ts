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
