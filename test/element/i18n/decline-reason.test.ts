import { expect } from 'chai';
import { describe, it } from 'node:test';
import { getDeclineReason } from '../../../src/element/i18n/decline-reason.js';
import { answers } from '../../../src/sandbox/bank/answers.js';
import type { PaymentSource } from '../../../src/wire/source.js';

const reason = (source: PaymentSource) => getDeclineReason({ id: 'p', status: 'failed', source });

describe('getDeclineReason', () => {
  for (const [code, expected] of [
    ['51', 'insufficient_funds'],
    ['54', 'expired_card'],
    ['33', 'expired_card'],
    ['61', 'limit'],
    ['65', 'limit'],
    ['57', 'not_permitted'],
    ['62', 'not_permitted'],
    ['14', 'wrong_number'],
    ['82', 'security_code'],
    ['91', 'issuer_unavailable'],
    ['05', 'declined'],
    ['99', 'declined'],
    ['constructor', 'declined'],
  ] as const) {
    it(`maps response code ${code} to ${expected}`, () => {
      expect(reason({ response_code: code })).to.equal(expected);
    });
  }

  for (const code of ['41', '43']) {
    it(`gives code ${code} (lost, stolen) the neutral sentence, whatever the message says`, () => {
      expect(reason({ response_code: code, message: 'DECLINED: STOLEN CARD' })).to.equal('declined');
    });
  }

  for (const [message, expected] of [
    ['The card is not enrolled in 3DS service.', 'not_enrolled'],
    ['3DS service error occurred.', 'authentication'],
    ['The authentication attempt was rejected by the issuer bank.', 'authentication'],
    ['3D Secure failed', 'authentication'],
    ['DECLINED', 'declined'],
    ['Declined, reference 7c3d5e', 'declined'],
  ] as const) {
    it(`maps "${message}" without a code to ${expected}`, () => {
      expect(reason({ message })).to.equal(expected);
    });
  }

  for (const { label, failure } of answers.filter((answer) => answer.failure !== undefined)) {
    it(`does not say that the bank declined when the challenge ended as "${label}"`, () => {
      expect(reason({ message: failure?.message ?? null })).to.equal('authentication');
    });
  }

  it('knows nothing of a payment without a source', () => {
    expect(getDeclineReason(undefined)).to.equal('declined');
    expect(getDeclineReason({ id: 'p', status: 'failed' })).to.equal('declined');
  });
});
