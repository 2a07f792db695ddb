import { getDecimalsFromTable } from '../../wire/currencies.js';

/** `30,000.00 SAR`, `1.000 KWD`, `1,000 JPY`. */
export function formatAmount(amount: number, currency: string): string {
  const places = getDecimalsFromTable(currency) ?? 2;
  const digits = String(amount).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}${places === 0 ? '' : `.${digits.slice(-places)}`} ${currency}`;
}
