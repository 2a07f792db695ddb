import { toAsciiDigits } from './digits.js';
import { empty, incomplete, invalid, valid, type FieldResult } from './fields.js';

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

const monthNames =
  'january february march april may june july august september october november december'.split(' ');

/** The digits of a date that begins with its year, as tools type it, until the month is complete. */
const beginsWithYear = /^20\d(?:\d ?[01]?)?$/;

/**
 * Reads an expiry date however it is written: `12/30`, `1230`, `1/30`, `12-2030`, HTML's own `2030-12`, and as tools write
 * dates: `2030-12-31`, `31/12/2030`, `Dec 2030`. A day is ignored. `01/12/2030` is not read, because it may be two months.
 */
export function parseExpiry(text: string): Expiry | undefined {
  const { month, year } = splitExpiry(readDigits(text));
  if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^(\d\d){1,2}$/.test(year)) return undefined;
  return { month, year: year.padStart(4, '20') };
}

/**
 * Checks an expiry date. A card is valid to the end of its month, and for at most 20 years. Without `today` only the
 * service can tell whether a date is past.
 */
export function checkExpiry(text: string, today: Month | undefined): FieldResult<ExpiryProblem> {
  const digits = readDigits(text);
  const { month, year } = splitExpiry(digits);
  if (!month) return empty;
  const expiry = parseExpiry(text);
  if (!expiry && beginsWithYear.test(digits)) return incomplete;
  if (month.length > 1 && !(Number(month) >= 1 && Number(month) <= 12)) return invalid('month');
  if (year.length > 4) return invalid('invalid');
  if (!expiry) return incomplete;
  if (!today) return valid;
  const monthsLeft = countMonthsLeft(expiry, today);
  if (monthsLeft < 0) return invalid('past');
  return monthsLeft > yearsAhead * 12 ? invalid('too_far') : valid;
}

/** Negative for a card that has expired: a card is valid to the end of its month. */
export const countMonthsLeft = (expiry: Expiry, today: Month): number =>
  (Number(expiry.year) - today.year) * 12 + Number(expiry.month) - today.month;

/**
 * `MM / YY`, with whatever year was written; a separator typed before the year is kept. Some tools type a date key by key:
 * a year stays first until its month is complete, and a day stays until its second digit. A day that comes first, such as
 * the 31st, looks like March of a year until its separator is typed.
 * Formatted twice, so that what is shown stays as it is when it is formatted again: `201 / 22000` is first `20 / 122000`.
 */
export const formatExpiry = (text: string): string => formatOnce(formatOnce(text));

function formatOnce(text: string): string {
  const [, monthAndYear, day] = /^(\d\d \/ 20\d\d) ?[-./] ?(\d?)$/.exec(text) ?? [];
  if (monthAndYear) return `${monthAndYear} / ${day}`;
  const digits = readDigits(text.replace(/^0([23]) \/ (\d) ?[-./]$/, '$1$2/'));
  if (beginsWithYear.test(digits))
    return digits.length > 4 ? `${digits.slice(0, 4)} / ${digits.slice(4).trim()}` : digits;
  const { month, year, hasSeparator } = splitExpiry(digits);
  return hasSeparator || year ? `${month} / ${year}` : month;
}

/** The digits of a date, with a space between its parts. A month's name becomes a number. Other letters are ignored. */
function readDigits(text: string): string {
  // The first render has an empty text; compiling the regular expressions below would delay it.
  if (!text) return '';
  let named = '';
  const digits = toAsciiDigits(text)
    // The time of day.
    .replace(/(\d\d)[T ]+\d\d:\d\d.*$/s, '$1')
    .replace(/\p{L}+/gu, (word) => {
      const month =
        monthNames.findIndex((name) => word.length > 2 && name.startsWith(word.toLowerCase())) + 1;
      if (month) named = String(month).padStart(2, '0');
      return month ? ' ' : '';
    })
    .replace(/\D+/g, ' ')
    .trimStart();
  return named ? digits.replace(/^(?:\d\d? )?(20\d\d|\d\d)(?: \d\d?)? ?$/, `${named} $1`) : digits;
}

/** Month and year as they stand in the digits of a date; `hasSeparator` when a separator ends the month. */
function splitExpiry(digits: string): { month: string; year: string; hasSeparator: boolean } {
  const [first = '', ...others] = digits
    .replace(
      /^(20\d\d)(?: (\d\d?)|(\d\d))(?: ?\d\d?)? ?$/,
      (_, year, apart = '', joined = apart) => `${joined} ${year}`,
    )
    .replace(/^(\d\d?) (20\d\d) \d\d? ?$/, '$1 $2')
    .replace(/^(\d\d)(\d\d)(20\d\d) ?$/, '$1 $2 $3')
    // A 2 or 3 that was typed first may be shown as 02 or 03, so that a day close to its year may be a day and a month.
    .replace(/^(?!0[23] \d{6})(\d\d?) (\d\d?(?= )|[0-2]\d|3[01]) ?(20\d\d) ?$/, (date, one, two, year) =>
      one > 12 || Number(one) === Number(two) ? `${two} ${year}` : two > 12 ? `${one} ${year}` : date,
    )
    .split(' ');
  const closed = others.length > 0;
  const rest = others.join('');
  const isShort = first.length === 1 ? closed || first > '2' : !closed && /^2[1-9]/.test(first);
  return {
    month: isShort ? `0${first[0]}` : first.slice(0, 2),
    year: first.slice(isShort ? 1 : 2) + rest,
    hasSeparator: closed,
  };
}
