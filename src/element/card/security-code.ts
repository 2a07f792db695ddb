import { empty, incomplete, invalid, valid, type FieldResult } from './fields.js';

export type SecurityCodeProblem = 'empty' | 'incomplete' | 'invalid';

/** Checks a security code, given as ASCII digits. While the network is not known, three and four digits are valid. */
export function checkSecurityCode(
  digits: string,
  length: number | undefined,
): FieldResult<SecurityCodeProblem> {
  if (!digits) return empty;
  if (digits.length < (length ?? 3)) return incomplete;
  return digits.length > (length ?? 4) ? invalid('invalid') : valid;
}
