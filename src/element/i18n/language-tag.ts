import type { Direction } from './messages.js';

const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'];

/** Languages that are written as another one: the kinds of Arabic, Mandarin, Persian and Dari. */
const writtenAs: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['ar', /^(a(ao|bv|c[mqwx]|df|e[bc]|fb|jp|p[cd]|r[bqsyz]|uz|vl|y[hlnp])|shu|ssh)$/],
  ['zh', /^cmn$/],
  ['fa', /^p(es|rs)$/],
];

/**
 * Parses a tag, also as systems write it: `zh_CN.UTF-8`, `zh-cmn-Hans-CN`, `ar-SAU`, the first of `ar-SA,en;q=0.9`.
 * Deprecated tags become current ones (`in` is `id`), and a kind of Arabic becomes Arabic of its country (`arz` is `ar-EG`).
 * Returns undefined for an invalid tag, and for one without a language.
 */
export function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    const written = tag
      .trim()
      .replace(/\s*[.@,;(].*/s, '')
      .replaceAll('_', '-')
      .replace(/^zh-cht\b/i, 'zh-Hant')
      // `Intl` takes neither a language after its family nor a country of three letters.
      .replace(/^([a-z]{2,3})-([a-z]{3})\b/i, (_, first: string, second: string) =>
        findWritten(second.toLowerCase()) ? second : first,
      );
    const locale = new Intl.Locale(written);
    const language = findWritten(locale.language);
    const region = language === 'ar' ? locale.maximize().region : undefined;
    if (language) return new Intl.Locale(locale, { language, ...(region && { region }) });
    return locale.language === 'und' ? undefined : locale;
  } catch {
    return undefined;
  }
}

const findWritten = (language: string): string | undefined =>
  writtenAs.find(([, pattern]) => pattern.test(language))?.[0];

/**
 * Whether a payer who asked for one language can read the other: the same language in the same script. Chinese of
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
