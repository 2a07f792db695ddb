import { expect } from 'chai';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { passesLuhn } from '../../../src/element/card/digits.js';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 18 });
const withCheckDigit = digits.map((body) => {
  const check = [...'0123456789'].find((digit) => passesLuhn(body + digit));
  return body + (check ?? 'x');
});

describe('the check digit', () => {
  it('agrees with the standard’s own example', () => {
    expect(passesLuhn('17893729974')).to.be.true;
  });

  it('exists once for every number', () => {
    fc.assert(
      fc.property(
        digits,
        (body) => [...'0123456789'].filter((digit) => passesLuhn(body + digit)).length === 1,
      ),
    );
  });

  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(withCheckDigit, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, where, by) => {
        const at = where % number.length;
        const wrong = (Number(number[at]) + by) % 10;
        return !passesLuhn(number.slice(0, at) + wrong + number.slice(at + 1));
      }),
    );
  });
});
