import { adviseDeveloper } from '../browser/advise-developer.js';
import { getParent } from '../i18n/ancestors.js';

/** Below it even large text is hard to read, by WCAG. */
const lowestContrast = 3;

/**
 * Warns the developer where the labels can hardly be read on the page behind them: most often the page is dark, and does
 * not say so by `color-scheme`. An image behind the form is not judged.
 */
export function adviseContrast(host: HTMLElement): void {
  const label = host.shadowRoot?.querySelector('label');
  const text = label && readColor(getComputedStyle(label).color);
  const background = findBackground(host);
  if (!text || !background) return;
  const [dark = 0, light = 0] = [luminanceOf(text), luminanceOf(background)].sort((a, b) => a - b);
  if ((light + 0.05) / (dark + 0.05) >= lowestContrast) return;
  const isDark = luminanceOf(background) < 0.2;
  const advice = isDark ? 'set `color-scheme: dark` on the page, or `--pay-text`' : 'set `--pay-text`';
  adviseDeveloper(host, `its labels can hardly be read on the page’s background: ${advice}.`);
}

type Color = readonly number[];

/** Red, green and blue, where a computed color is opaque and of the usual form. */
function readColor(color: string): Color | undefined {
  const [, values = ''] = /^rgb\((.+)\)$/.exec(color) ?? [];
  const channels = values.split(/[ ,]+/).map(Number);
  return channels.length === 3 ? channels : undefined;
}

/** The color behind an element. Undefined: an image, a translucent color, or none that the page has set. */
function findBackground(host: Element): Color | undefined {
  for (let node: Node | null = host; node; node = getParent(node)) {
    if (!(node instanceof Element)) continue;
    const { backgroundColor, backgroundImage } = getComputedStyle(node);
    if (backgroundImage !== 'none') return undefined;
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return readColor(backgroundColor);
  }
  return undefined;
}

/** By WCAG: 0 is black, and 1 is white. */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
