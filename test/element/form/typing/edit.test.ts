import { expect } from 'chai';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { toDigits } from '../../../../src/element/card/digits.js';
import { isRefused, reformat, type Snapshot } from '../../../../src/element/form/typing/edit.js';
import { formats } from './formats.js';

const text = (alphabet: string, maxLength = 22) =>
  fc.string({ unit: fc.constantFrom(...alphabet), maxLength });

/** A number as it is shown, and an edit of it as a browser makes it: a selection that is replaced. */
const edits = fc
  .record({
    digits: text('0123456789'),
    from: fc.nat(30),
    length: fc.nat(8),
    typed: text('0123456789 -a٣', 6),
  })
  .map(({ digits, from, length, typed }) => {
    const value = formats.number(digits, '', false);
    const start = Math.min(from, value.length);
    const end = Math.min(start + length, value.length);
    const caret = start + typed.length;
    const before: Snapshot = { value, start, end };
    const now: Snapshot = {
      value: value.slice(0, start) + typed + value.slice(end),
      start: caret,
      end: caret,
    };
    return { before, now, typed };
  });

const split = ({ value, end }: Snapshot) => [toDigits(value.slice(0, end)), toDigits(value.slice(end))];

describe('any edit of a number', () => {
  it('keeps all digits in order, and the caret with its digit', () => {
    fc.assert(
      fc.property(edits, ({ before, now, typed }) => {
        const onlyGap = typed === '' && toDigits(now.value) === toDigits(before.value);
        if (onlyGap) return;
        expect(split(reformat(before, now, formats.number, false))).to.deep.equal(split(now));
      }),
      { numRuns: 2000 },
    );
  });

  it('shows what would be shown if the digits had been typed one by one', () => {
    fc.assert(
      fc.property(edits, ({ before, now }) => {
        const { value } = reformat(before, now, formats.number, false);
        expect(value).to.equal(formats.number(toDigits(value), '', false));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes one digit at a time away by Backspace, whatever the groups', () => {
    fc.assert(
      fc.property(text('0123456789'), fc.nat(30), (digits, place) => {
        const value = formats.number(digits, '', false);
        const caret = Math.min(place, value.length);
        if (!toDigits(value.slice(0, caret))) return;
        const before = { value, start: caret, end: caret };
        const now = {
          value: value.slice(0, caret - 1) + value.slice(caret),
          start: caret - 1,
          end: caret - 1,
        };
        const [left = '', right] = split(before);
        expect(split(reformat(before, now, formats.number, false))).to.deep.equal([left.slice(0, -1), right]);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes one digit at a time away by Delete, whatever the groups', () => {
    fc.assert(
      fc.property(text('0123456789'), fc.nat(30), (digits, place) => {
        const value = formats.number(digits, '', false);
        const caret = Math.min(place, value.length);
        const before = { value, start: caret, end: caret };
        const [left, right = ''] = split(before);
        if (!right) return;
        const now = { value: value.slice(0, caret) + value.slice(caret + 1), start: caret, end: caret };
        expect(split(reformat(before, now, formats.number, true))).to.deep.equal([left, right.slice(1)]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('any text', () => {
  for (const [kind, format] of Object.entries(formats)) {
    it(`of a ${kind} is shown the same when what is shown is shown again`, () => {
      fc.assert(
        fc.property(text('0123456789/- a٣'), (typed) => {
          const shown = format(typed, '', false);
          return format(shown, '', false) === shown;
        }),
      );
    });

    it(`of a ${kind} keeps its digits in order, each of them`, () => {
      fc.assert(
        fc.property(text('0123456789'), (digits) => {
          const shown = toDigits(format(digits, '', false));
          // The month goes before a year that comes first, and a day is left out.
          fc.pre(kind !== 'expiry' || !/^20\d\d|^\d{4}20\d\d$/.test(digits));
          return shown === digits || (kind === 'expiry' && shown === `0${digits}`);
        }),
      );
    });
  }
});

describe('an edit that brings no digit', () => {
  const refused: [before: string, now: string, isIt: boolean][] = [
    ['', 'a|', true],
    ['41', '41a|', true],
    ['41', '4a|1', true],
    ['4111 1', 'visa|', true],
    ['', '一二三|', true],
    ['', '💳|', true],
    ['', '④①①① 1111|', true],
    ['', '4½|', true],
    ['41', '41-|', false],
    ['41', '41 |', false],
    ['41', '4|', false],
    ['41', '|', false],
    ['', 'Visa: 4111|', false],
    ['', '💳4|', false],
    ['4111', 'x৪|', false],
  ];
  for (const [before, now, isIt] of refused)
    it(`${JSON.stringify(now)} over ${JSON.stringify(before)} is ${isIt ? 'refused' : 'taken'}`, () => {
      const at = (shown: string) => shown.indexOf('|');
      expect(
        isRefused(
          { value: before, start: before.length, end: before.length },
          { value: now.replace('|', ''), start: at(now), end: at(now) },
        ),
      ).to.equal(isIt);
    });
});
