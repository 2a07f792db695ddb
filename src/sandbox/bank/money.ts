import { getDecimalsFromTable } from '../../wire/currencies.js';

const decimals = (code: string): number => getDecimalsFromTable(code) ?? 2;

/** `100.00 SAR`, `1.000 KWD`, `1000 JPY`. */
export function format(amount: number, currency: string): string {
  const places = decimals(currency);
  const digits = String(amount).padStart(places + 1, '0');
  const number = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return `${number} ${currency}`;
}

/** The estimated fee: 2.75 % and one whole unit, with 15 % VAT. The tariff is invented; the service names none. */
export const feeFor = (amount: number, currency: string) =>
  Math.round((amount * 0.0275 + 10 ** decimals(currency)) * 1.15);
