import { expect } from 'chai';
import { describe, it } from 'node:test';
import { PayError } from '../../../src/error.js';
import type { Config } from '../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import type { Model, UnknownState } from '../../../src/element/checkout/state.js';
import {
  type Timed,
  allowed,
  answered,
  attempt,
  configured,
  error,
  failed,
  initiated,
  locked,
  order,
  savedAttempts,
  now,
  of,
  open,
  paid,
  paymentId,
  play,
  ready,
  readyWith,
  refused,
  savedStages,
  status,
  stop,
  submit,
  transition,
  types,
  way,
  intent,
  settled,
  submitFresh,
} from './cases.js';
import {
  byCard,
  byGiven,
  everyBy,
  complete,
  guardedConfig as guarded,
  lazyConfig as lazy,
  stored,
  missing,
  secretConfig as plain,
  wrong,
} from './world.js';

const fetched: Timed = { type: 'intent-fetched', paymentId, intent };
const unsent = answered({ kind: 'unsent', error });

describe('an attempt', () => {
  it('that another tab makes is named in the form, also once the page sets something else', () => {
    const stopped = play(ready(plain), submit, locked(undefined, true));
    expect(stopped.state).to.deep.include({ phase: 'ready', inOtherTab: true });
    expect(play(stopped.model, configured({ ...plain, timeout: 5_000 })).state).to.include({
      inOtherTab: true,
    });
    expect(play(ready(plain), configured({ ...plain, timeout: 5_000 })).state).not.to.have.property(
      'inOtherTab',
    );
  });

  it('after a decline begins anew where it can, and does not where it cannot', () => {
    const again = transition(settled(lazy, 'failed'), submitFresh);
    expect(again.effects).to.deep.equal([{ type: 'lock', paymentId: 'fresh', config: lazy }]);
    const model = settled(plain, 'failed');
    expect(transition(model, submit)).to.deep.equal({ model, effects: [] });
  });

  for (const [what, ends, phase] of [
    ['at the moment', now, 'expired'],
    ['shortly before', now - 1, 'expired'],
    ['a moment later', now + 1, 'paying'],
  ] as const) {
    it(`with a secret that ends ${what} is ${phase}`, () => {
      const { state, effects } = play(ready({ ...plain, expiresAt: ends }), submit);
      expect(state.phase).to.equal(phase);
      if (phase === 'paying') return;
      expect(state).to.deep.equal({ phase: 'expired', mayBePaid: false });
      expect(types(effects)).to.deep.equal(['clear', 'emit-error', 'reject-submit']);
      expect(of(effects, 'reject-submit')[0]?.error).to.include({ code: 'expired', retryable: false });
    });
  }

  for (const [over, intentPrice] of [
    [{ amount: 10_001 }, '10001 SAR'],
    [{ amount: undefined }, '? SAR'],
    [{ currency: 'USD' }, '10000 USD'],
    [{ currency: undefined }, '10000 ?'],
  ] as const) {
    it(`is stopped when the intent says ${JSON.stringify(over)} and not what is shown`, () => {
      const answer: Timed = { type: 'intent-fetched', paymentId, intent: { ...intent, ...over } };
      const { state, effects } = play(ready(lazy), submit, locked(), answer);
      expect(state.phase).to.equal('ready');
      const problem = of(effects, 'reject-submit')[0]?.error;
      expect(problem).to.include({ code: 'configuration', field: 'amount' });
      expect(problem?.message).to.contain('shown 10000 SAR').and.to.contain(`over ${intentPrice}.`);
      expect(of(effects, 'announce')).to.deep.equal([]);
      // Else its own entry would look like another tab that is paying.
      expect(savedStages(effects)).to.deep.equal(['claimed', 'free']);
    });
  }

  describe('by a wallet’s sheet', () => {
    const shown = { amount: 5_000, currency: 'SAR' };
    const bySheet = { kind: 'external', source: { type: 'applepay', token: '{}' }, price: shown } as const;
    const cheaper: Config = { ...lazy, price: shown };
    const pressed: Timed = { type: 'submitted', paymentId, method: bySheet };
    const order2 = order('2', { ...guarded, price: shown });
    const settings: readonly [string, Config, Model['setup']][] = [
      ['is cleared while another intent is made', plain, missing],
      ['cannot be read', lazy, wrong],
      ['cannot be read, and the server guards the order', guarded, wrong],
      ['names another order by now', guarded, complete(order2)],
    ];
    for (const [what, config, setup] of settings)
      it(`sends nothing at the price of a held attempt if what the page has set ${what}`, () => {
        const held: Model = { ...readyWith(config, 'refused'), setup };
        const { state, effects } = play(held, pressed);
        expect(of(effects, 'reject-submit')[0]?.error).to.include({ code: 'configuration' });
        expect(types(effects)).not.to.include('lock');
        expect(state).to.deep.include({ phase: 'ready', held: attempt(config, 'refused') });
      });

    it('compares the intent with what the sheet has shown', () => {
      const over = (amount: number): Timed => ({
        type: 'intent-fetched',
        paymentId,
        intent: { ...intent, amount },
      });
      const { effects } = play(ready(cheaper), pressed, locked(), over(10_000));
      expect(of(effects, 'reject-submit')[0]?.error).to.include({ code: 'configuration', field: 'amount' });
      expect(of(effects, 'announce')).to.deep.equal([]);
      const same = play(ready(cheaper), pressed, locked(), over(5_000));
      expect(of(same.effects, 'announce')).to.have.length(1);
    });
  });

  it('without a price to show takes the intent as it is', () => {
    const answer: Timed = { type: 'intent-fetched', paymentId, intent: { ...intent, amount: 7 } };
    const { state } = play(ready({ ...lazy, price: undefined }), submit, locked(), answer);
    expect(state).to.include({ phase: 'paying', step: 'announcing' });
  });

  it('on an intent that was used up before is a mistake of the page, and nothing is sent', () => {
    const decline = answered({ kind: 'payment', payment: failed });
    const first = play(ready(lazy), submit, locked(), fetched, allowed, decline);
    expect(first.model.usedIds).to.deep.equal(['i1', paymentId]);
    const { state, effects } = play(first.model, submit, locked(), fetched);
    expect(state.phase).to.equal('ready');
    expect(of(effects, 'reject-submit')[0]?.error).to.include({ code: 'configuration' });
    expect(of(effects, 'announce')).to.deep.equal([]);
    expect(savedStages(effects)).to.deep.equal(['claimed', 'free']);
  });
});

