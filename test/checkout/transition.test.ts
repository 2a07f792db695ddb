import { expect } from '@open-wc/testing';
import type { Config, Setup } from '../../src/checkout/config.js';
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

describe('an event that does not fit the state', () => {
  const timeless: Config = { ...lazy, expiresAt: now };
  const ended: Config = { ...asked, expiresAt: now };
  /** The events that mean something, by the phase, or by the step of paying. */
  const fitting: Readonly<Record<string, readonly CheckoutEvent['type'][]>> = {
    waiting: ['configured', 'patience-ended'],
    misconfigured: ['configured'],
    ready: ['configured', 'submitted', 'time-passed', 'reset'],
    'fetching-intent': ['configured', 'intent-fetched', 'stopped'],
    announcing: ['configured', 'stopped', 'allowed'],
    sending: ['configured', 'stopped', 'answered'],
    verifying: ['configured', 'stopped', 'verified'],
    redirecting: ['configured', 'came-back'],
    paid: ['configured'],
    authorized: ['configured'],
    failed: ['configured', 'submitted', 'reset'],
    unknown: ['configured', 'status-answered', 'status-failed'],
    expired: ['configured'],
  };
  const payment: Payment = { id: paymentId, status: 'limbo' };
  const all: readonly CheckoutEvent[] = [...events, { type: 'status-answered', paymentId, payment, now }];

  for (const config of [plain, lazy, asked, timeless, ended]) {
    for (const state of states(config)) {
      const step = state.phase === 'paying' ? state.step : state.phase;
      const lost = state.phase === 'ready' && state.lost ? ', lost' : '';
      const ends = config.expiresAt === undefined ? '' : ', at its end';

      it(`changes nothing: ${step}${lost}, ${config.source.kind}, status ${config.status.kind}${ends}`, () => {
        const model = { setup: complete(config), state };
        for (const event of all.filter(({ type }) => !fitting[step]?.includes(type))) {
          const { model: after, effects } = transition(model, event);
          expect(after, event.type).to.equal(model);
          expect(effects, event.type).to.deep.equal([]);
        }
      });
    }
  }

  for (const [what, event] of [
    ['patience that ends with all values there', { type: 'patience-ended' }],
    ['a challenge to go on with', { type: 'continued' }],
  ] as const) {
    it(`changes nothing while values are waited for: ${what}`, () => {
      const model: Model = { setup: complete(plain), state: { phase: 'waiting' } };
      expect(transition(model, event)).to.deep.equal({ model, effects: [] });
    });
  }

  const about: readonly CheckoutEvent[] = [
    { type: 'intent-fetched', paymentId: 'another', intent },
    { type: 'stopped', paymentId: 'another', error },
    { type: 'allowed', paymentId: 'another' },
    { type: 'answered', paymentId: 'another', answer: { kind: 'payment', payment: paid } },
    { type: 'verified', paymentId: 'another', answer: { payment: paid } },
    { type: 'status-answered', paymentId: 'another', payment: paid, now },
    { type: 'status-failed', paymentId: 'another' },
  ];
  for (const event of about) {
    it(`changes nothing: ${event.type} for another payment`, () => {
      for (const state of states(asked)) {
        const model = { setup: complete(asked), state };
        expect(transition(model, event), state.phase).to.deep.equal({ model, effects: [] });
      }
    });
  }

  for (const setup of [missing, wrong, complete(lazy)]) {
    it(`keeps a payment that got lost, and sends that one again, with values that are ${setup.kind}`, () => {
      const lost = attempt(plain);
      const before: Model = { setup: complete(plain), state: { phase: 'ready', lost } };
      const told = transition(before, { type: 'configured', setup, sent: undefined, now });
      expect(told).to.deep.equal({ model: { ...before, setup }, effects: [] });
      const again = transition(told.model, { type: 'submitted', paymentId: 'another', now });
      expect(again.effects).to.deep.equal([{ type: 'announce', attempt: { ...lost, resent: true } }]);
    });
  }

  for (const setup of [missing, wrong]) {
    it(`changes nothing while values are ${setup.kind}: paying, time, starting over, the end of patience`, () => {
      for (const state of states(lazy)) {
        const model = { setup, state };
        const late: CheckoutEvent[] = [{ type: 'time-passed', now }];
        const open = state.phase === 'ready' && state.lost !== undefined;
        if (!open) late.push({ type: 'submitted', paymentId, now });
        if (state.phase !== 'ready') late.push({ type: 'reset' });
        if (state.phase !== 'waiting') late.push({ type: 'patience-ended' });
        for (const event of late) {
          expect(transition(model, event), `${state.phase}, ${event.type}`).to.deep.equal({
            model,
            effects: [],
          });
        }
      }
    });
  }
});

