import { expect } from 'chai';
import { describe, it } from 'node:test';
import { giveUpAfterMs, anotherWayAfterMs, notFoundGraceMs } from '../../../src/element/checkout/timeouts.js';
import type { Config } from '../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import type { StoredAttempt } from '../../../src/element/checkout/purchase.js';
import type { Model, UnknownState } from '../../../src/element/checkout/state.js';
import {
  answered,
  attempt,
  lockedWith,
  configured,
  failed,
  storeChanged,
  initiated,
  savedAttempts,
  now,
  of,
  open,
  order,
  paid,
  paymentId,
  play,
  ready,
  sending,
  status,
  submit,
  transition,
  types,
  waiting,
  way,
  intent,
} from './cases.js';
import {
  askable,
  askableLazy,
  byCard,
  byGiven,
  complete,
  lazyConfig as lazy,
  stored,
  secretConfig as plain,
} from './world.js';

/** What a payment leaves behind for the sentences, for the store and for the next attempt. */

const silent = answered({ kind: 'no-answer' });
/** An attempt on an intent that a lazy source has answered. */
const fetched = (config: Config): Attempt => ({
  ...attempt(config),
  intent: { id: 'pi_1', clientSecret: 'pi_secret_1' },
});
const unknownStatus: CheckoutPayment = { id: paymentId, status: 'limbo' };

describe('that something was sent', () => {
  it('is kept once the answer is lost, and once a payment has ended', () => {
    expect(play(sending(lazy), silent).model.mayHaveSentBefore).to.equal(true);
    expect(
      play(sending(lazy), answered({ kind: 'payment', payment: failed })).model.mayHaveSentBefore,
    ).to.equal(true);
    expect(play(ready(lazy), submit, lockedWith(undefined)).model.mayHaveSentBefore).to.equal(undefined);
  });

  it('is kept of another payment of the purchase, and not of the attempt that is held', () => {
    const held: Model = { setup: complete(plain), state: { phase: 'ready', held: attempt(plain) } };
    const own = play(held, configured(plain, stored(paymentId, 'claimed')));
    expect(own.model.mayHaveSentBefore).to.equal(undefined);
    const others = play(held, configured(plain, stored('p9', 'free')));
    expect(others.model.mayHaveSentBefore).to.equal(true);
    const fresh = play(waiting, configured(plain, stored('p9', 'free')));
    expect(fresh.model.mayHaveSentBefore).to.equal(true);
  });

  it('keeps the note that an abandoned payment may still go through', () => {
    const entry = stored(paymentId, 'free', { givenUp: true });
    expect(play(waiting, configured(lazy, entry)).model.hasOtherOpenPayment).to.equal(true);
    expect(play(waiting, configured(lazy, stored(paymentId, 'free'))).model.hasOtherOpenPayment).to.equal(
      undefined,
    );
  });
});

