import { expect } from '@open-wc/testing';
import { abandonedAfter, grace, offerAfter } from '../../src/checkout/asked-about.js';
import type { Config } from '../../src/checkout/config.js';
import type { Payment } from '../../src/checkout/payment.js';
import type { Attempt } from '../../src/checkout/ports.js';
import type { Remembered } from '../../src/checkout/purchase.js';
import type { Effect, Model, Unknown } from '../../src/checkout/state.js';
import { sameSource } from '../../src/checkout/step.js';
import { PayError } from '../../src/error.js';
import {
  type Timed,
  answered,
  attempt,
  error,
  failed,
  initiated,
  nobody,
  now,
  of,
  order,
  other,
  paid,
  paymentId,
  play,
  ready,
  sending,
  transition,
  unknown,
} from './cases.js';
import {
  askable,
  askableLazy,
  byCard,
  byGiven,
  complete,
  intent,
  lazyConfig as lazy,
  missing,
  remembered,
  secretConfig as plain,
} from './world.js';

/** What a payment leaves behind for the sentences, for memory and for the next attempt. */

const silent = answered({ kind: 'silent' });
const status = (payment?: Payment, at = now): Timed => ({
  type: 'status-answered',
  paymentId,
  payment,
  now: at,
});
const heard = (entry: Remembered | undefined, busy = false): Timed => ({
  type: 'heard',
  news: { entry, busy },
});
const way = (choice: 'ask' | 'confirm' | 'back'): Timed => ({ type: 'another-way', choice });
const configured = (config: Config, entry?: Remembered): Timed => ({
  type: 'configured',
  setup: complete(config),
  entry,
});
const claimed = (entry: Remembered | undefined, busy = false): Timed => ({
  type: 'claimed',
  paymentId,
  news: { entry, busy },
});
const submit: Timed = { type: 'submitted', paymentId, by: byCard };
const waiting: Model = { setup: missing, state: { phase: 'waiting' } };
const open = (config: Config, over: Partial<Unknown> = {}): Model => ({
  setup: complete(config),
  state: unknown(config, over),
});
/** An attempt on an intent that a lazy source has answered. */
const fetched = (config: Config): Attempt => ({
  ...attempt(config),
  intent: { id: 'pi_1', clientSecret: 'pi_secret_1' },
});
const limbo: Payment = { id: paymentId, status: 'limbo' };
const noted = (effects: readonly Effect[]) =>
  of(effects, 'note').map((note) => `${note.paymentId} ${note.stage}`);
const types = (effects: readonly Effect[]) => effects.map(({ type }) => type);

describe('that something was sent', () => {
  it('is kept once the answer is lost, and once a payment has ended', () => {
    expect(play(sending(lazy), silent).model.sentBefore).to.equal(true);
    expect(play(sending(lazy), answered({ kind: 'payment', payment: failed })).model.sentBefore).to.equal(
      true,
    );
    expect(play(ready(lazy), submit, claimed(undefined)).model.sentBefore).to.equal(undefined);
  });

  it('is kept of another payment of the purchase, and not of the attempt that is held', () => {
    const held: Model = { setup: complete(plain), state: { phase: 'ready', held: attempt(plain) } };
    const own = play(held, configured(plain, remembered(paymentId, 'claimed')));
    expect(own.model.sentBefore).to.equal(undefined);
    const others = play(held, configured(plain, remembered('p9', 'free')));
    expect(others.model.sentBefore).to.equal(true);
    const fresh = play(waiting, configured(plain, remembered('p9', 'free')));
    expect(fresh.model.sentBefore).to.equal(true);
  });

  it('is kept when another payment was given up, with that it may still go through', () => {
    const entry = remembered(paymentId, 'free', { givenUp: true });
    expect(play(waiting, configured(lazy, entry)).model.otherOpen).to.equal(true);
    expect(play(waiting, configured(lazy, remembered(paymentId, 'free'))).model.otherOpen).to.equal(
      undefined,
    );
  });
});

