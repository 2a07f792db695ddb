import { expect } from '@open-wc/testing';
import type { Config } from '../../src/checkout/config.js';
import type { Attempt } from '../../src/checkout/ports.js';
import type { CheckoutEvent, CheckoutState, Effect, Model } from '../../src/checkout/state.js';
import { grace, notice, transition } from '../../src/checkout/transition.js';
import { PayError } from '../../src/error.js';
import type { Payment } from '../../src/wire/payment.js';
import {
  askable as asked,
  complete,
  intent,
  lazyConfig as lazy,
  missing,
  secretConfig as plain,
  wrong,
} from './world.js';

const now = 1_000_000;
const paymentId = '11111111-1111-4111-8111-111111111111';

const other: Config = {
  ...plain,
  source: { kind: 'secret', clientSecret: 'pi_secret_2', intentId: undefined },
};

const attempt = (config: Config, resent = false): Attempt => ({
  paymentId,
  intent: { id: undefined, clientSecret: 'pi_secret_1' },
  config,
  resent,
});
const paid: Payment = { id: paymentId, status: 'paid', callback_url: 'https://shop.example/back' };
const failed: Payment = { id: paymentId, status: 'failed' };
const initiated: Payment = {
  id: paymentId,
  status: 'initiated',
  source: { transaction_url: 'https://bank.example/3ds' },
};
const error = new PayError('api', 'refused');

const states = (config: Config): readonly CheckoutState[] => [
  { phase: 'waiting' },
  { phase: 'misconfigured', error },
  { phase: 'ready' },
  { phase: 'ready', error },
  { phase: 'ready', lost: attempt(config) },
  { phase: 'paying', step: 'fetching-intent', paymentId, config },
  { phase: 'paying', step: 'announcing', paymentId, config, attempt: attempt(config) },
  { phase: 'paying', step: 'sending', paymentId, config, attempt: attempt(config) },
  { phase: 'paying', step: 'sending', paymentId, config, attempt: attempt(config, true) },
  { phase: 'paying', step: 'verifying', paymentId, config, attempt: attempt(config), error },
  {
    phase: 'redirecting',
    config,
    attempt: attempt(config),
    url: 'https://bank.example/3ds',
    payment: initiated,
  },
  { phase: 'paid', outcome: { status: 'paid', paymentId, payment: paid }, used: config },
  { phase: 'authorized', outcome: { status: 'authorized', paymentId }, used: config },
  { phase: 'failed', outcome: { status: 'failed', paymentId, payment: failed }, used: config },
  {
    phase: 'unknown',
    outcome: { status: 'unknown', paymentId },
    config,
    attempt: attempt(config),
    asked: 0,
    missingSince: undefined,
  },
  { phase: 'expired', refused: false },
];

const events: readonly CheckoutEvent[] = [
  { type: 'configured', setup: complete(plain), sent: undefined, now },
  { type: 'configured', setup: complete(lazy), sent: undefined, now },
  { type: 'configured', setup: complete(other), sent: undefined, now },
  { type: 'configured', setup: complete(plain), sent: paymentId, now },
  { type: 'configured', setup: wrong, sent: undefined, now },
  { type: 'configured', setup: missing, sent: undefined, now },
  { type: 'patience-ended' },
  { type: 'submitted', paymentId, now },
  { type: 'intent-fetched', paymentId, intent },
  { type: 'stopped', paymentId, error },
  { type: 'allowed', paymentId },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: paid } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: failed } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: initiated } },
  { type: 'answered', paymentId, answer: { kind: 'payment', payment: { id: paymentId, status: 'limbo' } } },
  { type: 'answered', paymentId, answer: { kind: 'refused', used: false, error } },
  { type: 'answered', paymentId, answer: { kind: 'refused', used: true, error } },
  { type: 'answered', paymentId, answer: { kind: 'unsent', error } },
  { type: 'answered', paymentId, answer: { kind: 'silent' } },
  { type: 'answered', paymentId: 'another', answer: { kind: 'payment', payment: failed } },
  { type: 'verified', paymentId, answer: { payment: paid } },
  { type: 'verified', paymentId, answer: { payment: undefined } },
  { type: 'verified', paymentId, answer: 'nothing' },
  { type: 'came-back' },
  { type: 'continued' },
  { type: 'status-answered', paymentId, payment: paid, now },
  { type: 'status-answered', paymentId, payment: undefined, now },
  { type: 'status-answered', paymentId: 'another', payment: failed, now },
  { type: 'status-failed', paymentId },
  { type: 'time-passed', now },
  { type: 'reset' },
];

