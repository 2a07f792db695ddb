import { toDigits } from './digits.js';
import { passesLuhn } from './luhn.js';
import { empty, invalid, valid, type FieldResult } from './verdict.js';

/** `looks_like_number`: a card number, which must not travel as a name. `invalid`: control characters. */
export type HolderProblem = 'empty' | 'looks_like_number' | 'invalid';

/** Judges a card holder's name: any script, one word or several. */
export function checkHolder(text: string): FieldResult<HolderProblem> {
  const name = text.trim();
  if (!name) return empty;
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return invalid('invalid');
  if (!/[^\s\p{Cf}]/u.test(name)) return empty;
  // The form for compatibility writes circled and mathematical digits as plain ones.
  const plain = name.normalize('NFKC');
  const digits = toDigits(plain);
  const inAnyScript = plain.match(/\p{Nd}/gu)?.length ?? 0;
  // A digit of a script that `toDigits` does not read has no value here, so it counts by number alone.
  const hasUnreadDigits = inAnyScript > digits.length && inAnyScript >= shortest;
  return hasUnreadDigits || hasLuhnRun(digits) ? invalid('looks_like_number') : valid;
}

/** The shortest card number. */
const shortest = 12;

/** Looks at every run of digits that is as long as a card number, whatever stands between or around them. */
function hasLuhnRun(digits: string): boolean {
  for (let start = 0; start + shortest <= digits.length; start++) {
    for (let length = shortest; length <= 19 && start + length <= digits.length; length++) {
      if (passesLuhn(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}
