import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as library from 'dinero.js/currencies';
import { getDecimalsFromTable } from '../src/wire/currencies.js';
import { getDecimals } from '../src/money.js';

describe('decimals of a currency, by ISO 4217', () => {
  const exponents: [exponent: number, currencies: string][] = [
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
    [2, 'SAR USD EUR GBP AED EGP QAR CNY INR MGA MRU SLE VED XCG ZWG'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
  ];
  for (const [exponent, currencies] of exponents) {
    for (const currency of currencies.split(' ')) {
      it(`${currency} has ${exponent}`, () => {
        assert.equal(getDecimals(currency), exponent);
      });
    }
  }

  it('is that of a kept library, code by code, but where that counts in fifths', () => {
    const known = Object.values(library).filter(({ code }) => code !== 'MGA' && code !== 'MRU');
    assert.ok(known.length > 150);
    for (const { code, exponent } of known) {
      assert.equal(getDecimalsFromTable(code), exponent, code);
      assert.equal(getDecimals(code), exponent, code);
    }
  });

  it('is known of no code that the library has not', () => {
    const codes = new Set(Object.values(library).map(({ code }) => code as string));
    const others = Intl.supportedValuesOf('currency').filter((code) => !codes.has(code));
    for (const code of others) assert.equal(getDecimalsFromTable(code), undefined, code);
  });

  for (const currency of ['', 'XYZ', 'EDA', 'sar', 'SAR ', 'default', 'constructor', '__proto__']) {
    it(`"${currency}" is none`, () => {
      assert.equal(getDecimals(currency), undefined);
      assert.equal(getDecimalsFromTable(currency), undefined);
    });
  }
});
