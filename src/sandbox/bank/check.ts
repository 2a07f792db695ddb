import { cardSource } from '../../wire/index.js';
import type { Problems } from '../http/refusal.js';
import { companyOf, passesLuhn } from './number.js';

const { number: numberForm, month: monthForm, year: yearForm, cvc: cvcForm } = cardSource.shape;

/** A value that already has the form that the schema wants; the schema complains about the others. */
const formed = (form: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  form.safeParse(value).success ? (value as string) : undefined;

/** What is wrong with a card beyond the form of its fields: check digit, expiry, length of the security code. */
export function cardProblems(source: unknown, now: number): Problems {
  if (typeof source !== 'object' || source === null) return {};
  const card = source as Record<string, unknown>;
  const number = formed(numberForm, card['number']);
  const month = formed(monthForm, card['month']);
  const year = formed(yearForm, card['year']);
  const cvc = formed(cvcForm, card['cvc']);
  const problems: Problems = {};

  if (number && !passesLuhn(number))
    problems['source.number'] = ['is not a card number: its check digit is wrong'];
  if (year) Object.assign(problems, expiryProblems(Number(year), month ? Number(month) : 12, now));
  if (number && cvc) {
    const digits = companyOf(number) === 'amex' ? 4 : 3;
    if (cvc.length !== digits) problems['source.cvc'] = [`must be ${digits} digits for this card`];
  }
  return problems;
}

/** A card is good through the last day of its month. */
function expiryProblems(year: number, month: number, now: number): Problems {
  const today = new Date(now);
  const thisYear = today.getUTCFullYear();
  if (year < thisYear) return { 'source.year': ['has passed'] };
  if (year === thisYear && month < today.getUTCMonth() + 1) return { 'source.month': ['has passed'] };
  return {};
}
