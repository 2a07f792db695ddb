import { toDigits } from './digits.js';
import { passesLuhn } from './luhn.js';
import { empty, invalid, valid, type Verdict } from './verdict.js';

/** `looks_like_number`: a card number, which must not travel as a name. `invalid`: control characters. */
export type HolderProblem = 'empty' | 'looks_like_number' | 'invalid';

/** Judges a card holder's name: any script, one word or several. */
export function checkHolder(text: string): Verdict<HolderProblem> {
  const name = text.trim();
  if (!name) return empty;
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return invalid('invalid');
  if (!/[^\s\p{Cf}]/u.test(name)) return empty;
  return holdsCardNumber(toDigits(name)) ? invalid('looks_like_number') : valid;
}

/** Looks at every run of digits that is as long as a card number, whatever stands between or around them. */
function holdsCardNumber(digits: string): boolean {
  for (let start = 0; start + 12 <= digits.length; start++) {
    for (let length = 12; length <= 19 && start + length <= digits.length; length++) {
      if (passesLuhn(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}
