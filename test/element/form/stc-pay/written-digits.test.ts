import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCode, parseMobile } from '../../../../src/element/form/stc-pay/written-digits.js';

describe('a mobile number', () => {
  for (const [text, mobile] of [
    ['0512345678', '0512345678'],
    ['512345678', '0512345678'],
    ['00966 51 234 5678', '0512345678'],
    ['+966 (0)51-234-5678', '0512345678'],
    ['(051) 234.5678', '0512345678'],
    ['＋９６６５１２３４５６７８', '0512345678'],
    ['\u202a+966\u00a0٥١ ٢٣٤ ٥٦٧٨\u202c', '0512345678'],
    ['০৫১২৩৪৫৬৭৮', '0512345678'],
    ['0412345678', undefined],
    ['05123456789', undefined],
    ['051234567', undefined],
    ['05123４5678a', undefined],
    ['051234567⁸', undefined],
  ] as const)
    it(`written ${JSON.stringify(text)} is ${mobile ?? 'refused'}`, () =>
      assert.equal(parseMobile(text), mobile));
});

describe('a code', () => {
  for (const [text, code] of [
    ['123456', '123456'],
    [' 123-456.', '123456'],
    ['\u2067١٢٣٤\u2069', '1234'],
    ['১২৩৪৫৬', '123456'],
    ['123', undefined],
    ['12345678901', undefined],
    ['code 123456', undefined],
    ['①②③④', undefined],
  ] as const)
    it(`written ${JSON.stringify(text)} is ${code ?? 'refused'}`, () => assert.equal(parseCode(text), code));
});
