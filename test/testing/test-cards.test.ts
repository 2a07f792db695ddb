import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardsOf, networks } from '../../demo/merchant/pages/playground/cards.js';
import { answers } from '../../src/sandbox/bank/answers.js';
import { cardsByNumber as played } from '../../src/sandbox/bank/cards.js';
import { testCards as listed } from '../../src/sandbox/bank/test-cards.js';
import { authResults, bankAnswers, completeCard, testCards } from '../../src/testing/test-cards.js';

/** What the sandbox makes of a card, by the name that it has here. */
const meanings: Readonly<Record<string, string>> = {
  approved: 'APPROVED',
  unspecifiedFailure: 'UNSPECIFIED FAILURE',
  insufficientFunds: 'INSUFFICIENT FUNDS',
  lostCard: 'DECLINED: LOST CARD',
  declined: 'DECLINED',
  expiredCard: 'DECLINED: EXPIRED CARD',
  exceedsLimit: 'DECLINED: EXCEEDS WITHDRAWAL LIMIT',
  stolenCard: 'DECLINED: STOLEN CARD',
  withoutChallenge: 'APPROVED',
  authenticationAttempted: '3DS: attempted but not available',
  authenticationError: '3DS service error occurred.',
  otherAuthenticationError: '3DS service error occurred.',
  notEnrolled: 'The card is not enrolled in 3DS service.',
  authenticationRejected: 'The authentication attempt was rejected by the issuer bank.',
  authenticationUnavailable: 'The authentication is unavailable',
};

describe('testCards', () => {
  for (const [network, cards] of Object.entries(testCards))
    it(`means what the sandbox makes of each card of ${network}`, () => {
      for (const [name, number] of Object.entries<string>({ ...cards })) {
        const card = played.get(number);
        assert.deepEqual(
          [card?.company, card?.decision.message, card?.needsChallenge],
          [network, meanings[name], name !== 'withoutChallenge'],
          name,
        );
      }
    });

  it('has every card that the sandbox knows', () => {
    const numbers = Object.values(testCards).flatMap((cards) => Object.values(cards as object));
    assert.deepEqual(numbers.sort(), [...played.keys()].sort());
  });
});

it('the playground offers every card that the sandbox plays, and says how each ends', () => {
  const offered = networks.flatMap((network) => cardsOf(network, listed as never));
  assert.deepEqual(offered.map(({ number }) => number).sort(), [...played.keys()].sort());
  for (const { number, network, result, code, challenged } of offered) {
    const card = played.get(number);
    assert.deepEqual(
      [network, code, challenged, result.startsWith('Approved')],
      [card?.company, card?.decision.code, card?.needsChallenge, card?.decision.approved],
      result,
    );
  }
});

it('bankAnswers are sent as the answers of the sandbox’s bank', () => {
  assert.deepEqual(
    bankAnswers.map((answer) => authResults[answer]),
    answers.map(({ value }) => value),
  );
});

describe('completeCard', () => {
  it('gives American Express four digits of code, and the others three', () => {
    assert.equal(completeCard(testCards.amex.approved).code, '1234');
    assert.equal(completeCard(testCards.mada.approved).code, '123');
  });

  it('keeps what a test has chosen', () => {
    const card = { number: testCards.visa.approved, name: 'نورة', expiry: '01/39' };
    assert.deepEqual(completeCard(card), { ...card, code: '123' });
  });
});