describe('what the page sets', () => {
  const configured = (setup: Setup, sent?: string, at = now): CheckoutEvent => ({
    type: 'configured',
    setup,
    sent,
    now: at,
  });
  const waiting: Model = { setup: missing, state: { phase: 'waiting' } };

  it('does not disturb what is under way, and is kept for later', () => {
    const under = states(plain).filter(({ phase }) => ['paying', 'redirecting', 'unknown'].includes(phase));
    expect(under).to.have.length(7);
    for (const state of under) {
      for (const setup of [complete(other), missing, wrong]) {
        const step = transition({ setup: complete(plain), state }, configured(setup, paymentId));
        expect(step, state.phase).to.deep.equal({ model: { setup, state }, effects: [] });
      }
    }
  });

  const from = (source: Config['source']): Config => ({ ...plain, source });
  const secret = from({ kind: 'secret', clientSecret: 'pi_secret_1', intentId: 'i1' });
  const secondSecret = from({ kind: 'secret', clientSecret: 'pi_secret_2', intentId: 'i1' });
  const url = from({ kind: 'url', url: 'https://shop.example/intent' });
  const secondUrl = from({ kind: 'url', url: 'https://shop.example/other' });
  const call = from({ kind: 'function', fetchIntent: () => Promise.resolve() });
  const secondCall = from({ kind: 'function', fetchIntent: () => Promise.resolve() });
  for (const [what, used, next, fresh] of [
    ['the same secret', secret, { ...secret, timeout: 1 }, false],
    ['another secret', secret, secondSecret, true],
    ['an intent-url instead of the secret', secret, url, true],
    ['a fetchIntent instead of the secret', secret, call, true],
    ['the same intent-url', url, { ...url, timeout: 1 }, false],
    ['another intent-url', url, secondUrl, true],
    ['a secret instead of the intent-url', url, secret, true],
    ['a fetchIntent instead of the intent-url', url, call, true],
    // A framework's template makes a new function each time that it renders.
    ['another fetchIntent', call, secondCall, false],
    ['a secret instead of the fetchIntent', call, secret, true],
    ['an intent-url instead of the fetchIntent', call, url, true],
  ] as const) {
    it(`after an outcome ${fresh ? 'makes the form ready again' : 'leaves the outcome'}: ${what}`, () => {
      for (const phase of ['paid', 'authorized', 'failed'] as const) {
        const state: CheckoutState = { phase, outcome: { status: phase, paymentId }, used };
        const step = transition({ setup: complete(used), state }, configured(complete(next)));
        expect(step, phase).to.deep.equal({
          model: { setup: complete(next), state: fresh ? { phase: 'ready' } : state },
          effects: fresh ? [{ type: 'tell-ready' }] : [],
        });
      }
    });
  }

  it('after an outcome leaves the outcome while it is missing or wrong', () => {
    for (const setup of [missing, wrong]) {
      const state: CheckoutState = { phase: 'paid', outcome: { status: 'paid', paymentId }, used: plain };
      const step = transition({ setup: complete(plain), state }, configured(setup));
      expect(step).to.deep.equal({ model: { setup, state }, effects: [] });
    }
  });

  it('makes the form ready once, and says so once', () => {
    const first = transition(waiting, configured(complete(plain)));
    expect(first).to.deep.equal({ model: ready(plain), effects: [{ type: 'tell-ready' }] });
    const second = transition(first.model, configured(complete(other)));
    expect(second.model.state).to.include({ phase: 'ready' });
    expect(second.effects).to.deep.equal([]);
  });

  it('again leaves what was said about the last attempt', () => {
    const { state } = play(
      { setup: complete(plain), state: { phase: 'ready', error } },
      configured(complete(plain)),
    );
    expect(state).to.include({ phase: 'ready', error });
  });

  it('makes an intent that ends be watched, and a later end takes back that it ends soon', () => {
    const soon = { ...plain, expiresAt: now + 1 };
    const first = play(waiting, configured(complete(soon)));
    expect(first.effects).to.deep.equal([{ type: 'tell-ready' }, { type: 'watch-expiry', at: now + 1 }]);
    const closing = play(first.model, { type: 'time-passed', now });
    expect(closing.state).to.deep.equal({ phase: 'ready', closing: true });
    const later = play(closing.model, configured(complete({ ...plain, expiresAt: now + 2 * notice })));
    expect(later.state).to.deep.equal({ phase: 'ready', closing: false });
    expect(later.effects).to.deep.equal([{ type: 'watch-expiry', at: now + 2 * notice }]);
  });

  it('and has ended already, is said once', () => {
    const past = { ...plain, expiresAt: now };
    const first = play(waiting, configured(complete(past)));
    expect(first.state).to.deep.equal({ phase: 'expired', refused: false });
    expect(first.effects.map(({ type }) => type)).to.deep.equal(['clear', 'tell-error']);
    expect(of(first.effects, 'clear')[0]?.what).to.equal('card');
    expect(of(first.effects, 'tell-error')[0]?.error).to.include({ code: 'expired', retryable: false });
    expect(of(first.effects, 'tell-error')[0]?.error).not.to.have.property('cause');
    const second = play(first.model, configured(complete({ ...other, expiresAt: now })));
    expect(second.state).to.equal(first.state);
    expect(second.effects).to.deep.equal([]);
  });

  it('is waited for while it is missing, until patience ends', () => {
    const first = play(ready(plain), configured(missing));
    expect(first.state).to.deep.equal({ phase: 'waiting' });
    expect(first.effects).to.deep.equal([{ type: 'be-patient' }]);
    const second = play(first.model, { type: 'patience-ended' });
    const told = of(second.effects, 'tell-error')[0]?.error;
    expect(second.state).to.deep.equal({ phase: 'misconfigured', error: told });
    expect(told?.message).to.equal('missing');
  });

  it('and is missing, once said, stays said: another missing value takes its place without patience', () => {
    const next: Setup = { kind: 'missing', error: new PayError('configuration', 'the next is missing') };
    const said = play(waiting, { type: 'patience-ended' });
    const { state, effects } = play(said.model, configured(next));
    expect(state).to.deep.equal({ phase: 'misconfigured', error: next.error });
    expect(effects).to.deep.equal([]);
  });

  it('and is missing after it was wrong, is waited for', () => {
    const { state, effects } = play(play(waiting, configured(wrong)).model, configured(missing));
    expect(state).to.deep.equal({ phase: 'waiting' });
    expect(effects).to.deep.equal([{ type: 'be-patient' }]);
  });

  it('and is wrong, is said at once, and again only when it is another thing', () => {
    const again: Setup = { kind: 'wrong', error: new PayError('configuration', 'wrong') };
    const next: Setup = { kind: 'wrong', error: new PayError('configuration', 'wrong elsewhere') };
    for (const model of [waiting, ready(plain)]) {
      const first = play(model, configured(wrong));
      expect(first.state).to.include({ phase: 'misconfigured' });
      expect(of(first.effects, 'tell-error')).to.have.length(1).and.to.deep.equal(first.effects);
      expect(play(first.model, configured(again)).effects).to.deep.equal([]);
      const other = play(first.model, configured(next));
      expect(other.state).to.deep.equal({ phase: 'misconfigured', error: next.error });
      expect(other.effects).to.deep.equal([{ type: 'tell-error', error: next.error }]);
    }
  });

  it('again does not end a payment that may be sent again, nor makes it unknown', () => {
    const ending = { ...plain, expiresAt: now };
    const state: CheckoutState = { phase: 'ready', lost: attempt(ending) };
    const step = transition({ setup: complete(ending), state }, configured(complete(ending), paymentId));
    expect(step).to.deep.equal({ model: { setup: complete(ending), state }, effects: [] });
  });

  it('anew does not make a fresh payment of one that may be sent again', () => {
    const state: CheckoutState = { phase: 'ready', lost: attempt(plain) };
    const { effects } = play({ setup: complete(plain), state }, configured(complete(other)), {
      type: 'submitted',
      paymentId: 'fresh',
      now,
    });
    expect(of(effects, 'announce')[0]?.attempt).to.deep.equal(attempt(plain, true));
  });
});

