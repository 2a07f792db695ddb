import { expect } from 'chai';
import { describe, it } from 'node:test';
import { toDigits } from '../../../src/element/card/digits.js';

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
    ['০১২', '', 'Bengali, which no keyboard of ours gives'],
    ['²³①Ⅳ½', '', 'that are no decimal digits'],
    ['💳4', '4', 'behind an emoji'],
    ['', '', 'none'],
  ];
  for (const [text, digits, what] of cases) {
    it(what, () => {
      expect(toDigits(text)).to.equal(digits);
    });
  }
});
