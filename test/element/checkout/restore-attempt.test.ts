import { expect } from 'chai';
import { describe, it } from 'node:test';
import { giveUpAfterMs } from '../../../src/element/checkout/timeouts.js';
import {
  attempt,
  configured,
  expectEnded,
  storeChanged,
  initiated,
  locked,
  notFoundInGrace,
  now,
  of,
  order,
  paymentId,
  play,
  savedStages,
  status,
  submit,
  types,
  waiting,
} from './cases.js';
import { askable, askableLazy, lazyConfig as lazy, stored, secretConfig as plain } from './world.js';

describe('a payment that the store knows', () => {
  it('and that never arrived gives way to a fresh form', () => {
    const { state, effects } = play(
      waiting,
      configured(askableLazy, stored(paymentId, 'sent')),
      ...notFoundInGrace,
    );
    expectEnded({ state, effects });
    expect(savedStages(effects)).to.deep.equal(['free']);
  });

  it('and that never arrived goes out on the same intent where the secret names the purchase', () => {
    const { state } = play(waiting, configured(askable, stored(paymentId, 'sent')), ...notFoundInGrace);
    expect(state).to.deep.equal({ phase: 'ready', held: attempt(askable, 'lost') });
  });

  it('at the bank is not ended by "no such payment"', () => {
    const { state } = play(
      waiting,
      configured(askableLazy, stored(paymentId, 'waiting')),
      ...notFoundInGrace,
    );
    expect(state.phase).to.equal('unknown');
  });

  for (const [what, config, entry, phase] of [
    ['counts where the merchant names the purchase', order('7', lazy), stored(paymentId, 'paid'), 'paid'],
    ['counts on Back and reload', lazy, stored(paymentId, 'authorized', { returned: true }), 'authorized'],
    ['counts for the intent that it was made on', plain, stored(paymentId, 'paid'), 'paid'],
    ['is dropped on a new visit', lazy, stored(paymentId, 'paid'), 'ready'],
    [
      'is asked about where somebody can be asked',
      order('7', askableLazy),
      stored(paymentId, 'paid'),
      'unknown',
    ],
  ] as const) {
    it(`as final ${what}: ${phase}`, () => {
      const { state, model, effects } = play(waiting, configured(config, entry));
      expect(state.phase).to.equal(phase);
      expect(of(effects, 'forget-attempt')).to.have.length(phase === 'ready' ? 1 : 0);
      const advices = of(effects, 'advise-developer').map(({ advice }) => advice);
      expect(advices.join()).to.contain(phase === 'ready' ? 'Set `reference`' : '');
      expect(model.earlierPaymentId).to.equal(phase === 'ready' ? paymentId : undefined);
    });
  }

  it('as paid an hour ago is not abandoned, nor is another way offered, when the status lags behind', () => {
    const entry = stored(paymentId, 'paid', { at: now - 60 * 60_000 });
    const { state } = play(waiting, configured(order('7', askableLazy), entry), status(initiated));
    expect(state).to.include({ phase: 'unknown', anotherWay: 'none' });
  });

  it('and was dropped does not stop the next purchase, but one that another tab has paid since does', () => {
    const { model } = play(waiting, configured(lazy, stored('old', 'paid')));
    const pays = (id: string) => play(model, submit, locked(stored(id, 'paid')));
    expect(of(pays('old').effects, 'fetch-intent')).to.have.length(1);
    expect(pays('new').state.phase).to.equal('paid');
  });

  it('as claimed is looked for: only while somebody pays does the form wait', () => {
    const first = play(waiting, configured(lazy, stored('p9', 'claimed')));
    expect(first.state).to.deep.equal({ phase: 'ready' });
    expect(types(first.effects)).to.deep.equal(['emit-ready', 'peek-store']);
    expect(play(first.model, storeChanged(stored('p9', 'claimed'))).state.phase).to.equal('ready');
    expect(play(first.model, storeChanged(stored('p9', 'claimed'), true)).state).to.deep.include({
      inOtherTab: true,
    });
  });

  it('as free holds nobody up', () => {
    const { state, effects } = play(waiting, configured(lazy, stored('p9', 'free')));
    expect(state).to.deep.equal({ phase: 'ready' });
    expect(types(effects)).to.deep.equal(['emit-ready']);
  });

  it('at the bank for an hour is abandoned once the server says that it still waits', () => {
    const entry = stored(paymentId, 'waiting', { at: now - giveUpAfterMs });
    expect(play(waiting, configured(lazy, entry)).state).to.deep.include({
      phase: 'unknown',
      anotherWay: 'offered',
    });
    const asks = play(waiting, configured(askableLazy, entry));
    expect(asks.state.phase).to.equal('unknown');
    const { state, effects } = play(asks.model, status(initiated));
    expectEnded({ state, effects });
    expect(savedStages(effects)).to.deep.equal(['given-up']);
  });
});
