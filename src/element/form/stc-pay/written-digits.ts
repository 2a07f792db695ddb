import { toAsciiDigits } from '../../card/digits.js';

/**
 * Reads a Saudi mobile number in any usual writing: with the country code or without, in the digits of any script, with
 * whatever signs between the digits.
 *
 * @returns `05xxxxxxxx`, as the service takes it; undefined for anything else. STC Pay itself knows the numbers there are.
 */
export function parseMobile(text: string): string | undefined {
  const written = toAsciiDigits(text).replace(/[^\p{L}\p{N}+＋]/gu, '');
  const [, rest] = /^(?:(?:[+＋]|00)?966)?0?(5\d{8})$/.exec(written) ?? [];
  return rest === undefined ? undefined : `0${rest}`;
}

/** Reads the code that STC Pay has sent: 4 to 10 digits of any script, however they are grouped; else undefined. */
export function parseCode(text: string): string | undefined {
  const digits = toAsciiDigits(text).replace(/[^\p{L}\p{N}]/gu, '');
  return /^\d{4,10}$/.test(digits) ? digits : undefined;
}
