import { toAsciiDigits } from './digits.js';
import { empty, incomplete, invalid, valid, type FieldResult } from './field-result.js';

/** `month`: there is no such month. `invalid`: the year has too many digits. */
export type ExpiryProblem = 'empty' | 'incomplete' | 'month' | 'past' | 'too_far' | 'invalid';

export interface Expiry {
  /** `01` to `12`. */
  readonly month: string;
  /** Four digits. */
  readonly year: string;
}

/** A calendar month; `month` from 1 to 12. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

const yearsAhead = 20;

/** Reads an expiry date however it is written: `12/30`, `1230`, `1/30`, `12-2030`, and HTML's own `2030-12`. */
export function parseExpiry(text: string): Expiry | undefined {
  const { month, year } = splitExpiry(text);
  if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^(\d\d){1,2}$/.test(year)) return undefined;
  return { month, year: year.padStart(4, '20') };
}

/** Checks an expiry date. A card is good to the end of its month, and not for more than 20 years. */
export function checkExpiry(text: string, today: Month): FieldResult<ExpiryProblem> {
  const { month, year } = splitExpiry(text);
  if (!month) return empty;
  if (month.length > 1 && !(Number(month) >= 1 && Number(month) <= 12)) return invalid('month');
  if (year.length > 4) return invalid('invalid');
  const expiry = parseExpiry(text);
  if (!expiry) return incomplete;
  const monthsLeft = (Number(expiry.year) - today.year) * 12 + Number(expiry.month) - today.month;
  if (monthsLeft < 0) return invalid('past');
  return monthsLeft > yearsAhead * 12 ? invalid('too_far') : valid;
}

/** `MM / YY`, with whatever year was written; a separator typed before the year is kept. */
export function formatExpiry(text: string): string {
  const { month, year, hasSeparator: closed } = splitExpiry(text);
  return closed || year ? `${month} / ${year}` : month;
}

/** The digits of month and year as they stand; `hasSeparator` when a separator ends the month. Letters are ignored. */
function splitExpiry(text: string): { month: string; year: string; hasSeparator: boolean } {
  // The first render has an empty text; compiling the regular expressions below would delay it.
  if (!text) return { month: '', year: '', hasSeparator: false };
  const spaced = toAsciiDigits(text)
    .replace(/\p{L}+/gu, '')
    .replace(/\D+/g, ' ');
  const [first = '', ...others] = spaced.trimStart().split(' ');
  const closed = others.length > 0;
  const rest = others.join('');
  if (/^20\d\d$/.test(first) && /^\d\d?$/.test(rest))
    return { month: rest.padStart(2, '0'), year: first, hasSeparator: closed };
  const single = first.length === 1 && (closed || first > '1');
  return {
    month: single ? `0${first}` : first.slice(0, 2),
    year: first.slice(2) + rest,
    hasSeparator: closed,
  };
}
