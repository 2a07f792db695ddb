import { getParent, findNearest } from '../../i18n/ancestors.js';
import { tokens } from '../token-names.js';

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
  for (const token of tokens) {
    const value = style.getPropertyValue(`--pay-${token}`).trim();
    if (value) values[`--pay-${token}`] = value;
  }
  return {
    lang: findNearest(host, 'lang') ?? 'en',
    dir: findNearest(host, 'dir') ?? '',
    colorScheme: style.colorScheme === 'normal' ? pageScheme() : style.colorScheme,
    rem: parseFloat(getComputedStyle(document.documentElement).fontSize),
    values,
  };
}

/** What the page's head says, which counts where no rule does. */
const pageScheme = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]')?.content ?? 'normal';

/** Calls back whenever the look may be another one: by an attribute of whatever is around, by the head, or by a media query. */
export function watchAppearance(host: Element, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  for (let node: Node | null = host; node; node = getParent(node)) {
    if (node instanceof Element) observer.observe(node, { attributes: true });
  }
  observer.observe(document.head, { attributes: true, childList: true, subtree: true });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  window.addEventListener('resize', changed);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', changed);
    window.removeEventListener('resize', changed);
  };
}
