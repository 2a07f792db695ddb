import { expect } from 'chai';
import { describe, it } from 'node:test';
import { expiringSoonMs } from '../../../src/element/checkout/timeouts.js';
import { createPurchase } from '../../../src/element/checkout/sources.js';
import type { Config, ParsedConfig } from '../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { StoredAttempt } from '../../../src/element/checkout/purchase.js';
import type { CheckoutEvent, CheckoutState, Model } from '../../../src/element/checkout/state.js';
import { PayError } from '../../../src/error.js';
import {
  attempt,
  error,
  events,
  nobody,
  now,
  of,
  other,
  paid,
  paymentId,
  play,
  ready,
  states,
  transition,
  types,
  intent,
  readyWith,
  settled,
  submitFresh,
  waiting,
} from './cases.js';
import {
  byCard,
  askable as asked,
  complete,
  lazyConfig as lazy,
  missing,
  stored,
  secretConfig as plain,
  wrong,
} from './world.js';

describe('every state with every event', () => {
  for (const config of [plain, lazy, asked]) {
    for (const state of states(config)) {
      const name = `${JSON.stringify(state.phase)}, ${config.intentSource.kind}, status ${config.statusSource.kind}`;
      const pairs = events.map((event) => ({
        event,
        what: JSON.stringify(event),
        ...transition({ setup: complete(config), state }, event),
      }));
      const held = state.phase === 'ready' ? state.held : undefined;
      const open = state.phase === 'unknown' || (held !== undefined && held.previousTry !== 'never-sent');

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
          const isConfirmed =
            (event.type === 'answered' && event.answer.kind === 'payment') ||
            (event.type === 'code-answered' && event.answer.kind === 'payment') ||
            event.type === 'verified' ||
            event.type === 'blocked-by-order' ||
            (event.type === 'status-answered' && event.payment !== undefined);
          if (settled && phase !== state.phase) expect(isConfirmed, what).to.equal(true);
        }
      });
      it(`${name}: settles what submit() promised at most once`, () => {
        for (const { what, effects } of pairs) {
          expect(
            of(effects, 'resolve-submit').length + of(effects, 'reject-submit').length,
            what,
          ).to.be.at.most(1);
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
    waiting: ['configured', 'config-timeout'],
    misconfigured: ['configured'],
    ready: ['configured', 'submitted', 'time-passed', 'reset', 'store-changed'],
    locking: ['configured', 'locked', 'stopped'],
    'fetching-intent': ['configured', 'intent-fetched', 'blocked-by-order', 'stopped'],
    announcing: ['configured', 'blocked-by-order', 'stopped', 'allowed'],
    sending: ['configured', 'stopped', 'answered'],
    verifying: ['configured', 'verified'],
    redirecting: ['configured', 'came-back'],
    'confirming, typing': [
      'configured',
      'code-submitted',
      'another-way-requested',
      'store-changed',
      'time-passed',
    ],
    'confirming, locking': ['configured', 'locked', 'stopped'],
    'confirming, sending': ['configured', 'code-answered'],
    paid: ['configured'],
    authorized: ['configured'],
    failed: ['configured', 'submitted', 'reset', 'store-changed'],
    unknown: [
      'configured',
      'status-answered',
      'status-failed',
      'store-changed',
      'another-way-requested',
      'time-passed',
    ],
    expired: ['configured'],
  };
  const payment: CheckoutPayment = { id: paymentId, status: 'limbo' };
  const all: readonly CheckoutEvent[] = [...events, { type: 'status-answered', paymentId, payment }];

  for (const config of [plain, lazy, asked, timeless, ended]) {
    for (const state of states(config)) {
      const step =
        state.phase === 'paying'
          ? state.step
          : state.phase === 'confirming'
            ? `confirming, ${state.step}`
            : state.phase;
      const lost = state.phase === 'ready' && state.held ? `, ${state.held.previousTry}` : '';
      const ends = config.expiresAt === undefined ? '' : ', at its end';

      it(`changes nothing: ${step}${lost}, ${config.intentSource.kind}, status ${config.statusSource.kind}${ends}`, () => {
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
    ['the config timeout with all values there', { type: 'config-timeout' }],
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
    { type: 'code-answered', paymentId: 'another', answer: { kind: 'payment', payment: paid } },
    { type: 'verified', paymentId: 'another', payment: paid },
    { type: 'locked', paymentId: 'another', snapshot: nobody },
    { type: 'blocked-by-order', paymentId: 'another', payment: paid },
    { type: 'status-answered', paymentId: 'another', payment: paid },
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

  for (const setup of [missing, wrong, complete(other)]) {
    it(`keeps a payment that may have been made, and sends that one again, with values that are ${setup.kind}`, () => {
      for (const known of ['refused', 'lost'] as const) {
        const before = readyWith(plain, known);
        const reconfigured = transition(before, { type: 'configured', setup, entry: undefined });
        const reported = setup.kind === 'invalid' ? [{ type: 'emit-error', error: setup.error }] : [];
        expect(reconfigured).to.deep.equal({ model: { ...before, setup }, effects: reported });
        const again = transition(reconfigured.model, submitFresh);
        expect(again.effects).to.deep.equal([{ type: 'lock', paymentId, config: plain }]);
        const sent = transition(again.model, { type: 'locked', paymentId, snapshot: nobody });
        expect(sent.effects).to.deep.equal([
          { type: 'announce', attempt: attempt(plain, known), method: 'card' },
        ]);
      }
    });
  }

  for (const setup of [missing, wrong]) {
    it(`changes nothing while values are ${setup.kind}: paying, time, starting over, the config timeout`, () => {
      for (const state of states(lazy)) {
        const model = { setup, state };
        const late: CheckoutEvent[] = state.phase === 'unknown' ? [] : [{ type: 'time-passed' }];
        const open = state.phase === 'ready' && state.held !== undefined;
        if (!open) late.push({ type: 'submitted', paymentId, method: byCard });
        if (state.phase !== 'ready') late.push({ type: 'reset' });
        if (state.phase !== 'waiting') late.push({ type: 'config-timeout' });
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
  const configured = (setup: ParsedConfig, entry?: StoredAttempt): CheckoutEvent => ({
    type: 'configured',
    setup,
    entry,
  });
  /** The page hears of no error while an attempt is under way: only its developer is told. */
  const advised = (setup: ParsedConfig) =>
    setup.kind === 'invalid' ? [{ type: 'advise-developer', advice: setup.error.message }] : [];

  it('does not disturb what is under way, and is kept for later', () => {
    const under = states(plain).filter(({ phase }) => ['paying', 'redirecting', 'unknown'].includes(phase));
    expect(under).to.have.length(16);
    for (const state of under) {
      for (const setup of [complete(other), missing, wrong]) {
        const step = transition(
          { setup: complete(plain), state },
          configured(setup, stored(paymentId, 'sent')),
        );
        expect(step, state.phase).to.deep.equal({ model: { setup, state }, effects: advised(setup) });
      }
    }
  });

  const from = (source: Config['intentSource']): Config => ({
    ...plain,
    intentSource: source,
    purchase: createPurchase(undefined, source, plain.price, 'https://shop.example/pay'),
  });
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
        const model = settled(used, phase);
        const step = transition(model, configured(complete(next)));
        expect(step, phase).to.deep.equal({
          model: { setup: complete(next), state: fresh ? { phase: 'ready' } : model.state },
          effects: fresh ? [{ type: 'emit-ready' }] : [],
        });
      }
    });
  }

  it('is reported to the developer once while it stays wrong, and again when something else is wrong', () => {
    const first = transition(readyWith(plain, 'refused'), configured(wrong));
    expect(types(first.effects)).to.deep.equal(['emit-error']);
    const again = transition(first.model, configured(wrong));
    expect(again.effects).to.deep.equal([]);
    const next: ParsedConfig = { kind: 'invalid', error: new PayError('configuration', 'another') };
    expect(types(transition(again.model, configured(next)).effects)).to.deep.equal(['emit-error']);
    expect(types(transition(again.model, configured(complete(plain))).effects)).to.deep.equal([]);
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
    expect(first.effects).to.deep.equal([{ type: 'emit-ready' }, { type: 'watch-time', at: now + 1 }]);
    const closing = play(first.model, { type: 'time-passed' });
    expect(closing.state).to.deep.equal({ phase: 'ready', isExpiringSoon: true });
    const later = play(
      closing.model,
      configured(complete({ ...plain, expiresAt: now + 2 * expiringSoonMs })),
    );
    expect(later.state).to.deep.equal({ phase: 'ready' });
    expect(later.effects).to.deep.equal([{ type: 'watch-time', at: now + 2 * expiringSoonMs }]);
  });

  it('and has ended already, is said once', () => {
    const past = { ...plain, expiresAt: now };
    const first = play(waiting, configured(complete(past)));
    expect(first.state).to.deep.equal({ phase: 'expired', mayBePaid: false });
    expect(first.effects.map(({ type }) => type)).to.deep.equal(['clear', 'emit-error']);
    expect(of(first.effects, 'clear')[0]?.what).to.equal('card');
    expect(of(first.effects, 'emit-error')[0]?.error).to.include({ code: 'expired', retryable: false });
    expect(of(first.effects, 'emit-error')[0]?.error).not.to.have.property('cause');
    const second = play(first.model, configured(complete({ ...other, expiresAt: now })));
    expect(second.state).to.equal(first.state);
    expect(second.effects).to.deep.equal([]);
  });

  it('replaces a reported missing setting by the next one at once', () => {
    const next: ParsedConfig = {
      kind: 'missing',
      error: new PayError('configuration', 'the next is missing'),
    };
    const timedOut = play(waiting, { type: 'config-timeout' });
    const { state, effects } = play(timedOut.model, configured(next));
    expect(state).to.deep.equal({ phase: 'misconfigured', error: next.error });
    expect(effects).to.deep.equal([]);
  });

  it('and is missing after it was wrong, is waited for', () => {
    const { state, effects } = play(play(waiting, configured(wrong)).model, configured(missing));
    expect(state).to.deep.equal({ phase: 'waiting' });
    expect(effects).to.deep.equal([{ type: 'start-config-timeout' }]);
  });

  it('and is wrong, is said at once, and again only when it is another thing', () => {
    const again: ParsedConfig = { kind: 'invalid', error: new PayError('configuration', 'wrong') };
    const next: ParsedConfig = { kind: 'invalid', error: new PayError('configuration', 'wrong elsewhere') };
    for (const model of [waiting, ready(plain)]) {
      const first = play(model, configured(wrong));
      expect(first.state).to.include({ phase: 'misconfigured' });
      expect(of(first.effects, 'emit-error')).to.have.length(1).and.to.deep.equal(first.effects);
      expect(play(first.model, configured(again)).effects).to.deep.equal([]);
      const other = play(first.model, configured(next));
      expect(other.state).to.deep.equal({ phase: 'misconfigured', error: next.error });
      expect(other.effects).to.deep.equal([{ type: 'emit-error', error: next.error }]);
    }
  });

  it('again does not end a payment that may be sent again, nor makes it unknown', () => {
    const ending = { ...plain, expiresAt: now };
    const state: CheckoutState = { phase: 'ready', held: attempt(ending, 'lost') };
    const step = transition(
      { setup: complete(ending), state },
      configured(complete(ending), stored(paymentId, 'sent')),
    );
    expect(step).to.deep.equal({ model: { setup: complete(ending), state }, effects: [] });
  });
});

describe('starting over', () => {
  const startOver = (model: Model) => transition(model, { type: 'reset' });

  it('takes back what was said, and not that a payment may be sent again', () => {
    const said: Model = { ...ready(plain), state: { phase: 'ready', error, isExpiringSoon: true } };
    expect(startOver(said)).to.deep.equal({ model: ready(plain), effects: [] });
    const model = readyWith(plain, 'lost');
    expect(startOver({ ...model, state: { ...model.state, error } as CheckoutState }).model).to.deep.equal(
      model,
    );
  });

  it('after a decline makes the form ready where a fresh intent can be had', () => {
    const effects = [{ type: 'emit-ready' }];
    expect(startOver(settled(lazy, 'failed'))).to.deep.equal({ model: ready(lazy), effects });
  });

  it('after a decline of a plain secret changes nothing', () => {
    const model = settled(plain, 'failed');
    expect(startOver(model)).to.deep.equal({ model, effects: [] });
  });
});
