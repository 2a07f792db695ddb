import { toDigits } from '../../card/digits.js';

/** The value and selection of a text input at one moment. */
export interface Snapshot {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the formatted text. `head` ends where the edit ended; `tail` is the text behind the edit, which the edit has not
 * changed, and is empty when the whole text is new. `isDeletion`: the edit only removed text.
 */
export type Format = (head: string, tail: string, isDeletion: boolean) => string;

/**
 * Formats the text after an edit by the browser, and keeps the caret in front of the same digit. Compares only the two
 * texts, because Android keyboards report little else.
 *
 * @param forward Whether a deletion went to the right, which the texts do not show.
 */
export function reformat(before: Snapshot, now: Snapshot, format: Format, forward: boolean): Snapshot {
  const head = now.value.slice(0, now.end);
  const tail = now.value.slice(now.end);
  const kept = before.value.endsWith(tail);
  const isDeletion = kept && now.value.length < before.value.length && before.value.startsWith(head);
  const value = kept ? format(head, tail, isDeletion) : format(now.value, '', false);
  if (isDeletion && value === before.value && before.start === before.end) {
    // The payer deleted only a gap, which the format restores: delete the digit beyond the gap instead.
    const digitsBefore = forward ? toDigits(head) : toDigits(head).slice(0, -1);
    const digitsAfter = forward ? toDigits(tail).slice(1) : toDigits(tail);
    return placeCaret(format(digitsBefore, digitsAfter, true), digitsAfter.length);
  }
  return placeCaret(value, toDigits(tail).length);
}

/** Returns a text with the caret in front of its last `digitsAfter` digits. */
export function placeCaret(value: string, digitsAfter: number): Snapshot {
  let caret = value.length;
  for (let left = digitsAfter; left > 0 && caret > 0;) {
    if (toDigits(value[--caret] ?? '')) left--;
  }
  return { value, start: caret, end: caret };
}

/**
 * Whether an edit brings characters that cannot be meant for a field of digits: letters or signs without any digit, or
 * numbers that are not decimal digits, such as `①`.
 */
export function isRefused(before: Snapshot, now: Snapshot): boolean {
  let start = 0;
  while (start < now.end && now.value[start] === before.value[start]) start++;
  const inserted = now.value.slice(start, now.end);
  return /[\p{No}\p{Nl}]/u.test(now.value) || (/[\p{L}\p{S}]/u.test(inserted) && !toDigits(inserted));
}
