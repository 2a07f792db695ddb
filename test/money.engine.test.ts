import { expect } from 'chai';
import * as fc from 'fast-check';
import { formatMoney, formatRiyalsInEnglish } from '../src/money.js';

const shownAs = (...money: Parameters<typeof formatMoney>) =>
  formatMoney(...money)
    .map(({ value }) => value)
    .join('');

describe('an amount for people', () => {
  const cases: [amount: number, currency: string, locale: string, shown: string][] = [
    [10000, 'SAR', 'en', 'SAR 100.00'],
    [1000, 'JPY', 'en', '¥1,000'],
    [1000, 'KWD', 'en', 'KWD 1.000'],
    [1, 'IQD', 'en', 'IQD 0.001'],
    [12345, 'CLF', 'en', 'CLF 1.2345'],
    [100, 'MGA', 'en', 'MGA 1.00'],
    [0, 'USD', 'en', '$0.00'],
    [5, 'USD', 'en', '$0.05'],
    [-5, 'USD', 'en', '-$0.05'],
    [-123456, 'EUR', 'de', '-1.234,56 €'],
    [123456, 'EUR', 'fr', '1 234,56 €'],
    // The mark keeps the order of the letters and the sign.
    [123400, 'USD', 'ar-u-nu-latn', '\u200f1,234.00 US$\u200e'],
    [1234, 'JPY', 'ar-u-nu-latn', '\u200f1,234 JP¥\u200e'],
    [9007199254740991, 'USD', 'en', '$90,071,992,547,409.91'],
    [9007199254740991, 'KWD', 'en', 'KWD 9,007,199,254,740.991'],
  ];
  for (const [amount, currency, locale, shown] of cases) {
    it(`${amount} ${currency} in ${locale} is ${shown}`, () => {
      expect(shownAs(amount, currency, locale).replace(/\s/g, ' ')).to.equal(shown);
    });
  }

  it('has every digit of every safe integer', () => {
    const currencies = fc.constantFrom('JPY', 'SAR', 'KWD', 'CLF');
    fc.assert(
      fc.property(fc.maxSafeNat(), currencies, (amount, currency) => {
        const digits = shownAs(amount, currency, 'en').replace(/\D/g, '');
        return BigInt(digits) === BigInt(amount);
      }),
    );
  });

  it('comes in parts, the currency apart', () => {
    const parts = formatMoney(10000, 'SAR', 'en');
    expect(parts.find(({ type }) => type === 'currency')?.value).to.equal('SAR');
    expect(parts.find(({ type }) => type === 'fraction')?.value).to.equal('00');
  });

  it('is the same for riyals in English, with and without `Intl`', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 100, max: 10_000_000 }), fc.maxSafeNat()), (amount) => {
        if (amount < 100) return true;
        return `SAR ${formatRiyalsInEnglish(amount)}` === shownAs(amount, 'SAR', 'en').replace(/\s/, ' ');
      }),
    );
    expect(formatRiyalsInEnglish(100)).to.equal('1.00');
    expect(formatRiyalsInEnglish(123456)).to.equal('1,234.56');
  });
});