const of = <T extends Effect['type']>(effects: readonly Effect[], type: T) =>
  effects.filter((effect): effect is Extract<Effect, { type: T }> => effect.type === type);

function play(
  model: Model,
  ...played: CheckoutEvent[]
): { state: CheckoutState; effects: Effect[]; model: Model } {
  const effects: Effect[] = [];
  for (const event of played) {
    const step = transition(model, event);
    model = step.model;
    effects.push(...step.effects);
  }
  return { state: model.state, effects, model };
}

const ready = (config: Config): Model => ({ setup: complete(config), state: { phase: 'ready' } });
const sending = (config: Config, resent = false): Model => ({
  setup: complete(config),
  state: { phase: 'paying', step: 'sending', paymentId, config, attempt: attempt(config, resent) },
});
const answered = (answer: Extract<CheckoutEvent, { type: 'answered' }>['answer']): CheckoutEvent => ({
  type: 'answered',
  paymentId,
  answer,
});

describe('every state with every event', () => {
  for (const config of [plain, lazy, asked]) {
    for (const state of states(config)) {
      const name = `${JSON.stringify(state.phase)}, ${config.source.kind}, status ${config.status.kind}`;
      const pairs = events.map((event) => ({
        event,
        what: JSON.stringify(event),
        ...transition({ setup: complete(config), state }, event),
      }));
      const open = state.phase === 'unknown' || (state.phase === 'ready' && state.lost !== undefined);

      it(`${name}: sends only what was announced and allowed`, () => {
        const step = state.phase === 'paying' ? state.step : undefined;
        for (const { event, what, effects } of pairs) {
          const wanted = event.type === 'allowed' && step === 'announcing' ? 1 : 0;
          expect(of(effects, 'send').length, what).to.equal(wanted);
        }
      });
      it(`${name}: asks for no fresh intent while an outcome is open`, () => {
        for (const { what, model, effects } of pairs.filter(() => open)) {
          expect(of(effects, 'fetch-intent'), what).to.deep.equal([]);
          if (model.state.phase === 'paying') expect(model.state.paymentId, what).to.equal(paymentId);
        }
      });
      it(`${name}: is settled only by the word of the service or of the merchant's server`, () => {
        for (const { event, what, model } of pairs) {
          const { phase } = model.state;
          const settled = phase === 'paid' || phase === 'authorized' || phase === 'failed';
          const told =
            (event.type === 'answered' && event.answer.kind === 'payment') ||
            event.type === 'verified' ||
            (event.type === 'status-answered' && event.payment !== undefined);
          if (settled && phase !== state.phase) expect(told, what).to.equal(true);
        }
      });
      it(`${name}: settles what submit() promised at most once`, () => {
        for (const { what, effects } of pairs) {
          expect(of(effects, 'resolve').length + of(effects, 'reject').length, what).to.be.at.most(1);
        }
      });
    }
  }
});

