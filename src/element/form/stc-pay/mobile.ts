import { toAsciiDigits } from '../../card/digits.js';

/**
 * Reads a Saudi mobile number in any usual writing: with the country code or without, in the digits of any script, with
 * spaces and hyphens.
 *
 * @returns `05xxxxxxxx`, as the service takes it; undefined for anything else. STC Pay itself knows the numbers there are.
 */
export function parseMobile(text: string): string | undefined {
  const written = toAsciiDigits(text).replace(/[\s\-‐-―\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '');
  const [, rest] = /^(?:\+966|00966|966|0)?(5\d{8})$/.exec(written) ?? [];
  return rest === undefined ? undefined : `0${rest}`;
}
