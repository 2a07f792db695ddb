import { expect } from 'chai';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { getGaps, networks, type Network } from '../../../src/element/card/networks.js';
import { passesLuhn } from '../../../src/element/card/digits.js';
import { parseMadaPrefixes } from '../../../src/element/card/mada-prefixes.js';
import { checkNumber, formatNumber, type NumberProblem } from '../../../src/element/card/number.js';
import type { FieldStatus } from '../../../src/element/card/fields.js';
import { testCards } from '../../../src/sandbox/bank/test-cards.js';

describe('a card number', () => {
  const cases: [digits: string, status: FieldStatus, problem: NumberProblem | undefined, what: string][] = [
    ['', 'empty', 'empty', 'is empty without digits'],
    ['5', 'incomplete', 'incomplete', 'may begin with a digit that says little'],
    ['4', 'incomplete', 'incomplete', 'is incomplete after one digit'],
    ['411111111111111', 'incomplete', 'incomplete', 'is incomplete one digit short'],
    ['4111111111111111', 'valid', undefined, 'of Visa has 16 digits'],
    ['4111111111111112', 'invalid', 'luhn', 'of Visa with a wrong check digit is invalid at 16'],
    ['41111111111111111', 'incomplete', 'incomplete', 'of Visa is incomplete at 17 digits'],
    ['411111111111111118', 'valid', undefined, 'of Visa may have 18 digits'],
    ['411111111111111110', 'incomplete', 'luhn', 'of Visa at 18 may be the start of 19'],
    ['4111111111111111110', 'valid', undefined, 'of Visa may have 19 digits'],
    ['4111111111111111111', 'invalid', 'luhn', 'of Visa with a wrong check digit is invalid at 19'],
    ['41111111111111111100', 'invalid', 'too_long', 'is too long at 20 digits'],
    ['4222222222222', 'incomplete', 'incomplete', 'of Visa no longer has 13 digits'],
    ['340000000900000', 'valid', undefined, 'of American Express has 15 digits'],
    ['3400000009000001', 'invalid', 'too_long', 'of American Express is too long at 16'],
    ['340000000900001', 'invalid', 'luhn', 'of American Express is checked'],
    ['54210801010000000', 'invalid', 'too_long', 'of Mastercard is too long at 17'],
    ['42013201111110100', 'invalid', 'too_long', 'of mada is too long at 17, though Visa has longer ones'],
    ['6200000000000005', 'valid', undefined, 'of UnionPay may have 16 digits'],
    ['6200000000000004', 'incomplete', 'luhn', 'of UnionPay at 16 may be the start of a longer one'],
    ['62000000000000000', 'valid', undefined, 'of UnionPay may have 17 digits'],
    ['620000000000000005', 'valid', undefined, 'of UnionPay may have 18 digits'],
    ['6200000000000000000', 'valid', undefined, 'of UnionPay may have 19 digits'],
    ['6200000000000000004', 'invalid', 'luhn', 'of UnionPay with a wrong check digit is invalid at 19'],
    ['35', 'invalid', 'unsupported', 'of no known network is refused as soon as it shows'],
    ['6011000990139424', 'invalid', 'unsupported', 'of Discover is unsupported'],
    ['0000000000000000', 'invalid', 'unsupported', 'of zeros is unsupported'],
    ['58', 'incomplete', 'incomplete', 'may become mada'],
    ['589', 'incomplete', 'incomplete', 'may become mada at three digits'],
    ['5899', 'invalid', 'unsupported', 'can no longer become mada'],
  ];
  for (const [digits, status, problem, what] of cases) {
    it(what, () => {
      const verdict = checkNumber(digits, networks);
      expect([verdict.status, verdict.problem]).to.deep.equal([status, problem]);
    });
  }

  for (const [network, cards] of Object.entries(testCards)) {
    const numbers: readonly string[] = Object.values(cards);
    it(`from the test cards of ${network} is valid`, () => {
      for (const number of numbers) expect(checkNumber(number, networks).status, number).to.equal('valid');
    });
    it(`from the test cards of ${network} is unsupported where no network is accepted`, () => {
      for (const number of numbers) expect(checkNumber(number, []).problem, number).to.equal('unsupported');
    });
  }

  it('is judged by the networks that are accepted', () => {
    expect(checkNumber('4111111111111111', ['master']).problem).to.equal('unsupported');
    expect(checkNumber('420132', ['mada']).status).to.equal('incomplete');
    expect(checkNumber('4111', ['mada']).problem).to.equal('unsupported');
    expect(checkNumber('4201320111111010', ['visa']).status).to.equal('valid');
  });

  it('is judged by the mada prefixes that the merchant brings', () => {
    const mada = parseMadaPrefixes(['970000']);
    expect(checkNumber('9700000000000000', networks).problem).to.equal('unsupported');
    expect(checkNumber('9700000000000005', networks, mada).problem).to.equal('luhn');
    expect(checkNumber('9700000000000004', networks, mada).status).to.equal('valid');
  });

  it('that is valid was never unsupported or too long on the way', () => {
    const bodies = fc.tuple(
      fc.constantFrom('4', '51', '2221', '2720', '34', '37', '62', '8100', '420132', '588845', '40177800'),
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 15, maxLength: 15 }),
      fc.constantFrom(15, 16, 17, 18, 19),
    );
    fc.assert(
      fc.property(bodies, ([prefix, body, length]) => {
        const number = (prefix + body).slice(0, length);
        if (checkNumber(number, networks).status !== 'valid') return;
        expect(passesLuhn(number)).to.be.true;
        for (let typed = 1; typed < number.length; typed++) {
          const { problem } = checkNumber(number.slice(0, typed), networks);
          expect(problem).not.to.be.oneOf(['empty', 'unsupported', 'too_long']);
        }
      }),
    );
  });
});

describe('a number in groups', () => {
  const cases: [digits: string, brand: Network | undefined, shown: string][] = [
    ['', undefined, ''],
    ['4', 'visa', '4'],
    ['4111', 'visa', '4111'],
    ['41111', 'visa', '4111 1'],
    ['4111111111111111', 'visa', '4111 1111 1111 1111'],
    ['41111111111111111234', 'visa', '4111 1111 1111 1111 1234'],
    ['6200000000000000003', 'unionpay', '6200 0000 0000 0000 003'],
    ['340000000900000', 'amex', '3400 000009 00000'],
    ['34000000090000012', 'amex', '3400 000009 0000012'],
    ['99999', undefined, '9999 9'],
  ];
  for (const [digits, brand, shown] of cases) {
    it(`"${shown}"${brand ? ` for ${brand}` : ''}`, () => {
      expect(formatNumber(digits, getGaps(brand))).to.equal(shown);
    });
  }

  it('keeps every digit in its order', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 40 });
    fc.assert(
      fc.property(digits, fc.constantFrom(undefined, ...networks), (number, brand) => {
        const shown = formatNumber(number, getGaps(brand));
        return shown.replaceAll(' ', '') === number && shown === shown.trim();
      }),
    );
  });
});
