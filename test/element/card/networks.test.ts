import { expect } from 'chai';
import { describe, it } from 'node:test';
import {
  getGaps,
  guessNetworks,
  canBeAccepted,
  networks,
  type Network,
} from '../../../src/element/card/networks.js';
import { parseMadaPrefixes } from '../../../src/element/card/mada-prefixes.js';
import { testCards } from '../../../src/sandbox/bank/test-cards.js';

describe('the brand of a number', () => {
  const guesses: [digits: string, fitting: Network[]][] = [
    ['', []],
    ['1', []],
    ['2', []],
    ['3', []],
    ['5', []],
    ['6', []],
    ['9', []],
    ['4', ['visa']],
    ['34', ['amex']],
    ['35', []],
    ['36', []],
    ['37', ['amex']],
    ['50', []],
    ['51', ['master']],
    ['55', ['master']],
    ['56', []],
    ['22', []],
    ['222', []],
    ['2220', []],
    ['2221', ['master']],
    ['223', ['master']],
    ['26', ['master']],
    ['2720', ['master']],
    ['2721', []],
    ['62', ['unionpay']],
    ['6011', []],
    ['81', []],
    ['8100', ['unionpay']],
    ['8171', ['unionpay']],
    ['8172', []],
    ['42013', ['visa']],
    ['420132', ['mada', 'visa']],
    ['588845', ['mada']],
    ['504300', ['mada']],
    ['58884', []],
    ['968201', ['mada']],
    ['513213', ['mada', 'master']],
  ];
  for (const [digits, fitting] of guesses) {
    it(`"${digits}" is ${fitting.join(' or ') || 'not known'}`, () => {
      expect(guessNetworks(digits, networks)).to.deep.equal({ network: fitting[0], networks: fitting });
    });
  }

  for (const [network, cards] of Object.entries(testCards)) {
    const numbers: readonly string[] = Object.values(cards);
    it(`the test cards of ${network} are ${network}`, () => {
      for (const number of numbers) expect(guessNetworks(number, networks).network, number).to.equal(network);
    });
  }

  it('an 8-digit mada prefix is claimed by the eighth digit, and shown as its co-badge until then', () => {
    expect(guessNetworks('4017780', networks).networks).to.deep.equal(['visa']);
    expect(guessNetworks('40177800', networks).networks).to.deep.equal(['mada', 'visa']);
    expect(guessNetworks('40177801', networks).networks).to.deep.equal(['visa']);
    expect(guessNetworks('2233790', networks).networks).to.deep.equal(['master']);
    expect(guessNetworks('22337902', networks).networks).to.deep.equal(['mada', 'master']);
  });

  it('an 8-digit mada prefix keeps its claim to the last digit', () => {
    expect(guessNetworks('4017780012345678', networks).networks).to.deep.equal(['mada', 'visa']);
    expect(guessNetworks('4017780112345678', networks).networks).to.deep.equal(['visa']);
  });

  it('a co-badged card counts as its other network where mada is not accepted', () => {
    expect(guessNetworks('420132', ['visa', 'master'])).to.deep.equal({
      network: 'visa',
      networks: ['visa'],
    });
    expect(guessNetworks('513213', ['visa', 'master'])).to.deep.equal({
      network: 'master',
      networks: ['master'],
    });
  });

  it('a co-badged card counts as mada alone where its other network is not accepted', () => {
    expect(guessNetworks('420132', ['mada'])).to.deep.equal({ network: 'mada', networks: ['mada'] });
  });

  it('a network that is not accepted is not guessed', () => {
    expect(guessNetworks('4111', ['master'])).to.deep.equal({ network: undefined, networks: [] });
    expect(guessNetworks('588845', ['visa'])).to.deep.equal({ network: undefined, networks: [] });
  });

  it('the order of the accepted networks does not matter', () => {
    expect(guessNetworks('420132', ['visa', 'mada']).networks).to.deep.equal(['mada', 'visa']);
  });

  it('mada comes before UnionPay, and a merchant can bring the prefixes', () => {
    const mada = parseMadaPrefixes(['621234']);
    expect(guessNetworks('621234', networks, mada).networks).to.deep.equal(['mada', 'unionpay']);
    expect(guessNetworks('420132', networks, mada).networks).to.deep.equal(['visa']);
  });

  it('digits that can still become an accepted network are told from those that cannot', () => {
    expect(canBeAccepted('', ['amex'])).to.be.true;
    expect(canBeAccepted('5', ['master'])).to.be.true;
    expect(canBeAccepted('58', ['master'])).to.be.false;
    expect(canBeAccepted('588', ['mada'])).to.be.true;
    expect(canBeAccepted('4', ['mada'])).to.be.true;
    expect(canBeAccepted('4111', ['mada'])).to.be.false;
    expect(canBeAccepted('222', ['master'])).to.be.true;
    expect(canBeAccepted('2720', ['master'])).to.be.true;
    expect(canBeAccepted('2721', ['master'])).to.be.false;
  });
});

describe('the table of brands', () => {
  it('names each network once, mada first', () => {
    expect(networks).to.deep.equal(['mada', 'visa', 'master', 'amex', 'unionpay']);
  });

  it('groups American Express 4-6-5 and everything else by fours', () => {
    expect(getGaps('amex')).to.deep.equal([4, 10]);
    for (const brand of [undefined, 'mada', 'visa', 'master', 'unionpay'] as const) {
      expect(getGaps(brand)).to.deep.equal([4, 8, 12, 16]);
    }
  });
});
