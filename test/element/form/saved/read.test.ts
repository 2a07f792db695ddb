import { expect } from 'chai';
import { describe, it } from 'node:test';
import { readSaveCard, readSavedCards } from '../../../../src/element/form/saved/read.js';
import { ConfigError } from '../../../../src/element/checkout/config-error.js';

const card = { token: 'token_hush', company: 'visa', number: '4111-11XX-XXXX-1111' };

const wrong = (value: unknown): ConfigError => {
  try {
    readSavedCards(value);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('It was taken.');
};

describe('the list of saved cards', () => {
  for (const none of [undefined, null, []]) {
    it(`reads ${JSON.stringify(none) ?? 'undefined'} as an empty list`, () => {
      expect(readSavedCards(none)).to.deep.equal([]);
    });
  }

  for (const [month, year, expiry] of [
    ['03', '2031', { month: '03', year: '2031' }],
    [3, 2031, { month: '03', year: '2031' }],
    ['3', '31', { month: '03', year: '2031' }],
    [12, 30, { month: '12', year: '2030' }],
    [undefined, undefined, undefined],
    [null, null, undefined],
    ['', '', undefined],
    [13, 2031, undefined],
    [0, 2031, undefined],
    [3, 1999, { month: '03', year: '1999' }],
    [' 03 ', ' 31 ', { month: '03', year: '2031' }],
    ['03/04', '2031', undefined],
    ['03', undefined, undefined],
    [undefined, 2031, undefined],
    [{}, [], undefined],
  ] as const) {
    it(`reads an expiry of ${JSON.stringify([month, year])} as ${JSON.stringify(expiry) ?? 'none'}`, () => {
      expect(readSavedCards([{ ...card, month, year }])[0]?.expiry).to.deep.equal(expiry);
    });
  }

  for (const [number, lastFour] of [
    ['4111-11XX-XXXX-1111', '1111'],
    ['411111******1010', '1010'],
    ['41111111******1010', '1010'],
    ['•••• 1010', '1010'],
    ['1010', '1010'],
    ['37xx-xxxxxx-x0005', '0005'],
  ] as const) {
    it(`keeps ${lastFour} of the number ${number}`, () => {
      expect(readSavedCards([{ ...card, number }])[0]?.lastFour).to.equal(lastFour);
    });
  }

  it('has Mastercard also where a token spells it so', () => {
    const list = readSavedCards(['master', 'mastercard'].map((company) => ({ ...card, company })));
    expect(list.map(({ company }) => company)).to.deep.equal(['master', 'master']);
  });

  it('may have a hundred entries, and a network that came later', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ ...card, token: `token_${at}`, company: 'next' }));
    expect(readSavedCards(many).map(({ token }) => token)).to.deep.equal(many.map(({ token }) => token));
  });

  for (const [title, value] of [
    ['a text', 'token_hush'],
    ['a card', card],
    ['a number', 1],
    ['an entry that is none', [undefined]],
    ['an entry that is a text', ['token_hush']],
    ['an entry without a token', [card, { ...card, token: undefined }]],
    ['an empty token', [{ ...card, token: ' ' }]],
    ['an entry without a company', [{ ...card, company: null }]],
    ['an entry without a number', [{ ...card, number: undefined }]],
    ['a number that is no text', [{ ...card, number: 1010 }]],
    ['a whole card number', [{ ...card, number: '4111 1111 1111 1111' }]],
  ] as const) {
    it(`refuses ${title} with the name savedCards and without its value`, () => {
      const { field, message } = wrong(value);
      expect(field).to.equal('savedCards');
      expect(message).to.match(/^`savedCards` must /);
      expect(message).not.to.match(/hush|1111|visa/);
    });
  }

  it('names the invalid entry by its number, counted from one', () => {
    expect(wrong([card, { ...card, company: '' }]).message)
      .to.contain('`company`')
      .and.to.contain('entry 2');
  });
});

describe('save-card', () => {
  for (const [value, saveCard] of [
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    ['offer', 'offer'],
    ['always', 'always'],
  ] as const) {
    it(`reads save-card=${JSON.stringify(value) ?? 'undefined'} as ${saveCard ?? 'unset'}`, () => {
      expect(readSaveCard(value)).to.equal(saveCard);
    });
  }

  for (const value of ['ask', 'OFFER', true, {}]) {
    it(`rejects save-card=${JSON.stringify(value)}`, () => {
      expect(() => readSaveCard(value)).to.throw(ConfigError, /^`save-card` must be /);
    });
  }
});
