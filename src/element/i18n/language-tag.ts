import type { Direction } from './messages.js';

const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'];

/** Parses a tag; deprecated tags become current ones (`in` is `id`). Returns undefined for an invalid tag. */
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

/** Ranks a locale of the same region first, then one without a region. */
export function rankLocale(wanted: Intl.Locale, code: string): number {
  const { region } = new Intl.Locale(code);
  if (region) return region === wanted.maximize().region ? 2 : 0;
  return 1;
}

/** The direction of a locale that a merchant added. Our own locale files state their direction. */
export const getDirection = (locale: Intl.Locale): Direction =>
  rightToLeft.includes(locale.maximize().script ?? '') ? 'rtl' : 'ltr';

/**
 * Returns the tag for amounts and times. Saudi banks write Arabic with Western digits, and browsers differ for a bare `ar`,
 * so the tag asks for Western digits unless the page's own tag asks for others (`ar-u-nu-arab`).
 */
export const addNumberingSystem = (locale: Intl.Locale): string =>
  (locale.language === 'ar' && !locale.numberingSystem
    ? new Intl.Locale(locale, { numberingSystem: 'latn' })
    : locale
  ).toString();
