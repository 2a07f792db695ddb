import { expect } from 'chai';
import { describe, it } from 'node:test';
import { networks, guessNetworks } from '../../../src/element/card/networks.js';
import { madaPrefixes, parseMadaPrefixes } from '../../../src/element/card/mada-prefixes.js';

describe('mada prefixes', () => {
  it('are 134, all of 6 or 8 digits', () => {
    expect(madaPrefixes.size).to.equal(134);
    expect(parseMadaPrefixes(madaPrefixes)).to.deep.equal(madaPrefixes);
  });

  it('outside the ranges of Visa and Mastercard are mada alone', () => {
    const alone = [...madaPrefixes].filter((prefix) => guessNetworks(prefix, networks).networks.length === 1);
    expect(alone).to.have.length(30);
    for (const prefix of alone) expect(prefix).to.match(/^(50|58|60|63|96)/);
  });

  const bad: unknown[] = [
    '',
    '58884',
    '5888455',
    '588845000',
    '58884٥',
    ' 588845',
    '588845\n',
    'mada',
    588845,
    null,
  ];
  for (const value of bad) {
    it(`${JSON.stringify(value)} is refused by name`, () => {
      expect(() => parseMadaPrefixes(['588845', value as string])).to.throw(RangeError, String(value));
    });
  }

  it('in one text instead of a list are refused', () => {
    expect(() => parseMadaPrefixes('588845')).to.throw(RangeError);
  });

  it('may be none', () => {
    expect(guessNetworks('588845', networks, parseMadaPrefixes([])).network).to.be.undefined;
  });
});