describe('an intent that is used', () => {
  it('is kept when its payment was seen or it was refused as used, and it is given up', () => {
    const given = (over: Partial<UnknownState>) =>
      play(open(lazy, { attempt: fetched(lazy), anotherWay: 'chosen', ...over }), way('confirm')).model;
    expect(given({ confirmedByService: true }).usedIds).to.deep.equal(['pi_1', paymentId]);
    expect(given({ intentStatus: 'used' }).usedIds).to.deep.equal(['pi_1', paymentId]);
    expect(given({}).usedIds).to.equal(undefined);
  });

  it('is kept once, and never as an intent without an id', () => {
    const model: Model = { ...open(lazy, { attempt: fetched(lazy) }), usedIds: ['pi_1'] };
    expect(play(model, status(paid)).model.usedIds).to.deep.equal(['pi_1']);
    expect(play(open(plain), status(paid)).model.usedIds).to.equal(undefined);
  });

  for (const [what, id] of [
    ['it', intent.id],
    ['the id of its payment', intent.paymentId],
  ] as const)
    it(`is refused when the page offers ${what} again: the error names the field`, () => {
      const model: Model = { ...ready(order('1', lazy)), usedIds: [id] };
      const again = play(model, submit, lockedWith(undefined), { type: 'intent-fetched', paymentId, intent });
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

describe('an open payment', () => {
  it('that the store has had for ten minutes can be paid another way at once, and not a moment before', () => {
    const since = (at: number) =>
      play(waiting, configured(askableLazy, stored(paymentId, 'sent', { at }))).state;
    expect(since(now - anotherWayAfterMs)).to.deep.include({ anotherWay: 'offered', inOtherTab: false });
    expect(since(now - anotherWayAfterMs + 1)).to.deep.include({ anotherWay: 'none', inOtherTab: false });
  });

  it('polls and reports a stored open payment, and resolves no submit', () => {
    const { effects } = play(waiting, configured(askableLazy, stored(paymentId, 'sent')));
    expect(types(effects)).to.deep.equal(['clear', 'watch-time', 'ask-status', 'emit-outcome', 'peek-store']);
  });

  it('is open in the other tab as long as that tab sends it, and is missing only after that', () => {
    const own = order('7', askable);
    const loaded = play(waiting, configured(own, stored(paymentId, 'sent'))).model;
    const elsewhere = play(loaded, storeChanged(stored(paymentId, 'sent'), true));
    expect(elsewhere.state).to.include({ phase: 'unknown', inOtherTab: true });
    const ended = play(elsewhere.model, storeChanged(stored(paymentId, 'sent')));
    expect(ended.state).to.include({ phase: 'unknown', inOtherTab: false, notFound: undefined });
  });

  it('is sent again from the store only where the secret itself names the purchase, and it is not final', () => {
    const from = (config: Config, entry: StoredAttempt) => play(waiting, configured(config, entry)).state;
    expect(from(askable, stored(paymentId, 'sent'))).to.deep.include({
      attempt: attempt(askable, 'lost'),
    });
    expect(from(order('7', askable), stored(paymentId, 'sent'))).to.deep.include({ attempt: undefined });
    expect(from(askable, stored(paymentId, 'paid'))).to.deep.include({
      attempt: undefined,
      confirmedByService: true,
    });
  });

  it('is told anew only when it is another one', () => {
    const own = play(open(askableLazy), storeChanged(stored(paymentId, 'paid')));
    expect(types(own.effects)).to.deep.equal(['clear', 'watch-time', 'ask-status']);
    const elsewhere = open(askableLazy, { inOtherTab: true, attempt: undefined });
    const others = play(elsewhere, storeChanged(stored('p9', 'sent'), true));
    expect(of(others.effects, 'emit-outcome').map(({ outcome }) => outcome.paymentId)).to.deep.equal(['p9']);
    expect(others.state).to.deep.include({ inOtherTab: true });
    expect(transition(elsewhere, storeChanged(stored(paymentId, 'sent'), true))).to.deep.equal({
      model: elsewhere,
      effects: [],
    });
  });

  it('is noted as waiting when it is seen first, and not again, nor for another tab', () => {
    const first = play(open(askable), status(initiated));
    expect(savedAttempts(first.effects)).to.deep.equal([`${paymentId} waiting`]);
    expect(types(play(first.model, status(initiated)).effects)).to.deep.equal(['ask-status']);
    expect(
      savedAttempts(play(open(askable, { inOtherTab: true }), status(unknownStatus)).effects),
    ).to.deep.equal([]);
  });

  it('is not abandoned after an hour unless it waits at the bank', () => {
    const model = open(askableLazy, { attempt: undefined, openSince: now - giveUpAfterMs });
    expect(play(model, status(unknownStatus)).state.phase).to.equal('unknown');
    expect(play(model, status(initiated)).state.phase).to.equal('ready');
  });

  it('is not lost by three answers within the minute', () => {
    const answers = [0, 1, notFoundGraceMs - 1].map((after) => status(undefined, now + after));
    expect(play(open(askable), ...answers).state.phase).to.equal('unknown');
  });

  it('stays unknown whatever another tab says that is no outcome, and ends when it was authorized there', () => {
    const model = open(lazy, { attempt: undefined });
    expect(play(model, storeChanged(stored('p9', 'free'))).state.phase).to.equal('unknown');
    expect(play(model, storeChanged(stored(paymentId, 'sent'))).state.phase).to.equal('unknown');
    expect(play(model, storeChanged(stored(paymentId, 'authorized'))).state.phase).to.equal('authorized');
  });
});

describe('the payer’s word to pay another way', () => {
  it('is not taken back by time, nor by going back from where nothing was chosen', () => {
    const chosen = open(lazy, { anotherWay: 'chosen', openSince: now - anotherWayAfterMs });
    expect(transition(chosen, { type: 'time-passed' })).to.deep.equal({ model: chosen, effects: [] });
    for (const anotherWay of ['none', 'offered'] as const) {
      const model = open(lazy, { anotherWay: anotherWay });
      expect(transition(model, way('back'))).to.deep.equal({ model, effects: [] });
    }
  });

  it('ends a secret whose payment was seen, and the payment is remembered as given up', () => {
    const { state, effects } = play(
      open(plain, { anotherWay: 'chosen', confirmedByService: true }),
      way('confirm'),
    );
    expect(state).to.deep.equal({ phase: 'expired', mayBePaid: true });
    expect(savedAttempts(effects)).to.deep.equal([`${paymentId} given-up`]);
  });

  it('means nothing where no payment is open', () => {
    for (const choice of ['ask', 'confirm', 'back'] as const)
      expect(transition(ready(lazy), way(choice))).to.deep.equal({ model: ready(lazy), effects: [] });
  });
});

describe('a decline', () => {
  it('of what was not typed leaves the card in the inputs', () => {
    const declined = (by: Parameters<typeof withBy>[0]) =>
      types(play(withBy(by), answered({ kind: 'payment', payment: failed })).effects);
    expect(declined(byCard)).to.deep.equal(['clear', 'save-attempt', 'resolve-submit', 'emit-outcome']);
    expect(declined(byGiven)).to.deep.equal(['save-attempt', 'resolve-submit', 'emit-outcome']);
  });

  const withBy = (by: typeof byCard): Model => ({
    setup: complete(lazy),
    state: { phase: 'paying', step: 'sending', paymentId, config: lazy, method: by, attempt: attempt(lazy) },
  });
});
