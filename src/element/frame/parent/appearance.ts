import { getWindow } from '../../browser/window.js';
import { getFlatTreeParent, findInheritedAttribute, isElement } from '../../i18n/language.js';
import { customPropertyNames } from '../custom-properties.js';

/** What a form in the page itself would inherit. */
interface Appearance {
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
    const value = style.getPropertyValue(name).trim();
    if (value) values[name] = value;
  }
  return {
    lang: findInheritedAttribute(host, 'lang') ?? 'en',
    dir: findInheritedAttribute(host, 'dir') ?? '',
    colorScheme: style.colorScheme === 'normal' ? getPageColorScheme(host.ownerDocument) : style.colorScheme,
    rem: parseFloat(getComputedStyle(host.ownerDocument.documentElement).fontSize),
    values,
  };
}

/** The `color-scheme` of the page's head, which applies where no style rule sets one. */
const getPageColorScheme = (document: Document): string =>
  document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]')?.content ?? 'normal';

/**
 * Calls back whenever the appearance may have changed: by an attribute of an ancestor, by the head, by the color scheme
 * of the system, or by the size of the window.
 */
export function watchAppearance(host: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (let node: Node | null = host; node; node = getFlatTreeParent(node)) {
    if (isElement(node)) observer.observe(node, { attributes: true });
  }
  observer.observe(host.ownerDocument.head, { attributes: true, childList: true, subtree: true });
  const view = getWindow(host);
  const dark = view.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', onChange);
  view.addEventListener('resize', onChange);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', onChange);
    view.removeEventListener('resize', onChange);
  };
}
