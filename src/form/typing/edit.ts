import { toDigits } from '../../card/digits.js';

/** A text input at one moment: what it holds and what is selected. */
export interface Snapshot {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Makes the text that is shown. `head` ends where the edit ended; `tail` stood behind it before the edit, and is
 * empty when the whole text is new. `deleting` is set when the edit took something away and added nothing.
 */
export type Format = (head: string, tail: string, deleting: boolean) => string;

/**
 * What to show after an edit that the browser has made: the text in groups, the caret in front of the digit that it
 * was in front of. Compares only the two texts, because Android keyboards report little else.
 *
 * @param forward Whether a deletion went to the right. The texts can't tell.
 */
export function settle(before: Snapshot, now: Snapshot, format: Format, forward: boolean): Snapshot {
  const head = now.value.slice(0, now.end);
  const tail = now.value.slice(now.end);
  const kept = before.value.endsWith(tail);
  const deleting = kept && now.value.length < before.value.length && before.value.startsWith(head);
  const value = kept ? format(head, tail, deleting) : format(now.value, '', false);
  if (deleting && value === before.value && before.start === before.end) {
    // The payer deleted only a gap, which the format puts back. The digit beyond the gap was meant.
    const left = toDigits(head);
    const right = toDigits(tail);
    const [less, more] = forward ? [left, right.slice(1)] : [left.slice(0, -1), right];
    return at(format(less, more, true), more.length);
  }
  return at(value, toDigits(tail).length);
}

/** A text with the caret in front of its last `digitsAfter` digits. */
export function at(value: string, digitsAfter: number): Snapshot {
  let caret = value.length;
  for (let left = digitsAfter; left > 0 && caret > 0;) {
    if (toDigits(value[--caret] ?? '')) left--;
  }
  return { value, start: caret, end: caret };
}
