import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Config } from '../../../src/element/checkout/config.js';
import type { Stage } from '../../../src/element/checkout/purchase.js';
import type { Model } from '../../../src/element/checkout/state.js';
import {
  type Timed,
  answered,
  locked,
  configured,
  error,
  storeChanged,
  initiated,
  savedAttempts,
  open,
  order,
  other,
  paymentId,
  play,
  ready,
  sending,
  stop,
  submit,
  transition,
  types,
  waiting,
  readyWith,
  settled,
  submitFresh,
} from './cases.js';
import {
  askable,
  complete,
  lazyConfig as lazy,
  missing,
  stored,
  secretConfig as plain,
  functionConfig,
} from './world.js';

/** What counts before a payment is sent: what is held, who else pays, and what the page sets meanwhile. */

describe('before a payment', () => {
  it('waits only while another tab holds the lock', () => {
    expect(play(ready(lazy), storeChanged(stored('p9', 'free'), true)).state.phase).to.equal('ready');
    const stays = play(ready(lazy), submit, locked(stored('p9', 'free'), true));
    expect(stays.state).to.have.nested.property('error.code', 'canceled');
  });

  it('what another tab did with the attempt that is held here changes only what is said about money', () => {
    const model = readyWith(plain, 'never-sent');
    const afterStoreChange = (stage: Stage) => transition(model, storeChanged(stored(paymentId, stage)));
    for (const stage of ['claimed', 'free', 'given-up'] as const)
      expect(afterStoreChange(stage)).to.deep.equal({ model, effects: [] });
    for (const stage of ['sent', 'waiting'] as const)
      expect(afterStoreChange(stage)).to.deep.equal({
        model: { ...model, mayHaveSentBefore: true },
        effects: [],
      });
  });

  it('an attempt that was never sent is used again over the same price only, currency included', () => {
    const price = { amount: 100, currency: 'SAR' };
    const paidBy = (before: Config['price'], after: Config['price']) => {
      const model = readyWith({ ...plain, price: before }, 'never-sent');
      const { state } = play({ ...model, setup: complete({ ...plain, price: after }) }, submitFresh);
      return state.phase === 'paying' ? state.paymentId : state.phase;
    };
    expect(paidBy(price, price)).to.equal(paymentId);
    expect(paidBy(undefined, undefined)).to.equal(paymentId);
    for (const other of [{ ...price, currency: 'KWD' }, { ...price, amount: 101 }, undefined])
      expect(paidBy(price, other)).to.equal('fresh');
  });

  it('an attempt that is stopped frees the purchase, unless it was only being claimed or was sent before', () => {
    const claiming = play(ready(plain), submit);
    expect(savedAttempts(play(claiming.model, stop).effects)).to.deep.equal([]);
    const announcing = play(claiming.model, locked());
    expect(savedAttempts(play(announcing.model, stop).effects)).to.deep.equal([`${paymentId} free`]);
    expect(types(play(sending(plain, 'lost'), stop).effects)).to.deep.equal(['emit-error', 'reject-submit']);
    expect(types(play(announcing.model, stop).effects)).to.deep.equal([
      'save-attempt',
      'emit-error',
      'reject-submit',
    ]);
  });
});

