import { getFlatTreeParent, findInheritedAttribute } from '../../i18n/ancestors.js';
import { customPropertyNames } from '../custom-properties.js';

/** What a form in the page itself would inherit. */
export interface Appearance {
  readonly lang: string;
  readonly dir: string;
  readonly colorScheme: string;
  readonly rem: number;
  readonly values: Readonly<Record<string, string>>;
}

export function readAppearance(host: Element): Appearance {
  const style = getComputedStyle(host);
  const values: Record<string, string> = {};
  for (const name of customPropertyNames) {
    const value = style.getPropertyValue(`--pay-${name}`).trim();
    if (value) values[`--pay-${name}`] = value;
  }
  return {
    lang: findInheritedAttribute(host, 'lang') ?? 'en',
    dir: findInheritedAttribute(host, 'dir') ?? '',
    colorScheme: style.colorScheme === 'normal' ? getPageColorScheme() : style.colorScheme,
    rem: parseFloat(getComputedStyle(document.documentElement).fontSize),
    values,
  };
}

/** The `color-scheme` of the page's head, which applies where no style rule sets one. */
const getPageColorScheme = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]')?.content ?? 'normal';

/**
 * Calls back whenever the appearance may have changed: by an attribute of an ancestor, by the head, by the color scheme
 * of the system, or by the size of the window.
 */
export function watchAppearance(host: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (let node: Node | null = host; node; node = getFlatTreeParent(node)) {
    if (node instanceof Element) observer.observe(node, { attributes: true });
  }
  observer.observe(document.head, { attributes: true, childList: true, subtree: true });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', onChange);
  window.addEventListener('resize', onChange);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', onChange);
    window.removeEventListener('resize', onChange);
  };
}
