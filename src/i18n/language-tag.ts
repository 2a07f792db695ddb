import type { Direction } from './messages.js';

const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'];

/** What `Intl` makes of a tag: old ones become new ones (`in` is `id`). Undefined where it can make nothing of it. */
export function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

/**
 * Whether somebody who asked for one language can read the other: the same language in the same script. Chinese of
 * Taiwan is in another script than Chinese of China, and who asked for Urdu in Latin letters cannot read Arabic ones.
 */
export function matchesLocale(wanted: Intl.Locale, code: string): boolean {
  const [a, b] = [wanted.maximize(), new Intl.Locale(code).maximize()];
  return a.language === b.language && a.script === b.script;
}

/** Of several that fit, the one of the same region is best, and then the one of none. */
export function rankLocale(wanted: Intl.Locale, code: string): number {
  const { region } = new Intl.Locale(code);
  if (region) return region === wanted.maximize().region ? 2 : 0;
  return 1;
}

/** The direction of a language that a merchant added. Each of our own says its direction itself. */
export const getDirection = (locale: Intl.Locale): Direction =>
  rightToLeft.includes(locale.maximize().script ?? '') ? 'rtl' : 'ltr';

/**
 * For amounts and times. Saudi banks write Arabic with Western digits, and browsers differ for a bare `ar`, so those
 * digits are asked for unless the page's tag asks for others (`ar-u-nu-arab`).
 */
export const addDigits = (locale: Intl.Locale): string =>
  (locale.language === 'ar' && !locale.numberingSystem
    ? new Intl.Locale(locale, { numberingSystem: 'latn' })
    : locale
  ).toString();
