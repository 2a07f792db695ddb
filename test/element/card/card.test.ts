import { expect } from 'chai';
import { describe, it } from 'node:test';
import { networks } from '../../../src/element/card/networks.js';
import { checkDraft, fieldNames, type Draft } from '../../../src/element/card/card.js';
import { parseMadaPrefixes } from '../../../src/element/card/mada-prefixes.js';

const rules = { acceptedNetworks: networks, today: { year: 2026, month: 5 } };
const good: Draft = { number: '4111 1111 1111 1111', expiry: '12 / 30', cvc: '123', name: 'Ada Lovelace' };

describe('a draft of a card', () => {
  it('becomes a card when every field is valid', () => {
    expect(checkDraft(good, rules)).to.deep.equal({
      network: 'visa',
      networks: ['visa'],
      fields: {
        number: { status: 'valid' },
        expiry: { status: 'valid' },
        cvc: { status: 'valid' },
        name: { status: 'valid' },
      },
      card: { number: '4111111111111111', month: '12', year: '2030', cvc: '123', name: 'Ada Lovelace' },
    });
  });

  it('is read from Arabic digits, and the name loses the space around it', () => {
    const draft = { number: '٤٢٠١٣٢٠١١١١١١٠١٠', expiry: '١/٣٠', cvc: '١٢٣', name: ' محمد ' };
    const { network: brand, card } = checkDraft(draft, rules);
    expect(brand).to.equal('mada');
    expect(card).to.deep.equal({
      number: '4201320111111010',
      month: '01',
      year: '2030',
      cvc: '123',
      name: 'محمد',
    });
  });

  it('is empty in every field at first', () => {
    const { fields, network: brand, card } = checkDraft({ number: '', expiry: '', cvc: '', name: '' }, rules);
    for (const field of fieldNames)
      expect(fields[field]).to.deep.equal({ status: 'empty', problem: 'empty' });
    expect(brand).to.be.undefined;
    expect(card).to.be.undefined;
  });

  const wrong: Partial<Draft>[] = [
    { number: '4111 1111 1111 1112' },
    { expiry: '04 / 26' },
    { cvc: '12' },
    { name: '' },
    { name: '4111111111111111' },
  ];
  for (const change of wrong) {
    it(`is no card with ${JSON.stringify(change)}, and the other fields stay valid`, () => {
      const { fields, card } = checkDraft({ ...good, ...change }, rules);
      expect(card).to.be.undefined;
      const [changed] = Object.keys(change);
      for (const field of fieldNames) expect(fields[field].status === 'valid').to.equal(field !== changed);
    });
  }

  it('wants four digits of security code with American Express', () => {
    const amex = { ...good, number: '340000000900000' };
    expect(checkDraft(amex, rules).fields.cvc.status).to.equal('incomplete');
    expect(checkDraft({ ...amex, cvc: '1234' }, rules).card?.cvc).to.equal('1234');
    expect(checkDraft({ ...good, cvc: '1234' }, rules).fields.cvc.status).to.equal('invalid');
  });

  it('follows the accepted networks and the mada prefixes that it is given', () => {
    expect(checkDraft(good, { ...rules, acceptedNetworks: ['mada'] }).fields.number.problem).to.equal(
      'unsupported',
    );
    const mada = parseMadaPrefixes(['411111']);
    expect(checkDraft(good, { ...rules, madaPrefixes: mada }).networks).to.deep.equal(['mada', 'visa']);
  });
});
