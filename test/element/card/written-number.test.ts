import { expect } from 'chai';
import { describe, it } from 'node:test';
import { containsCardNumber } from '../../../src/element/card/digits.js';
import { testCards } from '../../../src/sandbox/bank/test-cards.js';

const number = '4111111111111111';
/** The digits of another script, by its zero. */
const inScript = (zero: number) =>
  [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

describe('a card number in a text', () => {
  for (const [what, text] of [
    ['alone', number],
    ['in groups', '4111 1111 1111 1111'],
    ['with dashes', '4111-1111-1111-1111'],
    ['with dots and slashes', '4111.1111/1111.1111'],
    ['in groups of two', '41 11 11 11 11 11 11 11'],
    ['digit by digit', [...number].join(', ')],
    ['with no-break spaces', '4111\u00a01111\u00a01111\u00a01111'],
    ['on several lines', '4111\n1111\r\n1111\t1111'],
    ['with zero-width characters', [...number].join('\u200b')],
    ['with combining marks', [...number].join('\u0301')],
    ['in a sentence', `The card is ${number}, until 12/30.`],
    ['after its field', `{"number":"${number}","month":"12"}`],
    ['before its expiry', `${number}=3012`],
    ['of 15 digits', '340000000900000'],
    ['of 19 digits', '6212345678900000003'],
    ['in fullwidth digits', inScript(0xff10)],
    ['in circled digits', '④①①①①①①①①①①①①①①①'],
    ['in Arabic digits', inScript(0x0660)],
    ['in Persian digits', inScript(0x06f0)],
    ['in Devanagari digits', inScript(0x0966)],
    ['in Thai digits', inScript(0x0e50)],
    ['in mathematical digits', inScript(0x1d7d8)],
    ['in Chakma digits', inScript(0x11136)],
  ] as const) {
    it(`is found ${what}`, () => {
      expect(containsCardNumber(text)).to.equal(true);
    });
  }

  it('is found for every test card', () => {
    for (const number of Object.values(testCards).flatMap((cards): string[] => Object.values(cards)))
      expect(containsCardNumber(`x ${number} y`), number).to.equal(true);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['a token', 'token_x6okRgkZJrhgDHyqJ9zztW2X'],
    ['a token with many digits', 'token_4111a1111111111111x4111111111111111'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
    ['a hash', 'c162557e7ae1c69a47583bc2364d1a3e531428d13fb664032f9e09fa37381fc1'],
    ['the milliseconds since 1970', '1542394027316'],
    ['a moment', '2026-11-22 05:24:34.123+03:00'],
    ['a phone number', '+966 55 123 4567'],
    ['an account number', 'SA03 8000 0000 6080 1016 7519'],
    ['a masked number', '4111 11XX XXXX 1111'],
    ['a number with a wrong check digit', '4111111111111112'],
    ['a number that begins as a year does', '2011111111111116 and 2111111111111115'],
    ['a number that is too long', `${number}${number}`],
  ] as const) {
    it(`is not ${what}`, () => {
      expect(containsCardNumber(text)).to.equal(false);
    });
  }
});