describe('an attempt that the merchant’s server guards', () => {
  const ownId = '22222222-2222-4222-8222-222222222222';
  const pair = (id: string, payment: string): Timed => ({
    type: 'intent-fetched',
    paymentId,
    intent: { ...intent, id, paymentId: payment },
  });
  const heldOn = (id: string, previousTry: Attempt['previousTry']): Attempt => ({
    ...attempt(guarded, previousTry),
    intent: { id, clientSecret: 'pi_secret_9' },
  });
  const holding = (previousTry: Attempt['previousTry']): Model => ({
    setup: complete(guarded),
    state: { phase: 'ready', held: heldOn('i1', previousTry) },
  });

  it('is claimed under an id of its own, and paid under the one that the server has named', () => {
    const { effects } = play(ready(guarded), submit, locked(), pair('i1', ownId), {
      type: 'allowed',
      paymentId: ownId,
    });
    expect(savedAttempts(effects)).to.deep.equal([
      `${paymentId} claimed`,
      `${ownId} claimed`,
      `${ownId} sent`,
    ]);
    expect(of(effects, 'send')[0]?.attempt).to.include({ paymentId: ownId, previousTry: 'never-sent' });
  });

  for (const known of ['refused', 'lost'] as const) {
    it(`was sent before (${known}): asks for the intent again, and the store goes on to say that it was sent`, () => {
      const { state, effects } = play(holding(known), submitFresh, locked());
      expect(state).to.deep.include({ step: 'fetching-intent', paymentId, attempt: heldOn('i1', known) });
      expect(types(effects)).to.deep.equal(['lock', 'fetch-intent']);
    });

    it(`was sent before (${known}): goes out again as it is where the server answers the same intent and id`, () => {
      const { effects } = play(holding(known), submit, locked(), pair('i1', paymentId), allowed);
      expect(of(effects, 'send')[0]?.attempt).to.deep.equal(heldOn('i1', known));
    });

    for (const [what, other] of [
      ['another intent', pair('i2', ownId)],
      ['another id', pair('i1', ownId)],
    ] as const)
      it(`was sent before (${known}): begins again where the server answers ${what}, and does not say that nothing was sent`, () => {
        const { state, model, effects } = play(holding(known), submit, locked(), other);
        expect(state).to.deep.include({ step: 'announcing', paymentId: ownId });
        expect(state).to.have.nested.property('attempt.previousTry', 'never-sent');
        expect(savedAttempts(effects)).to.deep.equal([`${ownId} claimed`]);
        expect(model.mayHaveSentBefore).to.equal(true);
      });

    it(`was sent before (${known}): stays held while no intent can be had, or it has another price`, () => {
      const dearer: Timed = { type: 'intent-fetched', paymentId, intent: { ...intent, amount: 1 } };
      for (const event of [stop, dearer]) {
        const { state, effects } = play(holding(known), submit, locked(), event);
        expect(state).to.deep.include({ phase: 'ready', held: heldOn('i1', known) });
        expect(savedAttempts(effects)).to.deep.equal([]);
      }
    });

    it(`was sent before (${known}): another price in the page is the server’s to judge`, () => {
      const model: Model = {
        ...holding(known),
        setup: complete({ ...guarded, price: { amount: 20_000, currency: 'SAR' } }),
      };
      expect(types(play(model, submit, locked()).effects)).to.deep.equal(['lock', 'fetch-intent']);
    });
  }

  it('was never sent: is claimed under a fresh id, and asks for the intent', () => {
    const { effects } = play(holding('never-sent'), submitFresh, {
      ...locked(),
      paymentId: 'fresh',
    } as Timed);
    expect(types(effects)).to.deep.equal(['lock', 'save-attempt', 'fetch-intent']);
    expect(savedAttempts(effects)).to.deep.equal(['fresh claimed']);
  });

  it('under a reference that another source shares goes out by the source that it came from', () => {
    const model: Model = { ...readyWith(order('7', lazy), 'refused'), setup: complete(order('7', guarded)) };
    const { effects } = play(model, submit, locked());
    expect(types(effects)).to.deep.equal(['lock', 'announce']);
    expect(of(effects, 'announce')[0]?.attempt.config).to.deep.equal(order('7', lazy));
  });
});

