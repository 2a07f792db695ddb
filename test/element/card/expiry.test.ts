import { expect } from 'chai';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  checkExpiry,
  formatExpiry,
  parseExpiry,
  type ExpiryProblem,
} from '../../../src/element/card/expiry.js';
import type { FieldStatus } from '../../../src/element/card/fields.js';

const today = { year: 2026, month: 5 };
const pad = (month: number) => String(month).padStart(2, '0');

describe('an expiry date', () => {
  const spellings: [text: string, month: string, year: string, shown: string][] = [
    ['12/30', '12', '2030', '12 / 30'],
    ['1230', '12', '2030', '12 / 30'],
    ['1/30', '01', '2030', '01 / 30'],
    ['9/30', '09', '2030', '09 / 30'],
    ['12-30', '12', '2030', '12 / 30'],
    ['12.30', '12', '2030', '12 / 30'],
    ['12 30', '12', '2030', '12 / 30'],
    ['12/2030', '12', '2030', '12 / 2030'],
    ['122030', '12', '2030', '12 / 2030'],
    ['1/2030', '01', '2030', '01 / 2030'],
    ['12 / 30', '12', '2030', '12 / 30'],
    ['12\u00a0/\u00a030', '12', '2030', '12 / 30'],
    ['12–30', '12', '2030', '12 / 30'],
    [' 12/30 ', '12', '2030', '12 / 30'],
    ['Exp. 12/30', '12', '2030', '12 / 30'],
    ['١٢/٣٠', '12', '2030', '12 / 30'],
    ['۱۲۳۰', '12', '2030', '12 / 30'],
    ['１２／３０', '12', '2030', '12 / 30'],
    ['2030-12', '12', '2030', '12 / 2030'],
    ['2030/1', '01', '2030', '2030 / 1'],
    ['2030/5', '05', '2030', '05 / 2030'],
    ['2/30', '02', '2030', '02 / 30'],
    ['230', '02', '2030', '02 / 30'],
    ['203012', '12', '2030', '12 / 2030'],
    ['2030-12-31', '12', '2030', '12 / 2030'],
    ['2030-2-28', '02', '2030', '02 / 2030'],
    ['20301231', '12', '2030', '12 / 2030'],
    ['2030-12-31T23:59:59.000Z', '12', '2030', '12 / 2030'],
    ['31/12/2030', '12', '2030', '12 / 2030'],
    ['12/31/2030', '12', '2030', '12 / 2030'],
    ['31122030', '12', '2030', '12 / 2030'],
    ['12312030', '12', '2030', '12 / 2030'],
    ['1.1.2030', '01', '2030', '01 / 2030'],
    ['12/2030/31', '12', '2030', '12 / 2030'],
    ['٣١/١٢/٢٠٣٠', '12', '2030', '12 / 2030'],
    ['২০৩০-১২', '12', '2030', '12 / 2030'],
    ['Dec 2030', '12', '2030', '12 / 2030'],
    ['december 2030', '12', '2030', '12 / 2030'],
    ['Dec 30', '12', '2030', '12 / 30'],
    ['31-Dec-2030', '12', '2030', '12 / 2030'],
    ['May 31, 2030', '05', '2030', '05 / 2030'],
    ['2030 Sept', '09', '2030', '09 / 2030'],
    ['Tue Dec 31 2030 00:00:00 GMT+0300 (AST)', '12', '2030', '12 / 2030'],
  ];
  for (const [text, month, year, shown] of spellings) {
    it(`is read from "${text}" and shown as "${shown}"`, () => {
      expect(parseExpiry(text)).to.deep.equal({ month, year });
      expect(formatExpiry(text)).to.equal(shown);
      expect(parseExpiry(shown)).to.deep.equal({ month, year });
    });
  }

  for (const text of [
    '',
    '/',
    'abc',
    '1',
    '12',
    '12/',
    '12/3',
    '12/203',
    '12/20301',
    '00/30',
    '13/30',
    '0/30',
    '99',
    '2030',
    '2030-0',
    '2030-13',
    '01/12/2030',
    '01122030',
    '31/12/30',
    'Dec',
    'Dec 2030 2031',
    '122030 1',
    '20301/2',
  ]) {
    it(`is not read from "${text}"`, () => {
      expect(parseExpiry(text)).to.be.undefined;
    });
  }

  const cases: [text: string, status: FieldStatus, problem: ExpiryProblem | undefined][] = [
    ['', 'empty', 'empty'],
    [' / ', 'empty', 'empty'],
    ['0', 'incomplete', 'incomplete'],
    ['1', 'incomplete', 'incomplete'],
    ['5', 'incomplete', 'incomplete'],
    ['203', 'incomplete', 'incomplete'],
    ['2030 / 1', 'valid', undefined],
    ['2030 / 0', 'incomplete', 'incomplete'],
    ['2030-13', 'invalid', 'month'],
    ['12', 'incomplete', 'incomplete'],
    ['12/', 'incomplete', 'incomplete'],
    ['12/3', 'incomplete', 'incomplete'],
    ['12/203', 'incomplete', 'incomplete'],
    ['00', 'invalid', 'month'],
    ['13', 'invalid', 'month'],
    ['13/30', 'invalid', 'month'],
    ['99/99', 'invalid', 'month'],
    ['04/26', 'invalid', 'past'],
    ['04/2026', 'invalid', 'past'],
    ['12/25', 'invalid', 'past'],
    ['12/1999', 'invalid', 'past'],
    ['05/26', 'valid', undefined],
    ['05/2026', 'valid', undefined],
    ['06/26', 'valid', undefined],
    ['05/46', 'valid', undefined],
    ['06/46', 'invalid', 'too_far'],
    ['12/2099', 'invalid', 'too_far'],
    ['12/20301', 'invalid', 'invalid'],
    ['12/30 and 12/31', 'invalid', 'invalid'],
  ];
  for (const [text, status, problem] of cases) {
    it(`"${text}" in May 2026 is ${problem ?? status}`, () => {
      const verdict = checkExpiry(text, today);
      expect([verdict.status, verdict.problem]).to.deep.equal([status, problem]);
    });
  }

  it('is good to the end of its month and no longer', () => {
    expect(checkExpiry('12/30', { year: 2030, month: 12 }).status).to.equal('valid');
    expect(checkExpiry('12/30', { year: 2031, month: 1 }).problem).to.equal('past');
    expect(checkExpiry('01/31', { year: 2030, month: 12 }).status).to.equal('valid');
  });

  it('is neither past nor too far ahead where no clock is trusted', () => {
    for (const text of ['12/20', '12/2099']) expect(checkExpiry(text, undefined).status).to.equal('valid');
    expect(checkExpiry('13/30', undefined).problem).to.equal('month');
  });

  for (const text of ['112/30', '012/30', '121/30', '013/30'])
    it(`is none with a month of three digits: ${text}`, () => {
      expect(parseExpiry(text)).to.equal(undefined);
    });
});