describe('an intent that is used', () => {
  it('is kept when its payment was seen or it was refused as used, and it is given up', () => {
    const given = (over: Partial<Unknown>) =>
      play(open(lazy, { attempt: fetched(lazy), anotherWay: 'chosen', ...over }), way('confirm')).model;
    expect(given({ seen: true }).usedUp).to.deep.equal(['pi_1']);
    expect(given({ spent: true }).usedUp).to.deep.equal(['pi_1']);
    expect(given({}).usedUp).to.equal(undefined);
  });

  it('is kept once, and never as an intent without an id', () => {
    const model: Model = { ...open(lazy, { attempt: fetched(lazy) }), usedUp: ['pi_1'] };
    expect(play(model, status(paid)).model.usedUp).to.deep.equal(['pi_1']);
    expect(play(open(plain), status(paid)).model.usedUp).to.equal(undefined);
  });

  it('is not taken again from a source, whose name is in the error; another order keeps that in mind', () => {
    const model: Model = { ...ready(order('1', lazy)), usedUp: [intent.id] };
    const again = play(model, submit, claimed(undefined), { type: 'intent-fetched', paymentId, intent });
    expect(again.state).to.have.nested.property('error.field', 'intent');
    expect(again.state).to.have.nested.property('error.message').that.contains('used before');
    const moved = play({ ...open(order('1', lazy)), usedUp: ['pi_1'] }, configured(order('2', lazy)));
    expect(moved.model).to.deep.equal({
      setup: complete(order('2', lazy)),
      state: { phase: 'ready' },
      usedUp: ['pi_1'],
    });
  });
});

describe('an open payment', () => {
  it('that memory has had for ten minutes can be paid another way at once, and not a moment before', () => {
    const since = (at: number) =>
      play(waiting, configured(askableLazy, remembered(paymentId, 'sent', { at }))).state;
    expect(since(now - offerAfter)).to.deep.include({ anotherWay: 'offered', elsewhere: false });
    expect(since(now - offerAfter + 1)).to.deep.include({ anotherWay: 'none', elsewhere: false });
  });

  it('that memory knows is told, watched and asked about, and settles no promise', () => {
    const { effects } = play(waiting, configured(askableLazy, remembered(paymentId, 'sent')));
    expect(types(effects)).to.deep.equal(['clear', 'tell-outcome', 'watch-time', 'ask-status']);
  });

  it('is sent again from memory only where the secret itself names the purchase, and it is not final', () => {
    const from = (config: Config, entry: Remembered) => play(waiting, configured(config, entry)).state;
    expect(from(askable, remembered(paymentId, 'sent'))).to.deep.include({
      attempt: attempt(askable, 'lost'),
    });
    expect(from(order('7', askable), remembered(paymentId, 'sent'))).to.deep.include({ attempt: undefined });
    expect(from(askable, remembered(paymentId, 'paid'))).to.deep.include({ attempt: undefined, seen: true });
  });

  it('is told anew only when it is another one', () => {
    const own = play(open(askableLazy), heard(remembered(paymentId, 'paid')));
    expect(types(own.effects)).to.deep.equal(['clear', 'watch-time', 'ask-status']);
    const elsewhere = open(askableLazy, { elsewhere: true, attempt: undefined });
    const others = play(elsewhere, heard(remembered('p9', 'sent'), true));
    expect(of(others.effects, 'tell-outcome').map(({ outcome }) => outcome.paymentId)).to.deep.equal(['p9']);
    expect(others.state).to.deep.include({ elsewhere: true });
    expect(transition(elsewhere, heard(remembered(paymentId, 'sent'), true))).to.deep.equal({
      model: elsewhere,
      effects: [],
    });
  });

  it('is noted as waiting when it is seen first, and not again, nor for another tab', () => {
    const first = play(open(askable), status(initiated));
    expect(noted(first.effects)).to.deep.equal([`${paymentId} waiting`]);
    expect(types(play(first.model, status(initiated)).effects)).to.deep.equal(['ask-status']);
    expect(noted(play(open(askable, { elsewhere: true }), status(limbo)).effects)).to.deep.equal([]);
  });

  it('is not abandoned after an hour unless it waits at the bank', () => {
    const model = open(askableLazy, { attempt: undefined, since: now - abandonedAfter });
    expect(play(model, status(limbo)).state.phase).to.equal('unknown');
    expect(play(model, status(initiated)).state.phase).to.equal('ready');
  });

  it('is not lost by three answers within the minute', () => {
    const answers = [0, 1, grace.time - 1].map((after) => status(undefined, now + after));
    expect(play(open(askable), ...answers).state.phase).to.equal('unknown');
  });

  it('that is free in memory holds nobody up, and neither does one that another tab has lost', () => {
    const model = open(lazy, { attempt: undefined });
    expect(play(model, heard(remembered('p9', 'free'))).state.phase).to.equal('unknown');
    expect(play(model, heard(remembered(paymentId, 'sent'))).state.phase).to.equal('unknown');
    expect(play(model, heard(remembered(paymentId, 'authorized'))).state.phase).to.equal('authorized');
  });
});

