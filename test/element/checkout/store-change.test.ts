import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Config } from '../../../src/element/checkout/config.js';
import type {} from '../../../src/element/checkout/state.js';
import {
  failed,
  storeChanged,
  notFoundInGrace,
  open,
  paymentId,
  play,
  ready,
  status,
  readyWith,
  settled,
} from './cases.js';
import { askableLazy, lazyConfig as lazy, stored, secretConfig as plain } from './world.js';

describe('a change in the attempt store', () => {
  for (const [what, entry, phase] of [
    ['another tab has sent', stored('p9', 'sent'), 'unknown'],
    ['another tab has gone to the bank', stored('p9', 'waiting'), 'unknown'],
    ['another tab has paid', stored('p9', 'paid'), 'paid'],
    ['another tab was declined', stored('p9', 'free'), 'ready'],
    ['nobody has done anything', undefined, 'ready'],
  ] as const) {
    it(`${what}: an idle form is ${phase}`, () => {
      expect(play(ready(lazy), storeChanged(entry)).state.phase).to.equal(phase);
    });
  }

  it('reaches the form of a declined card, and a declined secret no longer says that nothing was charged', () => {
    const declined = (config: Config) => settled(config, 'failed');
    for (const stage of ['sent', 'waiting', 'paid'] as const) {
      const entry = stored('p9', stage);
      expect(play(declined(lazy), storeChanged(entry)).state.phase).to.equal(
        stage === 'paid' ? 'paid' : 'unknown',
      );
      const { model, effects } = play(declined(plain), storeChanged(entry));
      expect(model).to.deep.equal({ ...declined(plain), mayHaveSentBefore: true, hasOtherOpenPayment: true });
      expect(effects).to.deep.equal([]);
    }
    const [own, others] = [stored(paymentId, 'free'), stored('p9', 'free')];
    expect(play(declined(lazy), storeChanged(own)).model).to.deep.equal(declined(lazy));
    expect(play(declined(lazy), storeChanged(others)).state.phase).to.equal('failed');
  });

  for (const [what, entry, isLockedElsewhere, phase] of [
    ['still pays', stored(paymentId, 'sent'), true, 'unknown'],
    ['has stopped, and had sent nothing', stored(paymentId, 'claimed'), false, 'ready'],
    ['was declined', stored(paymentId, 'free'), false, 'ready'],
    ['has paid', stored(paymentId, 'paid'), false, 'paid'],
    ['lost its answer', stored(paymentId, 'sent'), false, 'unknown'],
    ['is forgotten', undefined, false, 'ready'],
  ] as const) {
    it(`who waits for another tab that ${what} is ${phase}`, () => {
      const { state } = play(
        open(lazy, { inOtherTab: true, attempt: undefined }),
        storeChanged(entry, isLockedElsewhere),
      );
      expect(state.phase).to.equal(phase);
      if (state.phase === 'unknown') expect(state.inOtherTab).to.equal(isLockedElsewhere);
    });
  }

  it('does not believe "no such payment" while another tab may be sending it', () => {
    const { state } = play(open(askableLazy, { inOtherTab: true, attempt: undefined }), ...notFoundInGrace);
    expect(state.phase).to.equal('unknown');
  });

  it('that the payment is settled ends the waiting; that it is free only where nothing is held', () => {
    expect(play(open(lazy), storeChanged(stored(paymentId, 'paid'))).state.phase).to.equal('paid');
    expect(play(open(lazy), storeChanged(stored(paymentId, 'free'))).state.phase).to.equal('unknown');
    for (const stage of ['free', 'given-up'] as const) {
      const free = play(open(lazy, { attempt: undefined }), storeChanged(stored(paymentId, stage)));
      expect(free.state.phase).to.equal('ready');
    }
  });

  it('that a payment has failed which the service had answered with ends the waiting for the bank', () => {
    for (const [config, ended] of [
      [lazy, { phase: 'ready' }],
      [plain, { phase: 'expired', mayBePaid: true }],
    ] as const) {
      const { model } = play(
        open(config, { confirmedByService: true }),
        storeChanged(stored(paymentId, 'free')),
      );
      expect(model.state).to.deep.equal(ended);
      const givenUp = play(
        open(config, { confirmedByService: true }),
        storeChanged(stored(paymentId, 'given-up')),
      );
      expect(givenUp.state.phase).to.equal('unknown');
    }
  });

  it('that a payment has failed is left to the server where it can be asked: it tells the page, and why', () => {
    const model = open(askableLazy, { confirmedByService: true });
    expect(play(model, storeChanged(stored(paymentId, 'free'))).model).to.deep.equal(model);
  });

  it('that another payment was sent or paid stays known, whatever becomes of this one', () => {
    for (const stage of ['sent', 'waiting', 'paid', 'authorized'] as const) {
      const { model } = play(open(lazy), storeChanged(stored('p9', stage)));
      expect(model).to.deep.equal({ ...open(lazy), hasOtherOpenPayment: true });
      expect(play(model, status(failed)).model.hasOtherOpenPayment).to.equal(true);
    }
    expect(play(open(lazy), storeChanged(stored('p9', 'free'))).model).to.deep.equal(open(lazy));
  });

  it('that what is held was paid after all ends it', () => {
    expect(play(readyWith(lazy, 'refused'), storeChanged(stored(paymentId, 'paid'))).state.phase).to.equal(
      'paid',
    );
    expect(
      play(readyWith(askableLazy, 'refused'), storeChanged(stored(paymentId, 'paid'))).state.phase,
    ).to.equal('unknown');
    for (const stage of ['sent', 'waiting', 'free'] as const)
      expect(play(readyWith(lazy, 'refused'), storeChanged(stored(paymentId, stage))).state).to.deep.equal(
        readyWith(lazy, 'refused').state,
      );
  });

  it('does not disturb what is held', () => {
    const model = readyWith(lazy, 'refused');
    const { state, effects } = play(model, storeChanged(stored('p9', 'sent')));
    expect(state).to.deep.equal(model.state);
    expect(effects).to.deep.equal([]);
  });
});
