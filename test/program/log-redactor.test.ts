import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogRedactor } from '../../src/program/log-redactor.js';

const redact = createLogRedactor(['a secret of the shop']);

describe('createLogRedactor', () => {
  const redacted: readonly (readonly [what: string, text: string])[] = [
    ['a secret of the settings', 'a secret of the shop'],
    ['a secret of the settings inside an address', 'a%20secret%20of%20the%20shop'],
    ['a card of 12 digits', '501800000009'],
    ['a card of 15 digits', '340000000900505'],
    ['a card of 16 digits', '4201320111111010'],
    ['a card of 19 digits', '6250941006528599016'],
    ['a card with spaces', '4201 3201 1111 1010'],
    ['a card with dashes', '4201-3201-1111-1010'],
    ['a card with spaces that do not break', '4201\u00a03201\u00a01111\u00a01010'],
    ['a card with typographic dashes', '4201\u20133201\u20131111\u20131010'],
    ['a saved card', 'token_Xk29dPq81LmZ'],
  ];
  for (const [what, text] of redacted)
    it(`takes out ${what}`, () => assert.equal(redact(`"${text}"`), '"…"'));

  it('takes out a card that has other numbers before and after it', () =>
    assert.equal(redact('order 7 4201 3201 1111 1010 12'), 'order 7 … 12'));

  it('takes out a card at the end of a sentence, and after a dash', () =>
    assert.equal(redact('The card is 4201320111111010. -4201320111111010'), 'The card is …. -…'));

  it('takes out what lets anybody confirm a payment by STC Pay', () =>
    assert.equal(redact('/stc_pays/7/proceed?otp_token=Qd7k&a=b'), '/stc_pays/7/proceed?otp_token=…&a=b'));

  it('takes out both of two cards in a row', () =>
    assert.equal(redact('4201320111111010 4201-3201-1111-1010'), '… …'));

  const kept = [
    '1234567890123',
    '2026112700012345',
    '1000000000000000001',
    '42013201111110100000000000',
    '0b8f6c1e-4201-4320-8111-111110100000',
    '1.4201320111111010',
    '4201320111111010.5',
    'token_not_active',
  ];
  for (const text of kept) it(`keeps ${text}`, () => assert.equal(redact(`"${text}"`), `"${text}"`));
});