describe('an attempt', () => {
  it('is announced before it is remembered and sent', () => {
    const { effects } = play(
      ready(plain),
      { type: 'submitted', paymentId, now },
      { type: 'allowed', paymentId },
    );
    expect(effects.map(({ type }) => type)).to.deep.equal(['announce', 'remember', 'send']);
  });

  it('with a lazy intent fetches it first', () => {
    const { effects } = play(
      ready(lazy),
      { type: 'submitted', paymentId, now },
      { type: 'intent-fetched', paymentId, intent },
      { type: 'allowed', paymentId },
    );
    expect(effects.map(({ type }) => type)).to.deep.equal(['fetch-intent', 'announce', 'remember', 'send']);
    expect(of(effects, 'send')[0]?.attempt.intent).to.deep.equal({ id: 'i1', clientSecret: 'pi_secret_9' });
  });

  for (const over of [
    { amount: 10_001 },
    { amount: undefined },
    { currency: 'USD' },
    { currency: undefined },
  ]) {
    it(`is stopped when the intent says ${JSON.stringify(over)} and not what is shown`, () => {
      const { state, effects } = play(
        ready(lazy),
        { type: 'submitted', paymentId, now },
        { type: 'intent-fetched', paymentId, intent: { ...intent, ...over } },
      );
      expect(state.phase).to.equal('ready');
      expect(of(effects, 'reject')[0]?.error.code).to.equal('configuration');
      expect(of(effects, 'announce')).to.deep.equal([]);
    });
  }

  it('that is paid tells where to go, and clears the card', () => {
    const { state, effects } = play(sending(plain), answered({ kind: 'payment', payment: paid }));
    expect(state.phase).to.equal('paid');
    expect(of(effects, 'tell-outcome')[0]?.next).to.match(/^https:\/\/shop\.example\/back\?id=/);
    expect(of(effects, 'clear')).to.deep.equal([{ type: 'clear', what: 'card' }]);
  });

  it('that fails keeps the card but not the code where the payer can try again', () => {
    const { effects } = play(sending(lazy), answered({ kind: 'payment', payment: failed }));
    expect(of(effects, 'clear')).to.deep.equal([{ type: 'clear', what: 'security-code' }]);
    expect(of(effects, 'tell-outcome')[0]?.next).to.equal(undefined);
  });

  it('on a used intent ends expired with a plain secret, and ready with a lazy one', () => {
    const refused = answered({ kind: 'refused', used: true, error });
    expect(play(sending(plain), refused).state.phase).to.equal('expired');
    const { state, effects } = play(sending(lazy), refused);
    expect(state.phase).to.equal('ready');
    expect(of(effects, 'reject')[0]?.error).to.include({ code: 'expired', retryable: true });
    expect(of(effects, 'fetch-intent')).to.deep.equal([]);
  });
});

describe('an intent that is refused as used', () => {
  const askedLazily: Config = { ...lazy, status: asked.status };
  const used = answered({ kind: 'refused', used: true, error });
  const verified = (answer: Extract<CheckoutEvent, { type: 'verified' }>['answer']): CheckoutEvent => ({
    type: 'verified',
    paymentId,
    answer,
  });

  for (const [what, answer, phase] of [
    ['was used by this very payment', { payment: paid }, 'paid'],
    ['was used by this payment, which waits at the bank', { payment: initiated }, 'redirecting'],
    ['was used by another payment', { payment: undefined }, 'ready'],
    ['was used by nobody knows whom', 'nothing', 'unknown'],
  ] as const) {
    it(`${what}: ${phase}, and no fresh intent on its own`, () => {
      const { state, effects } = play(sending(askedLazily), used, verified(answer));
      expect(state.phase).to.equal(phase);
      expect(of(effects, 'verify')).to.have.length(1);
      expect(of(effects, 'fetch-intent')).to.deep.equal([]);
      expect(of(effects, 'resolve').length + of(effects, 'reject').length).to.equal(1);
    });
  }
});

