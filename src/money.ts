/**
 * ISO 4217 where it does not count two decimals, and the codes that a browser may not have heard of. All others are
 * the browser's own: a whole list would cost a page half a kilobyte. A test holds both against a library.
 */
const exponents = new Map<string, number>(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    2: 'BOV CHE CHW COU MXV SLE USN VED XCG ZWG',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([exponent, codes]) => codes.split(' ').map((code) => [code, Number(exponent)] as const)),
);

/**
 * How many decimals a currency has by ISO 4217: 2 for SAR, 3 for KWD, 0 for JPY.
 *
 * @throws {RangeError} when there is no such currency; codes are upper case.
 */
export function exponentOf(currency: string): number {
  // The decimals that `Intl` itself would show are not those of ISO 4217.
  const exponent =
    exponents.get(currency) ?? (Intl.supportedValuesOf('currency').includes(currency) ? 2 : undefined);
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
