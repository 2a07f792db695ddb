import { expect } from 'chai';
import { describe, it } from 'node:test';
import { PayError } from '../../../src/error.js';
import type { Config } from '../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { Model } from '../../../src/element/checkout/state.js';
import {
  type Timed,
  allowed,
  answered,
  attempt,
  error,
  failed,
  initiated,
  locked,
  now,
  of,
  paid,
  paymentId,
  play,
  ready,
  readyWith,
  refusal,
  refused,
  savedStages,
  sending,
  submit,
  types,
  intent,
  submitFresh,
} from './cases.js';
import { askableLazy, complete, lazyConfig as lazy, secretConfig as plain } from './world.js';

const used = answered({ ...refusal, intentStatus: 'used' });
const verified = (payment?: CheckoutPayment): Timed => ({ type: 'verified', paymentId, payment });

describe('a refusal', () => {
  it('is told at once where nobody can be asked, and the intent is kept', () => {
    for (const config of [plain, lazy]) {
      const { state, effects } = play(sending(config), refused);
      expect(state).to.deep.equal({ phase: 'ready', error, held: attempt(config, 'refused') });
      expect(savedStages(effects)).to.deep.equal([]);
      expect(types(effects)).to.deep.equal(['emit-error', 'reject-submit']);
    }
  });

  for (const [what, payment, phase] of [
    ['paid', paid, 'paid'],
    ['declined', failed, 'failed'],
    ['waiting at the bank', initiated, 'redirecting'],
    ['in a status that is not known', { id: paymentId, status: 'limbo' }, 'unknown'],
    ['not there', undefined, 'ready'],
  ] as const) {
    it(`is held back until the status source was asked: the payment is ${what}, so ${phase}`, () => {
      const first = play(sending(askableLazy), refused);
      expect(types(first.effects)).to.deep.equal(['verify']);
      const { state, effects } = play(first.model, verified(payment));
      expect(state.phase).to.equal(phase);
      expect(of(effects, 'resolve-submit').length + of(effects, 'reject-submit').length).to.equal(1);
      expect(of(effects, 'reject-submit')).to.have.length(phase === 'ready' ? 1 : 0);
    });
  }

  it('of a used intent leaves the payer to decide where nobody can be asked', () => {
    const { state } = play(sending(lazy), used);
    expect(state).to.deep.include({ phase: 'unknown', intentStatus: 'used', anotherWay: 'offered' });
  });

  it('of a plain secret at its first try, with nobody to ask, sends the payer to the shop', () => {
    const { state, effects } = play(sending(plain), used);
    expect(state).to.deep.equal({ phase: 'expired', mayBePaid: true });
    expect(types(effects)).to.deep.equal(['clear', 'emit-error', 'reject-submit']);
    expect(of(effects, 'reject-submit')[0]?.error).to.include({
      code: 'expired',
      retryable: false,
      cause: error,
    });
  });

  it('of a used id leaves it unknown, also of a plain secret at its first try', () => {
    const { state } = play(sending(plain), answered({ ...refusal, intentStatus: 'used', isIdUsed: true }));
    expect(state).to.deep.include({ phase: 'unknown', intentStatus: 'used' });
  });

  it('as used of what got lost means that the lost one has arrived', () => {
    expect(play(sending(plain, 'lost'), used).state).to.deep.include({
      phase: 'unknown',
      intentStatus: 'used',
    });
  });

  it('is not sent again at a price that is no longer shown: first it must be known that it was never charged', () => {
    const dearer: Config = { ...askableLazy, price: { amount: 20_000, currency: 'SAR' } };
    const model: Model = { ...readyWith(askableLazy, 'refused'), setup: complete(dearer) };
    const { state, effects } = play(model, submitFresh);
    expect(state).to.deep.include({ phase: 'unknown', attempt: undefined });
    expect(of(effects, 'resolve-submit')[0]?.outcome).to.deep.equal({ status: 'unknown', paymentId });
    expect(of(effects, 'lock')).to.deep.equal([]);
  });

  it('of a wrong key is followed by a try with the page’s new one, on the same intent', () => {
    const right: Config = { ...lazy, publishableKey: 'pk_test_2' };
    const model: Model = { ...readyWith(lazy, 'refused'), setup: complete(right) };
    const { effects } = play(model, submit, locked());
    expect(of(effects, 'announce')[0]?.attempt).to.deep.equal({ ...attempt(lazy, 'refused'), config: right });
  });
});

