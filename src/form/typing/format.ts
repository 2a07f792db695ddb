import { toDigits } from '../../card/digits.js';
import { formatExpiry } from '../../card/expiry.js';
import { formatNumber } from '../../card/number.js';
import type { Format } from './edit.js';

/** Digits in the groups of their brand. */
export const numberFormat =
  (gaps: (digits: string) => readonly number[]): Format =>
  (head, tail) => {
    const digits = toDigits(head + tail);
    return formatNumber(digits, gaps(digits));
  };

/**
 * `MM / YY`. A zero is put before a month of one digit only where the payer says that it is one, by going on or by a
 * digit above 1; not while the payer deletes, nor in front of a separator that was there before.
 */
export const expiryFormat: Format = (head, tail, deleting) =>
  deleting || (tail && /^[01]$/.test(toDigits(head)))
    ? toDigits(head + tail).replace(/^(..)(?=.)/, '$1 / ')
    : formatExpiry(head + tail);

export const securityCodeFormat: Format = (head, tail) => toDigits(head + tail);
