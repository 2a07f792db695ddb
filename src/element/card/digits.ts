const decimalDigit = /\p{Nd}/u;

/** The decimal digits of any script as ASCII; everything else stays. */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    // Unicode has the ten digits of a script in one row, from zero to nine, and rows may follow each other.
    let first = code;
    while (decimalDigit.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });
}

/** The digits of a text as ASCII, in their order; everything else is left out. */
export function toDigits(text: string): string {
  return toAsciiDigits(text).replace(/\D+/g, '');
}

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B). Expects ASCII digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]) << (place & 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

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