describe('an intent and an id that two tabs hold', () => {
  for (const [known, stage, phase] of [
    ['never-sent', 'sent', 'unknown'],
    ['never-sent', 'waiting', 'unknown'],
    ['never-sent', 'free', 'paying'],
    ['refused', 'sent', 'paying'],
  ] as const)
    it(`with ${stage} in the store and ${known} here: ${phase}`, () => {
      const { state, effects } = play(readyWith(lazy, known), submit, locked(stored(paymentId, stage)));
      expect(state.phase).to.equal(phase);
      // What the other tab has sent must not be written over.
      if (phase === 'unknown') expect(savedAttempts(effects)).to.deep.equal([]);
    });
});

describe('a purchase that somebody else pays for', () => {
  for (const [what, stage, phase, elsewhere] of [
    ['was sent before', 'sent', 'unknown', false],
    ['waits at the bank', 'waiting', 'unknown', false],
    ['is being sent', 'sent', 'unknown', true],
    ['is about to be sent', 'claimed', 'unknown', true],
    ['was paid in another tab', 'paid', 'paid', false],
    ['was authorised in another tab', 'authorized', 'authorized', false],
  ] as const) {
    it(`${what}: ${phase}, and nothing is sent`, () => {
      const { state, effects } = play(ready(lazy), submit, locked(stored('p9', stage), elsewhere));
      expect(state.phase).to.equal(phase);
      expect(of(effects, 'fetch-intent')).to.deep.equal([]);
      expect(of(effects, 'resolve-submit').map(({ outcome }) => outcome)).to.deep.equal([
        { status: phase, paymentId: 'p9' },
      ]);
      if (state.phase === 'unknown') expect(state.inOtherTab).to.equal(elsewhere);
    });
  }

  it("shows an error and allows a retry when another tab's payment left no stored attempt", () => {
    const { state, effects, model } = play(ready(lazy), submit, locked(undefined, true));
    expect(state.phase).to.equal('ready');
    // The other attempt may be charging the payer.
    expect(model.mayHaveSentBefore).to.equal(true);
    expect(of(effects, 'reject-submit')[0]?.error).to.include({ code: 'canceled', retryable: true });
  });

  for (const stage of ['claimed', 'free'] as const) {
    it(`does not wait for another payment that is ${stage}`, () => {
      const { effects } = play(ready(lazy), submit, locked(stored('p9', stage)));
      expect(of(effects, 'fetch-intent')).to.have.length(1);
    });
  }

  for (const [status, phase] of [
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['initiated', 'unknown'],
    ['limbo', 'unknown'],
  ] as const) {
    for (const [what, before] of [
      ['the merchant’s server', ready(guarded)],
      ['the merchant’s server of an attempt that is held', readyWith(guarded, 'refused')],
    ] as const)
      it(`says ${what}, and the payment is ${status}: ${phase}, and nothing is sent`, () => {
        const payment: CheckoutPayment = { ...initiated, id: 'p9', status };
        const blocked: Timed = { type: 'blocked-by-order', paymentId, payment };
        const { state, effects, model } = play(before, submit, locked(), blocked);
        expect(state.phase).to.equal(phase);
        expect(of(effects, 'resolve-submit')[0]?.outcome).to.include({ paymentId: 'p9', status: phase });
        const saved = savedAttempts(effects).filter((attempt) => attempt !== `${paymentId} claimed`);
        expect(saved[0]).to.equal(`${paymentId} free`);
        // A reload asks about the payment that exists, and does not count its ten minutes anew.
        if (phase === 'unknown') expect(saved[1]).to.equal('p9 waiting');
        // The payer decides whether to go to the bank.
        expect(types(effects)).not.to.include.oneOf(['announce', 'send', 'redirect']);
        // What was held is not: whoever pays once more begins anew.
        if (phase === 'failed')
          expect(of(play(model, submitFresh).effects, 'lock')[0]?.paymentId).to.equal('fresh');
      });
  }
});

