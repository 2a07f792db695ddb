import * as currencies from '@dinero.js/currencies';

/** Where the library is not ISO 4217: two that it counts in fifths, and the ones that came after it. */
const amendments = { MGA: 2, MRU: 2, SLE: 2, VED: 2, XCG: 2, ZWG: 2 };

const exponents = new Map<string, number>([
  ...Object.values(currencies).map(({ code, exponent }) => [code, exponent] as const),
  ...Object.entries(amendments),
]);

/**
 * How many decimals a currency has by ISO 4217: 2 for SAR, 3 for KWD, 0 for JPY.
 *
 * @throws {RangeError} when there is no such currency; codes are upper case.
 */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) {
    throw new RangeError(`"${currency}" is not a currency: write an ISO 4217 code, as in "SAR".`);
  }
  return exponent;
}

/** Making one costs more than all the rest of a render. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * An amount for people to read, in the parts that `Intl` makes of it, so that a caller can draw a currency's sign.
 *
 * @param amount Integer, smallest currency unit; interface 1.
 * @throws {RangeError} when the amount is no safe integer, or there is no such currency or locale.
 */
export function formatMoneyParts(amount: number, currency: string, locale: string): Intl.NumberFormatPart[] {
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError(`${amount} is not an amount: write an integer in the smallest currency unit.`);
  }
  const exponent = exponentOf(currency);
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: exponent,
      maximumFractionDigits: exponent,
    });
    formats.set(key, format);
  }
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0');
  const point = digits.length - exponent;
  const decimal = `${amount < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
  // Text, because a division would round the last digits of large amounts. TypeScript's ES2022 does not know it yet.
  return format.formatToParts(decimal as unknown as number);
}

/** The same as one text. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  return formatMoneyParts(amount, currency, locale)
    .map(({ value }) => value)
    .join('');
}
