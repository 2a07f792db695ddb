import { toAsciiDigits } from './digits.js';
import { passesLuhn } from './luhn.js';

/** As long as a card number may be, and without the first digits that no network has, such as a year's. */
const shape = /^(?![01]|2[01])\d{15,19}$/;

/**
 * Whether a card number is written in a text, in any grouping and in the digits of any script. Digits beside letters
 * are part of a word: a token or a hash may hold any digits between its letters. Stricter than the check of a holder's
 * name, because a false alarm would refuse a source that is right.
 */
export function containsCardNumber(text: string): boolean {
  const words = toAsciiDigits(text.normalize('NFKC')).match(/[\p{L}\d]+/gu) ?? [];
  return words.some((_, start) => {
    let digits = '';
    return words.slice(start, start + 19).some((word) => shape.test((digits += word)) && passesLuhn(digits));
  });
}
