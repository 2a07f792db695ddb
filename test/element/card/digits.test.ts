import { expect } from 'chai';
import { describe, it } from 'node:test';
import { toAsciiDigits, toDigits } from '../../../src/element/card/digits.js';

describe('digits of a text', () => {
  const cases: [text: string, digits: string, what: string][] = [
    ['0123456789', '0123456789', 'ASCII'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789', 'Arabic-Indic'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789', 'Persian'],
    ['０１２３４５６７８９', '0123456789', 'fullwidth'],
    ['4111 1111-1111\u00a01111', '4111111111111111', 'in groups'],
    ['card: 4111\n1111\t.', '41111111', 'among other text'],
    ['٤1۱１', '4111', 'of several kinds'],
    ['०१२३४५६७८९', '0123456789', 'Devanagari'],
    ['𝟒𝟏𝟏𝟏 1111', '41111111', 'mathematical'],
    ['²³①Ⅳ½', '', 'that are no decimal digits'],
    ['💳4', '4', 'behind an emoji'],
    ['', '', 'none'],
  ];
  for (const [text, digits, what] of cases) {
    it(what, () => {
      expect(toDigits(text)).to.equal(digits);
    });
  }

  it('reads the decimal digits of all scripts', () => {
    const digits = Array.from({ length: 0x110000 - 0xe000 }, (_, place) =>
      String.fromCodePoint(0xe000 + place),
    )
      .concat(Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code)))
      .filter((character) => /\p{Nd}/u.test(character));
    expect(digits.length).to.be.at.least(770);
    expect(digits.map(toAsciiDigits).join('')).to.equal('0123456789'.repeat(digits.length / 10));
  });
});