describe('what the page sets meanwhile', () => {
  it('waits while the payer is at the bank, and for a purchase that is paid', () => {
    const bank = play(sending(order('1', plain)), answered({ kind: 'payment', payment: initiated }));
    expect(play(bank.model, configured(order('2', plain))).state).to.deep.equal(bank.state);
    for (const phase of ['paid', 'authorized'] as const) {
      const model = settled(order('1', plain), phase);
      expect(play(model, configured({ ...order('1', plain), timeout: 1 })).state).to.equal(model.state);
      expect(play(model, configured(order('2', plain))).state).to.deep.equal({ phase: 'ready' });
    }
  });

  it('is the name of what was paid where it comes late, and the next name is of another purchase', () => {
    for (const config of [lazy, functionConfig, plain]) {
      const model = settled(config);
      const named = play(model, configured(order('1', config)));
      expect(named.state).to.deep.equal({ ...model.state, laterConfig: order('1', config) });
      expect(named.effects).to.deep.equal([]);
      expect(play(named.model, configured(order('2', config))).state).to.deep.equal({ phase: 'ready' });
      expect(play(named.model, configured(config)).state).to.deep.equal(named.state);
    }
    expect(play(settled(plain), configured(order('2', other))).state).to.deep.equal({ phase: 'ready' });
  });

  it('is the name of what was paid also where the page sets another secret with it, or nothing for a moment', () => {
    const named = play(settled(plain), configured(order('1', plain)));
    expect(play(named.model, configured(order('1', other))).state.phase).to.equal('paid');
    const unset: Timed = { type: 'configured', setup: missing, entry: undefined };
    expect(play(named.model, unset, configured(order('1', plain))).state.phase).to.equal('paid');
    expect(play(named.model, unset, configured(order('2', plain))).state).to.deep.equal({ phase: 'ready' });
  });

  it('is a later purchase at another address, though what was paid got a name late that is gone by then', () => {
    const at = (place: string): Config => ({
      ...functionConfig,
      purchase: { namedBy: 'page', name: place, key: `page ${place}` },
    });
    const named = play(settled(at('/1')), configured(order('1', at('/1'))));
    expect(play(named.model, configured(at('/1'))).state.phase).to.equal('paid');
    expect(play(named.model, configured(at('/2'))).state).to.deep.equal({ phase: 'ready' });
    expect(play(named.model, configured(at('/1')), configured(order('2', at('/1')))).state.phase).to.equal(
      'ready',
    );
  });

  it('is a later purchase at another price, where the price is a part of its name', () => {
    const over = (amount?: number, currency = 'SAR'): Config => {
      const price = amount === undefined ? undefined : { amount, currency };
      const key = ['intent-url', lazy.purchase.name, price?.amount, price?.currency].join(' ');
      return { ...lazy, price, purchase: { ...lazy.purchase, key } };
    };
    for (const next of [over(250), over(100, 'KWD')]) {
      const { state, effects } = play(settled(over(100)), configured(next));
      expect(state).to.deep.equal({ phase: 'ready' });
      expect(types(effects)).to.deep.equal(['emit-ready', 'advise-developer']);
    }
    // A price that is gone, or that comes late, says nothing.
    const emptied = play(settled(over(100)), configured(over()));
    expect(emptied.state.phase).to.equal('paid');
    expect(play(emptied.model, configured(over(100))).state.phase).to.equal('paid');
    expect(play(emptied.model, configured(over(250))).state.phase).to.equal('ready');
    expect(play(settled(over()), configured(over(100))).state.phase).to.equal('paid');
    const named = (config: Config) => order('1', config);
    expect(play(settled(named(over(100))), configured(named(over(250)))).state.phase).to.equal('paid');
  });

  it('is what was paid, at another price that came while it was being paid', () => {
    const before: Config = { ...lazy, price: { amount: 100, currency: 'SAR' } };
    const price = { amount: 250, currency: 'SAR' };
    const after: Config = { ...lazy, price, purchase: { ...lazy.purchase, key: 'of 250 SAR' } };
    const { state } = settled(before);
    const { model, effects } = play({ setup: complete(after), state }, configured(after, undefined, before));
    expect(model.state).to.deep.equal({ ...state, laterConfig: after });
    expect(savedAttempts(effects)).to.deep.equal([`${paymentId} paid`]);
    expect(play(model, configured({ ...after, timeout: 1 })).state).to.deep.equal(model.state);
  });

  it('is remembered as paid by the name that came while it was being paid', () => {
    const late = configured(order('1', plain), undefined, plain);
    const { effects } = play({ ...settled(plain), setup: complete(order('1', plain)) }, late);
    expect(effects).to.deep.equal([
      { type: 'save-attempt', config: order('1', plain), paymentId, stage: 'paid' },
    ]);
  });

  it('is a later purchase where only the page names it, though the last one was paid', () => {
    const config: Config = {
      ...functionConfig,
      purchase: { namedBy: 'page', name: 'https://shop.example/', key: 'page https://shop.example/' },
    };
    expect(play(waiting, configured(config, stored('old', 'paid'))).state).to.deep.equal({
      phase: 'ready',
    });
  });

  it('is another order, of which nothing is known that was known of the last one', () => {
    const known = { mayHaveSentBefore: true, hasOtherOpenPayment: true, abandonedPaymentId: 'p9' } as const;
    for (const state of [
      { phase: 'ready' },
      { phase: 'ready', error },
      { phase: 'misconfigured', error },
      { phase: 'expired', mayBePaid: true },
    ] as const) {
      const model: Model = { ...ready(order('1', lazy)), ...known, state };
      const next = play(model, configured(order('2', lazy)));
      expect(next.model).to.deep.equal(ready(order('2', lazy)));
      expect(play(model, configured(order('1', lazy))).model).to.deep.include(known);
    }
  });

  it('keeps the form closed on a secret that may be paid, until the page sets another secret', () => {
    const state = { phase: 'expired', mayBePaid: true } as const;
    const model: Model = { ...ready(askable), state };
    expect(play(model, configured({ ...askable, price: undefined })).state).to.deep.equal(state);
    expect(play(model, configured({ ...askable, intentSource: other.intentSource })).state.phase).to.equal(
      'ready',
    );
    expect(play(model, configured(lazy)).state.phase).to.equal('ready');
    expect(
      play({ ...model, state: { phase: 'expired', mayBePaid: false } }, configured(askable)).state.phase,
    ).to.equal('ready');
  });

  it('is another order, and the form is not told to be ready once more', () => {
    expect(play(ready(order('1', lazy)), configured(order('2', lazy))).effects).to.deep.equal([]);
  });

  it('is another order also where its name came in two steps', () => {
    const model = readyWith(order('1', functionConfig), 'refused');
    const unnamed = play(model, configured(functionConfig));
    expect(unnamed.state).to.deep.equal(model.state);
    expect(play(unnamed.model, configured(order('2', functionConfig))).state).to.deep.equal({
      phase: 'ready',
    });
  });

  it('is another order also where the page has set it while the last one was being paid', () => {
    const [first, second] = [order('1', lazy), order('2', lazy)];
    const stopped = play(ready(first), submit, locked(), configured(second), stop);
    expect(stopped.state).to.deep.equal({ phase: 'ready', error });
    const next = play(stopped.model, configured(second, undefined, first));
    expect(next.state).to.deep.equal({ phase: 'ready' });
  });

  it('is another purchase only under the same kind of name', () => {
    const named = play(open(order('1', lazy)), configured(lazy));
    expect(named.state.phase).to.equal('unknown');
  });
});
