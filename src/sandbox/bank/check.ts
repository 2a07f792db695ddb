import { cardSource } from '../../wire/index.js';
import { month as monthForm, year as yearForm } from '../http/lenient.js';
import { companyOf, passesLuhn } from './cards.js';

/** Problems by field, such as `number`. */
type Problems = Record<string, string[]>;

interface Form {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

/** The value in its documented form, or undefined: then the schema complains about it. */
const formed = (form: Form, value: unknown) => form.safeParse(value).data as string | undefined;

/**
 * What is wrong with a card beyond the form of its fields: check digit, expiry, length of the security code. `prefix`
 * is where the card stands in the request, such as `source.`.
 */
export function cardProblems(candidate: unknown, prefix: string, now: number): Problems {
  if (typeof candidate !== 'object' || candidate === null) return {};
  const card = candidate as Record<string, unknown>;
  const number = formed(cardSource.shape.number, card['number']);
  const month = formed(monthForm, card['month']);
  const year = formed(yearForm, card['year']);
  const cvc = formed(cardSource.shape.cvc, card['cvc']);
  const problems: Problems = {};

  if (number && !passesLuhn(number))
    problems[`${prefix}number`] = ['is not a card number: its check digit is wrong'];
  const passed = year && passedPart(Number(year), month ? Number(month) : 12, now);
  if (passed) problems[`${prefix}${passed}`] = ['has passed'];
  if (number && cvc) {
    const digits = companyOf(number) === 'amex' ? 4 : 3;
    if (cvc.length !== digits) problems[`${prefix}cvc`] = [`must be ${digits} digits for this card`];
  }
  return problems;
}

/** Which part of an expiry date has passed, if any. A card is good through the last day of its month. */
export function passedPart(year: number, month: number, now: number): 'year' | 'month' | undefined {
  const today = new Date(now);
  const thisYear = today.getUTCFullYear();
  if (year < thisYear) return 'year';
  return year === thisYear && month < today.getUTCMonth() + 1 ? 'month' : undefined;
}
