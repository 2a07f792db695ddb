import { expect } from '@open-wc/testing';
import type { CheckoutState } from '../../src/checkout/state.js';
import { PayError } from '../../src/error.js';
import { knownOf } from '../../src/form/known.js';
import type { Known } from '../../src/words/sentence.js';

const config = {} as Extract<CheckoutState, { phase: 'unknown' }>['config'];
const paymentId = '11111111-1111-4111-8111-111111111111';
const lost = { paymentId, intent: { id: 'i', clientSecret: 's' }, config, resent: true };
const offline = new PayError('network', 'This device is offline.');
const noIntent = new PayError('api', 'intent-url answered HTTP 500.', { field: 'intent-url' });
const around = { lazy: true, askable: true, closing: () => '12:34' };

const unknown = (status?: string, transaction_url?: string): CheckoutState => ({
  phase: 'unknown',
  outcome: {
    status: 'unknown',
    paymentId,
    ...(status ? { payment: { id: paymentId, status, source: { transaction_url } } } : {}),
  },
  config,
  attempt: undefined,
  asked: 0,
  missingSince: undefined,
});

describe('what a state lets the payer know', () => {
  const table: readonly (readonly [string, CheckoutState, Known | undefined])[] = [
    ['waiting', { phase: 'waiting' }, undefined],
    ['misconfigured', { phase: 'misconfigured', error: offline }, { is: 'misconfigured' }],
    ['ready', { phase: 'ready' }, undefined],
    ['ready, soon over', { phase: 'ready', closing: true }, { is: 'closing', time: '12:34' }],
    ['ready, a payment lost', { phase: 'ready', lost }, { is: 'lost' }],
    [
      'ready after an attempt without a connection',
      { phase: 'ready', error: offline },
      { is: 'ended', error: 'network', atShop: false, sent: 'maybe' },
    ],
    [
      'ready after an attempt that got no intent',
      { phase: 'ready', error: noIntent },
      { is: 'ended', error: 'api', atShop: true, sent: 'maybe' },
    ],
    [
      'ready after an error, a payment still lost',
      { phase: 'ready', error: offline, lost },
      { is: 'ended', error: 'network', atShop: false, sent: 'lost' },
    ],
    ['unknown', unknown(), { is: 'open', where: 'sent', askable: true, anotherWay: 'none' }],
    [
      'unknown, with the bank’s page to go to',
      unknown('initiated', 'https://bank.example/3ds'),
      { is: 'open', where: 'at-bank', askable: true, anotherWay: 'none' },
    ],
    [
      'unknown, with no page to go to',
      unknown('initiated'),
      { is: 'open', where: 'sent', askable: true, anotherWay: 'none' },
    ],
    ['expired by its time', { phase: 'expired', refused: false }, { is: 'expired' }],
    ['refused as used', { phase: 'expired', refused: true }, { is: 'spent' }],
  ];
  for (const [what, state, known] of table) {
    it(`${what}: ${known?.is ?? 'nothing'}`, () => {
      expect(knownOf(state, around)).to.deep.equal(known);
    });
  }

  for (const [lazy, next] of [
    [true, 'here'],
    [false, 'shop'],
  ] as const) {
    it(`after a failure the payer goes on ${next === 'here' ? 'in this form' : 'from the shop’s page'}`, () => {
      const outcome = { status: 'failed', paymentId } as const;
      expect(knownOf({ phase: 'failed', outcome, used: config }, { ...around, lazy })).to.deep.equal({
        is: 'settled',
        status: 'failed',
        payment: undefined,
        otherOpen: false,
        next,
      });
    });
  }
});
