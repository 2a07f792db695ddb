import { expect } from 'chai';
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
        expect(getDecimals(currency)).to.equal(exponent);
      });
    }
  }

  it('is that of a kept library, code by code, but where that counts in fifths', () => {
    const known = Object.values(library).filter(({ code }) => code !== 'MGA' && code !== 'MRU');
    expect(known.length).to.be.greaterThan(150);
    for (const { code, exponent } of known) {
      expect(getDecimalsFromTable(code), code).to.equal(exponent);
      expect(getDecimals(code), code).to.equal(exponent);
    }
  });

  it('is known of no code that the library has not', () => {
    const codes = new Set(Object.values(library).map(({ code }) => code as string));
    const others = Intl.supportedValuesOf('currency').filter((code) => !codes.has(code));
    for (const code of others) expect(getDecimalsFromTable(code), code).to.equal(undefined);
  });

  for (const currency of ['', 'XYZ', 'EDA', 'sar', 'SAR ', 'default', 'constructor', '__proto__']) {
    it(`"${currency}" is none`, () => {
      expect(getDecimals(currency)).to.equal(undefined);
      expect(getDecimalsFromTable(currency)).to.equal(undefined);
    });
  }
});