describe('an unknown outcome', () => {
  const silent = answered({ kind: 'silent' });

  it('asks nobody when there is nobody to ask, and clears the card', () => {
    const { state, effects } = play(sending(plain), silent);
    expect(state.phase).to.equal('unknown');
    expect(effects.map(({ type }) => type)).to.deep.equal(['clear', 'resolve', 'tell-outcome']);
  });

  it('asks the merchant’s server, again and again, until the payment is final', () => {
    const first = play(sending(asked), silent);
    expect(of(first.effects, 'ask-status')[0]?.asked).to.equal(0);
    const second = play(first.model, { type: 'status-failed', paymentId });
    expect(of(second.effects, 'ask-status')[0]?.asked).to.equal(1);
    const third = play(second.model, { type: 'status-answered', paymentId, payment: initiated, now });
    expect(of(third.effects, 'ask-status')[0]?.asked).to.equal(2);
    const last = play(third.model, { type: 'status-answered', paymentId, payment: paid, now });
    expect(last.state.phase).to.equal('paid');
    expect(of(last.effects, 'resolve')).to.deep.equal([]);
  });

  const gone = (at: number): CheckoutEvent => ({
    type: 'status-answered',
    paymentId,
    payment: undefined,
    now: at,
  });

  it('lets the payer send again only after the grace period, the same payment on the same intent', () => {
    const early = play(sending(asked), silent, gone(now), gone(now + grace - 1));
    expect(early.state.phase).to.equal('unknown');
    const late = play(early.model, gone(now + grace));
    expect(late.state).to.include({ phase: 'ready' });
    const again = play(
      late.model,
      { type: 'submitted', paymentId: 'fresh', now },
      { type: 'allowed', paymentId },
    );
    const [send] = of(again.effects, 'send');
    expect(send?.attempt).to.deep.include({ paymentId, resent: true, intent: attempt(asked).intent });
  });

  it('is not ended by "no such payment" when the service has answered with one', () => {
    const limbo = answered({ kind: 'payment', payment: { id: paymentId, status: 'limbo' } });
    expect(play(sending(asked), limbo, gone(now), gone(now + grace)).state.phase).to.equal('unknown');
  });

  it('stays unknown when the intent turns out to be used by the payment that got lost', () => {
    const used = answered({ kind: 'refused', used: true, error });
    const missing: CheckoutEvent = { type: 'verified', paymentId, answer: { payment: undefined } };
    expect(play(sending(plain, true), used).state.phase).to.equal('unknown');
    expect(play(sending(asked, true), used, missing).state.phase).to.equal('unknown');
  });

  it('is not overtaken by a new secret', () => {
    const { state } = play(
      sending(plain),
      silent,
      { type: 'configured', setup: complete(other), sent: undefined, now },
      { type: 'submitted', paymentId: 'fresh', now },
    );
    expect(state.phase).to.equal('unknown');
  });

  it('is what a reload finds when memory knows the intent', () => {
    const { state, effects } = play(
      { setup: missing, state: { phase: 'waiting' } },
      { type: 'configured', setup: complete(asked), sent: paymentId, now },
    );
    expect(state).to.deep.include({ phase: 'unknown', outcome: { status: 'unknown', paymentId } });
    expect(of(effects, 'ask-status')).to.have.length(1);
  });

  it('is what the payer comes back to from the bank', () => {
    const { state, effects } = play(sending(asked), answered({ kind: 'payment', payment: initiated }), {
      type: 'came-back',
    });
    expect(state.phase).to.equal('unknown');
    expect(of(effects, 'resolve')).to.have.length(1);
    expect(of(effects, 'ask-status')).to.have.length(1);
  });
});

describe('a payment that waits at the bank', () => {
  it('can be finished there, as the same payment', () => {
    const { state, effects } = play(
      sending(asked),
      answered({ kind: 'silent' }),
      { type: 'status-answered', paymentId, payment: initiated, now },
      { type: 'continued' },
    );
    expect(state.phase).to.equal('redirecting');
    expect(of(effects, 'redirect')).to.deep.equal([
      { type: 'redirect', url: 'https://bank.example/3ds', payment: initiated },
    ]);
  });

  it('cannot where the bank asks nothing', () => {
    const { state } = play(sending(asked), answered({ kind: 'silent' }), { type: 'continued' });
    expect(state.phase).to.equal('unknown');
  });
});

describe('expiry', () => {
  const ending: Config = { ...plain, expiresAt: now + notice + 1 };

  it('is said in time, and then ends the form', () => {
    const { model } = play(
      { setup: missing, state: { phase: 'waiting' } },
      { type: 'configured', setup: complete(ending), sent: undefined, now },
    );
    expect(play(model, { type: 'time-passed', now }).state).to.deep.equal({ phase: 'ready' });
    expect(play(model, { type: 'time-passed', now: now + 1 }).state).to.deep.equal({
      phase: 'ready',
      closing: true,
    });
    expect(play(model, { type: 'time-passed', now: now + notice + 1 }).state.phase).to.equal('expired');
  });

  it('refuses a secret that is past from the start', () => {
    const past = { ...plain, expiresAt: now };
    const { state } = play(
      { setup: missing, state: { phase: 'waiting' } },
      { type: 'configured', setup: complete(past), sent: undefined, now },
    );
    expect(state.phase).to.equal('expired');
  });

  it('does not matter where a fresh intent is made for each payment', () => {
    const { state } = play(
      { setup: missing, state: { phase: 'waiting' } },
      { type: 'configured', setup: complete({ ...lazy, expiresAt: now }), sent: undefined, now },
    );
    expect(state.phase).to.equal('ready');
  });
});
