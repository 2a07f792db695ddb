import { toDigits, passesLuhn } from './digits.js';
import { empty, invalid, valid, type FieldResult } from './fields.js';

/** `looks_like_number`: a card number, which must not travel as a name. `invalid`: control characters. */
export type HolderProblem = 'empty' | 'looks_like_number' | 'invalid';

/** Checks a card holder's name: any script, one word or several. */
export function checkHolder(text: string): FieldResult<HolderProblem> {
  const name = text.trim();
  if (!name) return empty;
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return invalid('invalid');
  if (!/[^\s\p{Cf}]/u.test(name)) return empty;
  // The form for compatibility writes circled digits as plain ones.
  return hasLuhnRun(toDigits(name.normalize('NFKC'))) ? invalid('looks_like_number') : valid;
}

/** The shortest card number. */
const shortest = 12;

/**
 * Whether any run of 12 to 19 of these digits passes the Luhn check, whatever stood between or around them: a name has no
 * use for so many digits, so a false alarm is harmless here.
 */
function hasLuhnRun(digits: string): boolean {
  for (let start = 0; start + shortest <= digits.length; start++) {
    for (let length = shortest; length <= 19 && start + length <= digits.length; length++) {
      if (passesLuhn(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}
