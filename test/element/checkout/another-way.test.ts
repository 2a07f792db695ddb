import { expect } from 'chai';
import { describe, it } from 'node:test';
import { giveUpAfterMs, anotherWayAfterMs } from '../../../src/element/checkout/timeouts.js';
import {
  type Timed,
  attempt,
  expectEnded,
  initiated,
  now,
  open,
  paymentId,
  play,
  savedAttempts,
  status,
  transition,
  way,
} from './cases.js';
import { askableLazy, lazyConfig as lazy, secretConfig as plain } from './world.js';

describe('another way to pay', () => {
  it('is offered after ten minutes, and not before', () => {
    const early = play(open(askableLazy), { type: 'time-passed', now: now + anotherWayAfterMs - 1 });
    expect(early.state).to.deep.include({ anotherWay: 'none' });
    const { state, effects } = play(open(askableLazy), { type: 'time-passed', now: now + anotherWayAfterMs });
    expect(state).to.deep.include({ anotherWay: 'offered' });
    expect(effects).to.deep.equal([]);
  });

  it('is offered after ten minutes also where the device’s clock was set back meanwhile', () => {
    const hour = 3_600_000;
    const back = play(open(askableLazy), { type: 'time-passed', now: now - hour });
    expect(back.state).to.deep.include({ anotherWay: 'none' });
    const later = play(back.model, { type: 'time-passed', now: now - hour + anotherWayAfterMs });
    expect(later.state).to.deep.include({ anotherWay: 'offered' });
  });

  it('is not offered while another tab pays', () => {
    const model = open(askableLazy, { inOtherTab: true });
    expect(transition(model, { type: 'time-passed', now: now + anotherWayAfterMs })).to.deep.equal({
      model,
      effects: [],
    });
  });

  it('takes two steps, and the payer can go back', () => {
    const offered = open(lazy, { anotherWay: 'offered' });
    for (const choice of ['confirm', 'back'] as const) {
      expect(transition(offered, way(choice))).to.deep.equal({ model: offered, effects: [] });
    }
    expect(play(offered, way('ask')).state).to.deep.include({ anotherWay: 'chosen' });
    expect(play(offered, way('ask'), way('back')).state).to.deep.include({ anotherWay: 'offered' });
    const none = open(askableLazy);
    expect(transition(none, way('ask'))).to.deep.equal({ model: none, effects: [] });
  });

  it('is the same way, and safe, where the secret can still make its one payment', () => {
    const { state } = play(open(plain, { anotherWay: 'chosen' }), way('confirm'));
    expect(state).to.deep.equal({ phase: 'ready', held: attempt(plain, 'refused') });
    const used = play(open(plain, { anotherWay: 'chosen', intentStatus: 'used' }), way('confirm'));
    expect(used.state).to.deep.equal({ phase: 'expired', mayBePaid: true });
  });

  it('comes by itself when the server says that the bank has waited for an hour', () => {
    const outcome = { status: 'unknown', paymentId, payment: initiated } as const;
    const hour: Timed = { type: 'time-passed', now: now + giveUpAfterMs };
    const over = { outcome, confirmedByService: true, anotherWay: 'offered' } as const;
    expect(play(open(lazy, over), hour).state.phase).to.equal('unknown');
    // What was read before a page slept says nothing about now.
    const asks = play(open(askableLazy, over), hour);
    expect(asks.state.phase).to.equal('unknown');
    expectEnded(play(asks.model, status(initiated, now + giveUpAfterMs)));
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
});
