const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'];

/** What `Intl` makes of a tag: old ones become new ones (`in` is `id`). Undefined where it can make nothing of it. */
export function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}

/**
 * Whether somebody who asked for one language can read the other: the same language in the same script. Chinese of
 * Taiwan is in another script than Chinese of China, and nobody reads Urdu in Arabic letters who asked for Latin ones.
 */
export function fits(wanted: Intl.Locale, code: string): boolean {
  const [a, b] = [wanted.maximize(), new Intl.Locale(code).maximize()];
  return a.language === b.language && a.script === b.script;
}

/** Of several that fit, the one of the same region is best, and then the one of none. */
export function rank(wanted: Intl.Locale, code: string): number {
  const { region } = new Intl.Locale(code);
  if (region) return region === wanted.maximize().region ? 2 : 0;
  return 1;
}

export const isRightToLeft = (locale: Intl.Locale): boolean =>
  rightToLeft.includes(locale.maximize().script ?? '');