describe('an answer', () => {
  it('that is paid tells where to go, clears the card, and is saved for the other tabs', () => {
    const good = { status: 'paid', paymentId, payment: paid } as const;
    for (const config of [plain, lazy]) {
      expect(play(sending(config), answered({ kind: 'payment', payment: paid })).effects).to.deep.equal([
        { type: 'clear', what: 'card' },
        { type: 'save-attempt', config, paymentId, stage: 'paid', replacesPaid: true },
        { type: 'resolve-submit', outcome: good },
        {
          type: 'emit-outcome',
          outcome: good,
          next: `https://shop.example/back?id=${paymentId}&status=paid&message=`,
        },
      ]);
    }
  });

  it('that is declined goes nowhere, and keeps the card but not the code where the payer can try again', () => {
    const declined: CheckoutPayment = { ...failed, callback_url: 'https://shop.example/back' };
    const bad = { status: 'failed', paymentId, payment: declined } as const;
    for (const [config, what] of [
      [plain, 'card'],
      [lazy, 'security-code'],
    ] as const) {
      expect(play(sending(config), answered({ kind: 'payment', payment: declined })).effects).to.deep.equal([
        { type: 'clear', what },
        { type: 'save-attempt', config, paymentId, stage: 'free', replacesPaid: true },
        { type: 'resolve-submit', outcome: bad },
        { type: 'emit-outcome', outcome: bad, next: undefined },
      ]);
    }
  });

  it('under an id of the service’s own is what is remembered, and not the one that was announced', () => {
    const { effects } = play(
      sending(plain),
      answered({ kind: 'payment', payment: { ...paid, id: 'theirs' } }),
    );
    expect(of(effects, 'save-attempt').map((it) => [it.paymentId, it.stage])).to.deep.equal([
      [paymentId, 'free'],
      ['theirs', 'paid'],
    ]);
  });

  it('that the bank wants to ask about clears the card, is saved, and leaves', () => {
    const { state, effects } = play(sending(plain), answered({ kind: 'payment', payment: initiated }));
    const url = 'https://api.example.com/3ds';
    expect(state).to.deep.equal({
      phase: 'redirecting',
      config: plain,
      attempt: attempt(plain),
      url,
      payment: initiated,
      openSince: now,
    });
    expect(effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'save-attempt', config: plain, paymentId, stage: 'waiting' },
      { type: 'redirect', url, payment: initiated },
      { type: 'resolve-submit', outcome: { status: 'initiated', paymentId, payment: initiated } },
    ]);
  });
});

describe('the merchant’s server', () => {
  it('fixes terms of the order that go out with each try on its intent', () => {
    const terms = { metadata: { order: '7' } };
    const { effects, model } = play(ready(lazy), submit, locked(), {
      type: 'intent-fetched',
      paymentId,
      intent: { ...intent, terms },
    });
    expect(of(effects, 'announce')[0]?.attempt.intent.terms).to.equal(terms);
    const refusedOnce = play(model, allowed, answered(refusal));
    const again = play(refusedOnce.model, submit, locked(), allowed);
    expect(of(again.effects, 'send')[0]?.attempt.intent.terms).to.equal(terms);
  });

  it('asks for its challenge: the form is there again, and the developer is told what to build', () => {
    const error = new PayError('api', 'Show it.', {
      field: 'checkout-url',
      status: 403,
      type: 'challenge_required',
    });
    const { state, effects } = play(ready(lazy), submit, locked(), { type: 'stopped', paymentId, error });
    expect(state).to.deep.include({ phase: 'ready', error });
    expect(of(effects, 'advise-developer').map(({ advice }) => advice)).to.deep.equal(['Show it.']);
  });
});