describe('starting over', () => {
  const startOver = (config: Config, state: CheckoutState) =>
    transition({ setup: complete(config), state }, { type: 'reset' });
  const declined: CheckoutState = { phase: 'failed', outcome: { status: 'failed', paymentId }, used: lazy };

  it('takes back what was said, and not that a payment may be sent again', () => {
    expect(startOver(plain, { phase: 'ready', error, closing: true })).to.deep.equal({
      model: ready(plain),
      effects: [],
    });
    const lost = attempt(plain);
    expect(startOver(plain, { phase: 'ready', error, lost }).model.state).to.deep.equal({
      phase: 'ready',
      lost,
    });
  });

  it('after a decline makes the form ready where a fresh intent can be had', () => {
    expect(startOver(lazy, declined)).to.deep.equal({
      model: ready(lazy),
      effects: [{ type: 'tell-ready' }],
    });
  });

  it('after a decline of a plain secret changes nothing', () => {
    const { model, effects } = startOver(plain, declined);
    expect(model.state).to.equal(declined);
    expect(effects).to.deep.equal([]);
  });
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
    expect(of(effects, 'send')[0]?.attempt).to.deep.equal({
      paymentId,
      intent: { id: 'i1', clientSecret: 'pi_secret_9' },
      config: lazy,
      resent: false,
    });
  });

  it('with a plain secret is the payment that was announced, on that intent', () => {
    const config: Config = {
      ...plain,
      source: { kind: 'secret', clientSecret: 'pi_secret_1', intentId: 'i1' },
    };
    const { effects } = play(
      ready(config),
      { type: 'submitted', paymentId, now },
      { type: 'allowed', paymentId },
    );
    const announced: Attempt = {
      paymentId,
      intent: { id: 'i1', clientSecret: 'pi_secret_1' },
      config,
      resent: false,
    };
    expect(effects).to.deep.equal([
      { type: 'announce', attempt: announced },
      { type: 'remember', config, paymentId, left: false },
      { type: 'send', attempt: announced },
    ]);
  });

  it('after a decline fetches a fresh intent where it can, and does not begin where it cannot', () => {
    const state: CheckoutState = { phase: 'failed', outcome: { status: 'failed', paymentId }, used: lazy };
    const submitted: CheckoutEvent = { type: 'submitted', paymentId: 'fresh', now };
    const again = transition({ setup: complete(lazy), state }, submitted);
    expect(again.effects).to.deep.equal([{ type: 'fetch-intent', paymentId: 'fresh', config: lazy }]);
    const not = transition({ setup: complete(plain), state }, submitted);
    expect(not.model.state).to.equal(state);
    expect(not.effects).to.deep.equal([]);
  });

  for (const [what, before] of [
    ['at the moment', 0],
    ['shortly before', 1],
  ] as const) {
    it(`with a secret that ends ${what} is refused before anything is announced`, () => {
      const { state, effects } = play(ready({ ...plain, expiresAt: now - before }), {
        type: 'submitted',
        paymentId,
        now,
      });
      expect(state).to.deep.equal({ phase: 'expired', refused: false });
      expect(effects.map(({ type }) => type)).to.deep.equal(['clear', 'tell-error', 'reject']);
      expect(of(effects, 'reject')[0]?.error).to.include({ code: 'expired', retryable: false });
    });
  }

  it('with a secret that ends a moment later goes on', () => {
    const { state } = play(ready({ ...plain, expiresAt: now + 1 }), { type: 'submitted', paymentId, now });
    expect(state).to.include({ phase: 'paying', step: 'announcing' });
  });

  for (const [over, said] of [
    [{ amount: 10_001 }, '10001 SAR'],
    [{ amount: undefined }, '? SAR'],
    [{ currency: 'USD' }, '10000 USD'],
    [{ currency: undefined }, '10000 ?'],
  ] as const) {
    it(`is stopped when the intent says ${JSON.stringify(over)} and not what is shown`, () => {
      const { state, effects } = play(
        ready(lazy),
        { type: 'submitted', paymentId, now },
        { type: 'intent-fetched', paymentId, intent: { ...intent, ...over } },
      );
      expect(state.phase).to.equal('ready');
      const problem = of(effects, 'reject')[0]?.error;
      expect(problem).to.include({ code: 'configuration', field: 'amount' });
      expect(problem?.message).to.contain('shown 10000 SAR').and.to.contain(`over ${said}.`);
      expect(of(effects, 'announce')).to.deep.equal([]);
    });
  }

  it('without a price to show takes the intent as it is', () => {
    const { state } = play(
      ready({ ...lazy, price: undefined }),
      { type: 'submitted', paymentId, now },
      { type: 'intent-fetched', paymentId, intent: { ...intent, amount: 7 } },
    );
    expect(state).to.include({ phase: 'paying', step: 'announcing' });
  });

  const ending: Config = { ...plain, expiresAt: now + 1 };
  const told = [
    { type: 'tell-error', error },
    { type: 'reject', error },
  ] as const;
  const at = (config: Config, step: 'announcing' | 'sending', resent = false): Model => ({
    setup: complete(config),
    state: { phase: 'paying', step, paymentId, config, attempt: attempt(config, resent) },
  });
  const fetching: Model = {
    setup: complete(lazy),
    state: { phase: 'paying', step: 'fetching-intent', paymentId, config: lazy },
  };
  const stop: CheckoutEvent = { type: 'stopped', paymentId, error };
  const unsent = answered({ kind: 'unsent', error });
  const refused = answered({ kind: 'refused', used: false, error });
  const backToForm: readonly (readonly [string, Model, CheckoutEvent, readonly Effect[]])[] = [
    ['without an intent', fetching, stop, told],
    ['stopped by the page', at(plain, 'announcing'), stop, [{ type: 'forget', config: plain }, ...told]],
    [
      'that never left the device',
      at(plain, 'sending'),
      unsent,
      [{ type: 'forget', config: plain }, ...told],
    ],
    ['that is refused', at(plain, 'sending'), refused, [{ type: 'forget', config: plain }, ...told]],
    [
      'that is refused, with an intent that ends',
      at(ending, 'sending'),
      refused,
      [{ type: 'forget', config: ending }, ...told, { type: 'watch-expiry', at: now + 1 }],
    ],
    [
      'that is refused, where a fresh intent is made for each payment',
      at({ ...lazy, expiresAt: now + 1 }, 'sending'),
      refused,
      [{ type: 'forget', config: { ...lazy, expiresAt: now + 1 } }, ...told],
    ],
  ];
  for (const [what, model, event, effects] of backToForm) {
    it(`${what} is forgotten, and leads back to the form with the reason`, () => {
      const step = transition(model, event);
      expect(step.model.state).to.deep.equal({ phase: 'ready', error });
      expect(step.effects).to.deep.equal(effects);
    });
  }

  for (const event of [stop, unsent, refused]) {
    const what = event.type === 'answered' ? event.answer.kind : event.type;
    it(`that was sent before and got lost stays open when it is ${what} now`, () => {
      const step = transition(at(plain, event === stop ? 'announcing' : 'sending', true), event);
      expect(step.model.state).to.deep.equal({ phase: 'ready', error, lost: attempt(plain, true) });
      expect(step.effects).to.deep.equal(told);
    });
  }

  it('that is paid tells where to go, and clears the card', () => {
    const { state, effects } = play(sending(plain), answered({ kind: 'payment', payment: paid }));
    expect(state.phase).to.equal('paid');
    expect(of(effects, 'tell-outcome')[0]?.next).to.match(/^https:\/\/shop\.example\/back\?id=/);
    expect(of(effects, 'clear')).to.deep.equal([{ type: 'clear', what: 'card' }]);
  });

  it('that is paid, then, clears the card also where a fresh intent can be had', () => {
    for (const status of ['paid', 'authorized']) {
      const { effects } = play(sending(lazy), answered({ kind: 'payment', payment: { ...paid, status } }));
      expect(of(effects, 'clear'), status).to.deep.equal([{ type: 'clear', what: 'card' }]);
    }
  });

  it('that is settled is told in full: cleared, kept in mind or forgotten, settled, told', () => {
    const good = { status: 'paid', paymentId, payment: paid } as const;
    expect(play(sending(plain), answered({ kind: 'payment', payment: paid })).effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'remember', config: plain, paymentId, left: true },
      { type: 'resolve', outcome: good },
      {
        type: 'tell-outcome',
        outcome: good,
        next: `https://shop.example/back?id=${paymentId}&status=paid&message=`,
      },
    ]);
    const declined: Payment = { ...failed, callback_url: 'https://shop.example/back' };
    const bad = { status: 'failed', paymentId, payment: declined } as const;
    expect(play(sending(plain), answered({ kind: 'payment', payment: declined })).effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'forget', config: plain },
      { type: 'resolve', outcome: bad },
      { type: 'tell-outcome', outcome: bad, next: undefined },
    ]);
  });

  it('that the bank wants to ask about clears the card, is kept in mind, and leaves', () => {
    const { state, effects } = play(sending(plain), answered({ kind: 'payment', payment: initiated }));
    const url = 'https://bank.example/3ds';
    expect(state).to.deep.equal({
      phase: 'redirecting',
      config: plain,
      attempt: attempt(plain),
      url,
      payment: initiated,
    });
    expect(effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'remember', config: plain, paymentId, left: true },
      { type: 'redirect', url, payment: initiated },
      { type: 'resolve', outcome: { status: 'initiated', paymentId, payment: initiated } },
    ]);
  });

  it('that fails keeps the card but not the code where the payer can try again', () => {
    const { effects } = play(sending(lazy), answered({ kind: 'payment', payment: failed }));
    expect(of(effects, 'clear')).to.deep.equal([{ type: 'clear', what: 'security-code' }]);
    expect(of(effects, 'tell-outcome')[0]?.next).to.equal(undefined);
  });

  it('on a used intent ends expired with a plain secret, and ready with a lazy one', () => {
    const refused = answered({ kind: 'refused', used: true, error });
    const end = play(sending(plain), refused);
    expect(end.state).to.deep.equal({ phase: 'expired', refused: true });
    const said = of(end.effects, 'reject')[0]?.error;
    expect(said).to.include({ code: 'expired', retryable: false, cause: error });
    expect(end.effects).to.deep.equal([
      { type: 'forget', config: plain },
      { type: 'clear', what: 'card' },
      { type: 'tell-error', error: said },
      { type: 'reject', error: said },
    ]);
    const { state, effects } = play(sending(lazy), refused);
    expect(state.phase).to.equal('ready');
    expect(of(effects, 'reject')[0]?.error).to.include({
      code: 'expired',
      retryable: true,
      cause: error,
    });
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
    const outcome = { status: 'unknown', paymentId } as const;
    expect(effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'resolve', outcome },
      { type: 'tell-outcome', outcome, next: undefined },
    ]);
  });

  it('keeps the card while it may have to be sent again', () => {
    const { effects } = play(sending(asked), silent);
    expect(effects.map(({ type }) => type)).to.deep.equal(['resolve', 'tell-outcome', 'ask-status']);
  });

  it('with a payment that the service answered with has no further use for the card', () => {
    const payment: Payment = { id: paymentId, status: 'limbo' };
    const { effects } = play(sending(asked), answered({ kind: 'payment', payment }));
    const outcome = { status: 'unknown', paymentId, payment } as const;
    expect(effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'resolve', outcome },
      { type: 'tell-outcome', outcome, next: undefined },
      { type: 'ask-status', paymentId, config: asked, asked: 0 },
    ]);
  });

  it('that turns out final is told, and settles nothing a second time', () => {
    const { effects } = play(play(sending(asked), silent).model, {
      type: 'status-answered',
      paymentId,
      payment: failed,
      now,
    });
    expect(effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'forget', config: asked },
      { type: 'tell-outcome', outcome: { status: 'failed', paymentId, payment: failed }, next: undefined },
    ]);
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
    expect(late.state).to.deep.equal({ phase: 'ready', lost: attempt(asked) });
    expect(late.effects).to.deep.equal([{ type: 'tell-ready' }]);
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
    const outcome = { status: 'unknown', paymentId } as const;
    expect(state).to.deep.include({ phase: 'unknown', outcome });
    expect(effects).to.deep.equal([
      { type: 'tell-outcome', outcome, next: undefined },
      { type: 'ask-status', paymentId, config: asked, asked: 0 },
    ]);
  });

  it('that a reload found, and that never arrived, is sent again on the same intent under the same id', () => {
    const { effects } = play(
      { setup: missing, state: { phase: 'waiting' } },
      { type: 'configured', setup: complete(asked), sent: paymentId, now },
      gone(now),
      gone(now + grace),
      { type: 'submitted', paymentId: 'fresh', now },
    );
    expect(of(effects, 'announce').map(({ attempt }) => attempt)).to.deep.equal([attempt(asked, true)]);
  });

  it('that a reload found stays open where the intent is not known any more', () => {
    const config: Config = { ...lazy, status: asked.status };
    const { state } = play(
      { setup: missing, state: { phase: 'waiting' } },
      { type: 'configured', setup: complete(config), sent: paymentId, now },
      gone(now),
      gone(now + grace),
    );
    expect(state).to.include({ phase: 'unknown', attempt: undefined, asked: 2 });
  });

  it('is what the payer comes back to from the bank', () => {
    const left = play(sending(asked), answered({ kind: 'payment', payment: initiated }));
    const { state, effects } = play(left.model, { type: 'came-back' });
    const outcome = { status: 'unknown', paymentId, payment: initiated } as const;
    expect(state).to.deep.include({ phase: 'unknown', outcome });
    // submit() was settled when the payer left.
    expect(of(left.effects, 'resolve')).to.have.length(1);
    expect(effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'tell-outcome', outcome, next: undefined },
      { type: 'ask-status', paymentId, config: asked, asked: 0 },
    ]);
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
    expect(effects.slice(-3)).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'remember', config: asked, paymentId, left: true },
      { type: 'redirect', url: 'https://bank.example/3ds', payment: initiated },
    ]);
    expect(of(effects, 'resolve')).to.have.length(1);
  });

  for (const [what, answer] of [
    ['nothing is known of it', { kind: 'silent' }],
    ['the bank asks nothing', { kind: 'payment', payment: { id: paymentId, status: 'limbo' } }],
    [
      'the bank’s address cannot be followed',
      { kind: 'payment', payment: { id: paymentId, status: 'initiated' } },
    ],
  ] as const) {
    it(`cannot where ${what}`, () => {
      const { model } = play(sending(asked), answered(answer));
      expect(transition(model, { type: 'continued' })).to.deep.equal({ model, effects: [] });
    });
  }
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