describe('the payer’s word to pay another way', () => {
  it('is not taken back by time, nor by going back from where nothing was chosen', () => {
    const chosen = open(lazy, { anotherWay: 'chosen', since: now - offerAfter });
    expect(transition(chosen, { type: 'time-passed' })).to.deep.equal({ model: chosen, effects: [] });
    for (const anotherWay of ['none', 'offered'] as const) {
      const model = open(lazy, { anotherWay });
      expect(transition(model, way('back'))).to.deep.equal({ model, effects: [] });
    }
  });

  it('ends a secret whose payment was seen, and the payment is remembered as given up', () => {
    const { state, effects } = play(open(plain, { anotherWay: 'chosen', seen: true }), way('confirm'));
    expect(state).to.deep.equal({ phase: 'expired', refused: true });
    expect(noted(effects)).to.deep.equal([`${paymentId} given-up`]);
  });

  it('means nothing where no payment is open', () => {
    for (const choice of ['ask', 'confirm', 'back'] as const)
      expect(transition(ready(lazy), way(choice))).to.deep.equal({ model: ready(lazy), effects: [] });
  });
});

describe('before a payment', () => {
  it('what is held of another order is let go', () => {
    const held = { ...attempt(order('1', plain), 'refused') };
    const model: Model = { setup: complete(order('1', plain)), state: { phase: 'ready', held } };
    expect(play(model, configured(order('2', plain))).state).to.deep.equal({ phase: 'ready' });
  });

  it('only a claim that somebody still holds makes the form wait', () => {
    expect(play(ready(lazy), heard(remembered('p9', 'free'), true)).state.phase).to.equal('ready');
    const stays = play(ready(lazy), submit, claimed(remembered('p9', 'free'), true));
    expect(stays.state).to.have.nested.property('error.code', 'canceled');
  });

  it('what another tab did with the attempt that is held here is no news', () => {
    const model: Model = { setup: complete(plain), state: { phase: 'ready', held: attempt(plain) } };
    expect(transition(model, heard(remembered(paymentId, 'sent')))).to.deep.equal({ model, effects: [] });
  });

  it('the end of a secret ends the form, and was not a refusal; a lazy source has no end', () => {
    const ended = { ...plain, expiresAt: now };
    expect(play(ready(ended), { type: 'time-passed' }).state).to.deep.equal({
      phase: 'expired',
      refused: false,
    });
    const asks = play(ready({ ...lazy, expiresAt: now }), submit);
    expect(asks.state).to.deep.include({ phase: 'paying', step: 'claiming' });
  });

  it('an attempt that was never sent is used again over the same price only, currency included', () => {
    const price = { amount: 100, currency: 'SAR' };
    const attempted = (over: Config['price']) => {
      const held = { ...attempt({ ...plain, price }), paymentId: 'p1' };
      const model: Model = { setup: complete({ ...plain, price: over }), state: { phase: 'ready', held } };
      const { state } = play(model, submit);
      return state.phase === 'paying' ? state.paymentId : state.phase;
    };
    expect(attempted(price)).to.equal('p1');
    expect(attempted({ amount: 100, currency: 'KWD' })).to.equal(paymentId);
    expect(attempted({ amount: 101, currency: 'SAR' })).to.equal(paymentId);
    expect(attempted(undefined)).to.equal(paymentId);
    const unpriced: Model = {
      setup: complete({ ...plain, price: undefined }),
      state: { phase: 'ready', held: { ...attempt({ ...plain, price: undefined }), paymentId: 'p1' } },
    };
    expect(play(unpriced, submit).state).to.deep.include({ paymentId: 'p1' });
  });

  it('an attempt that is stopped frees the purchase, unless it was only being claimed or was sent before', () => {
    const stop: Timed = { type: 'stopped', paymentId, error };
    const claiming = play(ready(plain), submit);
    expect(noted(play(claiming.model, stop).effects)).to.deep.equal([]);
    const announcing = play(claiming.model, claimed(undefined));
    expect(noted(play(announcing.model, stop).effects)).to.deep.equal([`${paymentId} free`]);
    expect(types(play(sending(plain, 'lost'), stop).effects)).to.deep.equal(['tell-error', 'reject']);
    expect(types(play(announcing.model, stop).effects)).to.deep.equal(['note', 'tell-error', 'reject']);
  });

  it('a purchase that nobody knows anything of is claimed without a word about others', () => {
    const { model } = play(ready(lazy), submit, { type: 'claimed', paymentId, news: nobody });
    expect(model).not.to.have.property('sentBefore');
    expect(model).not.to.have.property('otherOpen');
  });

  it('a 409 of the merchant’s lets go of an attempt that was never sent', () => {
    const conflict = new PayError('api', 'paid already', { status: 409 });
    const announcing = play(ready(plain), submit, claimed(undefined));
    const { state } = play(announcing.model, { type: 'stopped', paymentId, error: conflict });
    expect(state).to.deep.equal({ phase: 'ready', error: conflict });
  });
});

