import { adviseDeveloper } from './browser/advise-developer.js';
import { getFlatTreeParent, isElement } from './i18n/language.js';

/** The least difference in brightness, of 255, between a text and its background. No theme means to have less. */
const lowestContrast = 60;

/**
 * Warns the developer where the labels can hardly be read on the page behind them: most often the page is dark, and does
 * not say so by `color-scheme`. An image behind the form is not judged.
 */
export function adviseContrast(host: HTMLElement): void {
  const label = host.shadowRoot?.querySelector('label');
  if (!label) return;
  const contrast = brightnessOf(getComputedStyle(label).color) - brightnessOf(findBackground(host));
  if (Math.abs(contrast) >= lowestContrast || Number.isNaN(contrast)) return;
  const advice =
    'its labels can hardly be read on the page: set `color-scheme: dark` on a dark page, or `--pay-text`.';
  adviseDeveloper(host, advice);
}

/** By its red, green and blue, as eyes weigh them; not a number where a color is translucent or of a rare form. */
function brightnessOf(color: string): number {
  const [, red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? [];
  return 0.3 * Number(red) + 0.59 * Number(green) + 0.11 * Number(blue);
}

/** The color behind an element; empty where an image is there, or where the page has set none. */
function findBackground(host: Element): string {
  for (let node: Node | null = host; node; node = getFlatTreeParent(node)) {
    if (!isElement(node)) continue;
    const { backgroundColor, backgroundImage } = getComputedStyle(node);
    if (backgroundImage !== 'none') break;
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
  }
  return '';
}
