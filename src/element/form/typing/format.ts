import { toDigits } from '../../card/digits.js';
import { formatExpiry } from '../../card/expiry.js';
import { formatNumber } from '../../card/number.js';
import type { Format } from './edit.js';

/** Digits in the groups of their brand. */
export const createNumberFormat =
  (gaps: (digits: string) => readonly number[]): Format =>
  (head, tail) => {
    const digits = toDigits(head + tail);
    return formatNumber(digits, gaps(digits));
  };

/**
 * `MM / YY`. A zero is put before a digit only when that digit is a whole month: the payer has typed on, or the digit is
 * above 2, because a year may come first. No zero is added while the payer deletes, or in front of a separator that was
 * there before.
 */
export const formatExpiryEdit: Format = (head, tail, isDeletion) =>
  isDeletion || (tail && /^[01]$/.test(toDigits(head)))
    ? toDigits(head + tail).replace(/^(?!20\d)(..)(?=.)/, '$1 / ')
    : formatExpiry(head + tail);

export const formatSecurityCode: Format = (head, tail) => toDigits(head + tail);
