import { passesLuhn } from './luhn.js';

/** As many digits as the networks give, and the first digits that they give. */
const shape = /^(?:3\d{14}|(?:2[2-7]|[3-9]\d)\d{14}|[4-9]\d{16,18})$/;

/**
 * Whether a card number is written in a text, in any grouping and in the digits of any script. Digits beside letters
 * are part of a word: a token or a hash may hold any digits between its letters.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit);
  const words = plain.match(/[\p{L}\d]+/gu) ?? [];
  return words.some((_, start) => {
    let digits = '';
    for (const word of words.slice(start, start + 19)) {
      digits += word;
      if (shape.test(digits) && passesLuhn(digits)) return true;
    }
    return false;
  });
}

/** The ten digits of nearly every script stand in a row that starts at a multiple of 16, or six after one. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const start = code & ~15;
  return String(code - start - (/\p{Nd}/u.test(String.fromCodePoint(start)) ? 0 : 6));
}