describe('a decline', () => {
  it('of what was not typed leaves the card in the inputs', () => {
    const declined = (by: Parameters<typeof withBy>[0]) =>
      types(play(withBy(by), answered({ kind: 'payment', payment: failed })).effects);
    expect(declined(byCard)).to.deep.equal(['clear', 'note', 'resolve', 'tell-outcome']);
    expect(declined(byGiven)).to.deep.equal(['note', 'resolve', 'tell-outcome']);
  });

  const withBy = (by: typeof byCard): Model => ({
    setup: complete(lazy),
    state: { phase: 'paying', step: 'sending', paymentId, config: lazy, by, attempt: attempt(lazy) },
  });
});

describe('which source of an intent is the same', () => {
  const sources: readonly Config['source'][] = [
    { kind: 'secret', clientSecret: 'pi_secret_1', intentId: undefined },
    { kind: 'secret', clientSecret: 'pi_secret_2', intentId: undefined },
    { kind: 'url', url: 'https://shop.example/1' },
    { kind: 'url', url: 'https://shop.example/2' },
    { kind: 'checkout', url: 'https://shop.example/1' },
    { kind: 'checkout', url: 'https://shop.example/2' },
    { kind: 'function', fetchIntent: () => Promise.resolve() },
  ];
  for (const [at, source] of sources.entries()) {
    it(`as ${JSON.stringify(source)}: only that one`, () => {
      const same = sources.map((other) => sameSource({ ...plain, source }, { ...plain, source: other }));
      expect(same).to.deep.equal(sources.map((_, place) => place === at));
    });
  }

  it('keeps what is held when the page sets other values, and lets it go with another source', () => {
    const held: Model = { setup: complete(plain), state: { phase: 'ready', held: attempt(plain) } };
    const more = configured({ ...plain, timeout: 1 });
    expect(play(held, more).state).to.deep.include({ held: attempt(plain) });
    expect(play(held, configured(other)).state).not.to.have.property('held');
  });
});

describe('what the page sets meanwhile', () => {
  it('waits while the payer is at the bank, and for a purchase that is paid', () => {
    const bank = play(sending(order('1', plain)), answered({ kind: 'payment', payment: initiated }));
    expect(play(bank.model, configured(order('2', plain))).state).to.deep.equal(bank.state);
    for (const phase of ['paid', 'authorized'] as const) {
      const state = { phase, outcome: { status: phase, paymentId }, used: order('1', plain) } as const;
      const model: Model = { setup: complete(order('1', plain)), state };
      expect(play(model, configured({ ...order('1', plain), timeout: 1 })).state).to.deep.equal(state);
      expect(play(model, configured(order('2', plain))).state).to.deep.equal({ phase: 'ready' });
    }
  });

  it('is a later purchase where only the page names it, though the last one was paid', () => {
    const config: Config = {
      ...plain,
      source: { kind: 'function', fetchIntent: () => Promise.resolve() },
      purchase: { by: 'page', place: 'https://shop.example/', key: 'page https://shop.example/' },
    };
    expect(play(waiting, configured(config, remembered('old', 'paid'))).state).to.deep.equal({
      phase: 'ready',
    });
  });

  it('is another purchase only under the same kind of name', () => {
    const named = play(open(order('1', lazy)), configured(lazy));
    expect(named.state.phase).to.equal('unknown');
  });
});
