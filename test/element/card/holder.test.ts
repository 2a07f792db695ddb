import { expect } from 'chai';
import { describe, it } from 'node:test';
import { checkHolder } from '../../../src/element/card/holder.js';

describe('a card holder’s name', () => {
  const names = [
    'Ada Lovelace',
    'Madonna',
    'X',
    'محمد بن سلمان',
    'فاطمه‌زهرا',
    '李',
    '山田 太郎',
    'ศรีสุดา',
    'Анна-Мария',
    'राम',
    "O'Brien",
    'José Ñúñez',
    'Σωκράτης',
    'J. R. R. Tolkien 3rd',
    '  Ada  ',
    '12345',
    '+966 50 123 4567',
    '１２３',
    // No part of it has the check digit of a card number.
    '১২৩৪৫৬৭৮৯০১২',
    // A check digit fits all 20, which are too many, and no part of them.
    '58815753382066414171',
  ];
  for (const name of names) {
    it(`may be ${JSON.stringify(name)}`, () => {
      expect(checkHolder(name)).to.deep.equal({ status: 'valid' });
    });
  }

  for (const blank of ['', ' ', '\u00a0', '\u3000 ', '\t', '\u200b', '\u200f \u200f']) {
    it(`is empty as ${JSON.stringify(blank)}`, () => {
      expect(checkHolder(blank).problem).to.equal('empty');
    });
  }

  const numbers = [
    '৪১১১১১১১১১১১১১১১',
    '4111111111111111',
    '4111 1111 1111 1111',
    // The shortest that there are.
    '411111111117',
    '٤١١١ ١١١١ ١١١١ ١١١١',
    '340000000900000',
    '6200-0000-0000-0000-000',
    'Ada 4111111111111111',
    '4111 Ada 1111 Lovelace 1111 1111',
    '12 4111111111111111 34',
    '4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1',
    'x4111x1111x1111x1111x99',
    'Ada4111Ada1111 1111_1111',
    // Blanks that do not break a line, thin ones, and ones of no width.
    '4111\u00a01111\u20091111 1111',
    '4111\u200b1111\u200b1111\u200b1111',
    // Of full width.
    '４１１１１１１１１１１１１１１１',
    // Mathematical, circled and Devanagari digits.
    '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏',
    '④①①①①①①①①①①①①①①①',
    '४१११ ११११ ११११ ११११',
    // Amid so many digits that the whole of them is no card number.
    '00004111111111111111',
    // Of 19 digits, none of whose parts is one.
    '2879056552151002423',
  ];
  for (const number of numbers) {
    it(`may not be the card number ${number}`, () => {
      expect(checkHolder(number).problem).to.equal('looks_like_number');
    });
  }

  for (const text of [
    'Ada\u0000',
    'Ada\tLovelace',
    'Ada\nLovelace',
    'Ada\u007f',
    'Ada\u0085x',
    'Ada\ud800',
  ]) {
    it(`may not hold the control character of ${JSON.stringify(text)}`, () => {
      expect(checkHolder(text).problem).to.equal('invalid');
    });
  }
});
