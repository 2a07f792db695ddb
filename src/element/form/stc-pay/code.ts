import { toAsciiDigits } from '../../card/digits.js';

/** Reads the code that STC Pay has sent: 4 to 10 digits of any script, however they are grouped; else undefined. */
export function parseCode(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[\s\-\u200e\u200f\u061c\u2066-\u2069]/g, '');
  return /^\d{4,10}$/.test(digits) ? digits : undefined;
}
