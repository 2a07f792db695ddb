import { expect } from 'chai';
import { describe, it } from 'node:test';
import { networks } from '../../../src/element/card/networks.js';
import { checkDraft } from '../../../src/element/card/card.js';
import { formatExpiry } from '../../../src/element/card/expiry.js';

/** Each backtracks for longer than the runner waits in a pattern that is not linear. */
describe('200,000 characters are judged at once', () => {
  const units = [
    '4',
    '1',
    '0',
    ' ',
    '/',
    'a',
    'é',
    '١',
    '\u0000',
    '\u200b',
    '\ud83d',
    'a ',
    '1 ',
    '1/',
    ' -',
    'aA1 /',
  ];
  for (const unit of units) {
    it(`of ${JSON.stringify(unit)}`, () => {
      const text = `${unit.repeat(200_000 / unit.length)}!`;
      const today = { year: 2026, month: 5 };
      const { card } = checkDraft(
        { number: text, expiry: text, cvc: text, name: text },
        { acceptedNetworks: networks, today },
      );
      expect(card).to.be.undefined;
      expect(formatExpiry(text)).to.be.a('string');
    });
  }
});
