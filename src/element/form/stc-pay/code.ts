import { toAsciiDigits } from '../../card/digits.js';

/** Reads the code that STC Pay has sent: 4 to 10 digits of any script, however they are grouped; else undefined. */
export function parseCode(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[^\p{L}\p{N}]/gu, '');
  return /^\d{4,10}$/.test(digits) ? digits : undefined;
}
