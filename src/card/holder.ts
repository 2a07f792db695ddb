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
  const digits = toDigits(name);
  const likeNumber = digits.length >= 12 && digits.length <= 19 && passesLuhn(digits);
  return likeNumber ? invalid('looks_like_number') : valid;
}