describe('an attempt that was not sent', () => {
  for (const [what, before, event] of [
    ['stopped by the page', [submit, locked()], stop],
    ['without a card any more', [submit, locked(), allowed], stop],
    ['that never left the device', [submit, locked(), allowed], unsent],
  ] as const) {
    it(`keeps the intent and the id of an unsent attempt and releases the lock: ${what}`, () => {
      const { state, effects, model } = play(ready(plain), ...before, event);
      expect(state).to.deep.equal({ phase: 'ready', error, held: attempt(plain) });
      expect(savedStages(effects).at(-1)).to.equal('free');
      expect(types(effects).slice(-2)).to.deep.equal(['emit-error', 'reject-submit']);
      const again = play(model, submitFresh, locked());
      expect(of(again.effects, 'announce')[0]?.attempt).to.deep.equal(attempt(plain));
    });
  }

  for (const [type, isHeld] of [
    ['payment_open', undefined],
    ['payment_held', true],
  ] as const)
    it(`of an order with a payment that the server cannot name asks what became of it, unless the shop must look: ${type}`, () => {
      const refusal = new PayError('api', 'HTTP 409', { status: 409, type });
      const stopped: Timed = { type: 'stopped', paymentId, error: refusal };
      const { state, effects } = play(readyWith(guarded, 'refused'), submit, locked(), stopped);
      expect(state).to.deep.include({ phase: 'unknown', attempt: attempt(guarded, 'refused') });
      expect(state).to.have.property('phase', 'unknown');
      expect('isHeld' in state ? state.isHeld : undefined).to.equal(isHeld);
      expect(of(effects, 'ask-status')).to.have.length(isHeld ? 0 : 1);
      expect(of(effects, 'resolve-submit')).to.have.length(1);
    });

  it('is watched again when its secret ends', () => {
    const ending: Config = { ...plain, expiresAt: now + 1 };
    const { effects } = play(ready(ending), submit, locked(), stop);
    expect(effects.at(-1)).to.deep.equal({ type: 'watch-time', at: now + 1 });
  });
});