describe('an expiry date while it is typed', () => {
  const cases: [text: string, shown: string][] = [
    ['1', '1'],
    ['0', '0'],
    ['5', '05'],
    ['1/', '01 / '],
    ['12', '12'],
    ['12/', '12 / '],
    ['123', '12 / 3'],
    ['13', '13'],
    ['1a', '1'],
    ['12 / 20301', '12 / 20301'],
    // Every digit that no rule moves stays where it was typed.
    ['122030 1', '12 / 20301'],
    ['20301/2', '20 / 3012'],
    ['01/12/2030', '01 / 122030'],
    // A year that comes first, key by key.
    ['2', '2'],
    ['20', '20'],
    ['203', '203'],
    ['2030', '2030'],
    ['2030-', '2030 / '],
    ['20301', '2030 / 1'],
    ['2030 / 1-', '01 / 2030'],
    ['2030 / 12', '12 / 2030'],
    ['12 / 2030-', '12 / 2030 / '],
    ['12 / 2030 / 3', '12 / 2030 / 3'],
    ['12 / 2030 / 31', '12 / 2030'],
    // A day that comes first, or second, key by key.
    ['03 / 1/', '31 / '],
    ['02 / 9.', '29 / '],
    ['03 / 0 -', '30 / '],
    ['13 / 122030', '12 / 2030'],
    ['20 / 122030', '12 / 2030'],
    ['31 / 122030', '12 / 2030'],
    ['12 / 312030', '12 / 2030'],
    ['05 / 062030', '05 / 062030'],
    ['00 / 02000', '00 / 02000'],
    ['12 / 3/', '12 / 3'],
    ['20/30', '20 / 30'],
    ['25', '02 / 5'],
  ];
  for (const [text, shown] of cases) {
    it(`"${text}" is shown as "${shown}"`, () => {
      expect(formatExpiry(text)).to.equal(shown);
    });
  }

  it('has the month that was meant, or none, if its day is typed too, key by key', () => {
    const wrong: string[] = [];
    for (let day = 13; day <= 31; day++)
      for (let month = 1; month <= 12; month++)
        for (const separator of ['/', '-', '.', ' ', ' / ', ''])
          for (const parts of [
            [day, month],
            [month, day],
            [day, pad(month)],
            [pad(month), day],
          ]) {
            const typed = [...parts, 2030].join(separator);
            const shown = [...typed].reduce((text, key) => formatExpiry(text + key), '');
            const read = parseExpiry(shown);
            if (read && !(read.month === pad(month) && read.year === '2030'))
              wrong.push(`${typed}: ${shown}`);
          }
    expect(wrong).to.deep.equal([]);
  });

  it('is shown the same when what is shown is shown again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/- a', '20', ' / ', 'Dec') }), (text) => {
        const shown = formatExpiry(text);
        return formatExpiry(shown) === shown;
      }),
    );
  });
});
