import { getListedDecimals } from './wire/currencies.js';

/**
 * How many decimals a currency has by ISO 4217: 2 for SAR, 3 for KWD, 0 for JPY. Undefined: there is no such code.
 * For the browser: `Intl` knows the codes that are not in the short list, so a page need not load the whole table.
 */
export const getDecimals = (currency: string): number | undefined =>
  // The decimals that `Intl` itself would show are not those of ISO 4217.
  getListedDecimals(currency) ?? (Intl.supportedValuesOf('currency').includes(currency) ? 2 : undefined);

/** Creating a NumberFormat costs more than the rest of a render, so formats are cached. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * An amount for people to read, in the parts that `Intl` makes of it, so that a caller can draw a currency's sign.
 *
 * @param amount Safe integer, smallest currency unit.
 * @param currency A code that `getDecimals` knows.
 */
export function formatMoney(amount: number, currency: string, locale: string): Intl.NumberFormatPart[] {
  const decimals = getDecimals(currency) ?? 2;
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  // Text, because a division would round the last digits of large amounts. TypeScript's ES2022 does not know it yet.
  const parts = format.formatToParts(`${amount}e-${decimals}` as unknown as number);
  // Right-to-left text would show US$ as $US: a left-to-right mark keeps its order.
  for (const part of parts)
    if (locale.startsWith('ar')) part.value = part.value.replace(/^[A-Z]+\W$/, '$&\u200e');
  return parts;
}

/** The same as one text. */
export const writeMoney = (...money: Parameters<typeof formatMoney>): string =>
  formatMoney(...money)
    .map(({ value }) => value)
    .join('');

/**
 * The digits of riyals in English, as `Intl` would write them: a page's first format takes a phone a tenth of a second,
 * and this is what most pages show first.
 *
 * @param amount Halalas, at least 100.
 */
export const formatRiyalsInEnglish = (amount: number): string =>
  `${amount}`.replace(/\B(?=(\d{3})*\d\d$)/g, (_, threes) => (threes ? ',' : '.'));
