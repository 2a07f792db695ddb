import { expect } from '@open-wc/testing';
import { claimOf } from '../../src/checkout/claim.js';
import type { Model } from '../../src/checkout/state.js';
import { attempt, error, failed, initiated, paymentId, states, unknown } from './cases.js';
import { lazyConfig as lazy } from './world.js';

const declined = (status: string, setAside?: string): Pick<Model, 'state' | 'setAside'> => ({
  state: {
    phase: 'failed',
    outcome: { status: 'failed', paymentId, payment: { ...failed, status } },
    used: lazy,
  },
  ...(setAside ? { setAside } : {}),
});

describe('what may be said about money', () => {
  for (const [what, model, said] of [
    ['a decline that the service told', declined('failed'), 'not-charged'],
    ['a decline beside a payment that was set aside', declined('failed', 'p9'), 'nothing'],
    ['a payment that was voided', declined('voided'), 'nothing'],
    ['a refusal', { state: { phase: 'ready', error, held: attempt(lazy, 'refused') } }, 'nothing'],
    ['an attempt that was stopped', { state: { phase: 'ready', error, held: attempt(lazy) } }, 'nothing'],
    ['a payment that never arrived', { state: { phase: 'ready', held: attempt(lazy, 'lost') } }, 'only-once'],
    [
      'the same, and an error',
      { state: { phase: 'ready', error, held: attempt(lazy, 'lost') } },
      'only-once',
    ],
    ['an open payment', { state: unknown(lazy) }, 'do-not-pay-again'],
    [
      'a payment at the bank',
      { state: unknown(lazy, { outcome: { status: 'unknown', paymentId, payment: initiated } }) },
      'waits-at-bank',
    ],
    ['an intent that was refused', { state: { phase: 'expired', refused: true } }, 'do-not-pay-again'],
    ['time that ran out', { state: { phase: 'expired', refused: false } }, 'nothing'],
  ] as const) {
    it(`after ${what}: ${said}`, () => expect(claimOf(model)).to.equal(said));
  }

  it('of anything else is nothing', () => {
    const quiet = ['waiting', 'misconfigured', 'paying', 'redirecting', 'paid', 'authorized'];
    for (const state of states(lazy).filter(({ phase }) => quiet.includes(phase))) {
      expect(claimOf({ state }), state.phase).to.equal('nothing');
    }
  });
});