describe('what a try pays by', () => {
  for (const by of everyBy) {
    it(`is what the payer chose, through every step: ${by.kind}`, () => {
      for (const config of [plain, lazy]) {
        const fetching = config === lazy ? [fetched] : [];
        const { effects } = play(ready(config), { ...submit, method: by }, locked(), ...fetching, allowed);
        expect(of(effects, 'send').map((send) => send.method)).to.deep.equal([by]);
      }
    });

    for (const known of ['never-sent', 'refused', 'lost'] as const) {
      it(`is chosen anew for an attempt that is held, on the same intent and with the same id: ${by.kind}, ${known}`, () => {
        const held = attempt(lazy, known);
        const { effects } = play(
          readyWith(lazy, known),
          { ...submit, paymentId: 'fresh', method: by },
          locked(),
          allowed,
        );
        expect(of(effects, 'send')).to.deep.equal([{ type: 'send', attempt: held, method: by }]);
        expect(of(effects, 'fetch-intent')).to.deep.equal([]);
      });
    }
  }

  it('is not kept when the try has ended', () => {
    for (const end of [refused, unsent, stop, answered({ kind: 'no-answer' })]) {
      const { model } = play(ready(plain), { ...submit, method: byGiven }, locked(), allowed, end);
      expect(JSON.stringify(model)).not.to.contain('token_given_1');
    }
  });

  it('is not swapped by a second submit while it is under way', () => {
    const { effects } = play(ready(plain), { ...submit, method: byGiven }, locked(), submit, allowed);
    expect(of(effects, 'send').map(({ method }) => method)).to.deep.equal([byGiven]);
  });

  it('leaves the typed card alone when something else was declined, and asks for its code anew when it was', () => {
    for (const [by, config, cleared] of [
      [byGiven, lazy, []],
      [byGiven, plain, []],
      [byCard, lazy, ['security-code']],
      [byCard, plain, ['card']],
    ] as const) {
      const decline = answered({ kind: 'payment', payment: failed });
      const fetching = config === lazy ? [fetched] : [];
      const { effects } = play(
        ready(config),
        { ...submit, method: by },
        locked(),
        ...fetching,
        allowed,
        decline,
      );
      expect(of(effects, 'clear').map(({ what }) => what)).to.deep.equal(cleared);
    }
  });

  it('does not matter to a typed card once the purchase is paid, or the payer leaves for the bank', () => {
    for (const payment of [paid, initiated]) {
      const answer = answered({ kind: 'payment', payment });
      const { effects } = play(ready(plain), { ...submit, method: byGiven }, locked(), allowed, answer);
      expect(of(effects, 'clear').map(({ what }) => what)).to.deep.equal(['card']);
    }
  });
});

/** An attempt on an intent that a lazy source has answered. */
const onFetched = (config: Config): Attempt => ({
  ...attempt(config),
  intent: { id: 'pi_1', clientSecret: 'pi_secret_1' },
});

describe('an intent that is used', () => {
  it('is kept when its payment was seen or it was refused as used, and it is given up', () => {
    const given = (over: Partial<UnknownState>) =>
      play(open(lazy, { attempt: onFetched(lazy), anotherWay: 'chosen', ...over }), way('confirm')).model;
    expect(given({ confirmedByService: true }).usedIds).to.deep.equal(['pi_1', paymentId]);
    expect(given({ intentStatus: 'used' }).usedIds).to.deep.equal(['pi_1', paymentId]);
    expect(given({}).usedIds).to.equal(undefined);
  });

  it('is kept once, and never as an intent without an id', () => {
    const model: Model = { ...open(lazy, { attempt: onFetched(lazy) }), usedIds: ['pi_1'] };
    expect(play(model, status(paid)).model.usedIds).to.deep.equal(['pi_1']);
    expect(play(open(plain), status(paid)).model.usedIds).to.equal(undefined);
  });

  for (const [what, id] of [
    ['it', intent.id],
    ['the id of its payment', intent.paymentId],
  ] as const)
    it(`is refused when the page offers ${what} again: the error names the field`, () => {
      const model: Model = { ...ready(order('1', lazy)), usedIds: [id] };
      const again = play(model, submit, locked(), { type: 'intent-fetched', paymentId, intent });
      expect(again.state).to.have.nested.property('error.field', 'intent');
      expect(again.state).to.have.nested.property('error.message').that.contains('used before');
    });

  it('is kept when the page goes on to another order', () => {
    const moved = play({ ...open(order('1', lazy)), usedIds: ['pi_1'] }, configured(order('2', lazy)));
    expect(moved.model).to.deep.equal({
      setup: complete(order('2', lazy)),
      state: { phase: 'ready' },
      usedIds: ['pi_1'],
    });
  });
});
