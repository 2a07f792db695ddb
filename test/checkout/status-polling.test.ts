import { expect } from 'chai';
import { describe, it } from 'node:test';
import {
  giveUpAfterMs,
  anotherWayAfterMs,
  closedIntentGraceMs,
  expiringSoonMs,
  notFoundGraceMs,
  notFoundAnswers,
} from '../../src/checkout/timeouts.js';
import type { Config } from '../../src/checkout/config.js';
import type { CheckoutPayment } from '../../src/checkout/payment.js';
import type { Stage } from '../../src/checkout/purchase.js';
import type { CheckoutState, Effect, Model } from '../../src/checkout/state.js';
import {
  type Timed,
  answered,
  attempt,
  claimed,
  configured,
  error,
  failed,
  heard,
  initiated,
  nobody,
  now,
  of,
  open,
  order,
  paid,
  paymentId,
  play,
  ready,
  refusal,
  sending,
  status,
  submit,
  transition,
  types,
  unknown,
  waiting,
  way,
} from './cases.js';
import {
  askable,
  askableLazy,
  byCard,
  complete,
  lazyConfig as lazy,
  remembered,
  secretConfig as plain,
} from './world.js';

const silent = answered({ kind: 'silent' });
/** "No such payment", from now to the end of the grace period. */
/** The form is there again, and says why: neither the payer nor the page is left with an empty form. */
function expectEnded({ state, effects }: { state: CheckoutState; effects: readonly Effect[] }): void {
  expect(state).to.have.nested.property('error.code', 'expired');
  expect(state).to.have.property('phase', 'ready');
  expect(of(effects, 'emit-error').map(({ error }) => error.code)).to.deep.equal(['expired']);
}

const gone: readonly Timed[] = [
  status(),
  status(undefined, now + 30_000),
  status(undefined, now + notFoundGraceMs),
];
const stages = (effects: readonly Effect[]) => of(effects, 'save-attempt').map(({ stage }) => stage);

it('a payment that nobody knows is lost after 60 s and three answers, another way is offered after 10 minutes, and one that waits at the bank is given up after an hour', () => {
  expect({
    notFoundGraceMs,
    notFoundAnswers,
    anotherWayAfterMs,
    giveUpAfterMs,
  }).to.deep.equal({
    notFoundGraceMs: 60_000,
    notFoundAnswers: 3,
    anotherWayAfterMs: 600_000,
    giveUpAfterMs: 3_600_000,
  });
});

describe('a remembered payment that the merchant’s server says is none of this order’s', () => {
  const session: Config = {
    ...askableLazy,
    intentSource: { kind: 'checkout', url: 'https://shop.example/checkout/intent' },
    purchase: { namedBy: 'checkout-url', name: 'https://shop.example/checkout', key: 'checkout-url' },
  };
  const foreign: Timed = { type: 'status-failed', paymentId, isForeign: true };
  const opened = (stage: Stage, config = session, over = {}) =>
    play(waiting, configured(config, remembered(paymentId, stage, over))).model;

  for (const stage of ['paid', 'authorized'] as const) {
    it(`is forgotten where it was ${stage}, with a form, and the console says that the address must name the order`, () => {
      const { model, state, effects } = play(opened(stage), foreign);
      expect(state).to.deep.equal({ phase: 'ready' });
      expect(stages(effects)).to.deep.equal(['free']);
      expect(of(effects, 'advise-developer')[0]?.advice).to.contain('`checkout-url` must name the order');
      expect(of(effects, 'emit-error')).to.deep.equal([]);
      // Of this order nothing is known.
      expect(model.hasSentBefore).to.equal(true);
    });
  }

  for (const [what, model] of [
    ['is asked about further where it was sent, and may be paid', opened('sent')],
    ['is asked about further where it waits at the bank', opened('waiting')],
    ['is asked about further where a reference names the order', opened('paid', order('7', session))],
    [
      'is asked about further where another address than `checkout-url` is asked',
      opened('paid', askableLazy, { returned: true }),
    ],
    [
      'is asked about further where the server has told of it before',
      play(opened('paid'), status(initiated)).model,
    ],
    ['is asked about further where it was sent here', play(sending(session), silent).model],
  ] as const) {
    it(what, () => {
      const { state, effects } = play(model, foreign);
      expect(state.phase).to.equal('unknown');
      expect(types(effects)).to.deep.equal(['ask-status']);
    });
  }

  it('is asked about further where the server says nothing', () => {
    expect(play(opened('paid'), { type: 'status-failed', paymentId }).state.phase).to.equal('unknown');
  });
});

describe('an unknown outcome', () => {
  it('asks nobody when there is nobody to ask, clears the card, and offers another way at once', () => {
    const { state, effects } = play(sending(plain), silent);
    const outcome = { status: 'unknown', paymentId } as const;
    expect(state).to.deep.equal(unknown(plain, { anotherWay: 'offered' }));
    expect(effects).to.deep.equal([
      { type: 'resolve', outcome },
      { type: 'clear', what: 'card' },
      { type: 'emit-outcome', outcome, next: undefined },
    ]);
  });

  it('keeps the card while it may have to be sent again, and asks', () => {
    const { state, effects } = play(sending(askable), silent);
    expect(state).to.deep.equal(unknown(askable));
    expect(effects.slice(1)).to.deep.equal([
      { type: 'watch-time', at: now + anotherWayAfterMs },
      { type: 'ask-status', paymentId, config: askable, statusRequestCount: 0 },
      { type: 'emit-outcome', outcome: { status: 'unknown', paymentId }, next: undefined },
    ]);
  });

  it('with a payment that the service answered with has no further use for the card', () => {
    const limbo: CheckoutPayment = { id: paymentId, status: 'limbo' };
    const { effects } = play(sending(askable), answered({ kind: 'payment', payment: limbo }));
    expect(of(effects, 'clear')).to.deep.equal([{ type: 'clear', what: 'card' }]);
  });

  it('asks again and again until the payment is final, and settles nothing a second time', () => {
    const first = play(sending(askable), silent, { type: 'status-failed', paymentId }, status(initiated));
    expect(of(first.effects, 'ask-status').map(({ statusRequestCount: asked }) => asked)).to.deep.equal([
      0, 1, 2,
    ]);
    const last = play(first.model, status(failed));
    expect(last.effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'save-attempt', config: askable, paymentId, stage: 'free' },
      { type: 'emit-outcome', outcome: { status: 'failed', paymentId, payment: failed }, next: undefined },
    ]);
  });

  it('lets the payer send again only after a minute and three answers, the same payment on the same intent', () => {
    const early = play(open(askable), status(), status(undefined, now + notFoundGraceMs - 1));
    expect(early.state.phase).to.equal('unknown');
    const two = play(open(askable), status(), status(undefined, now + notFoundGraceMs));
    expect(two.state.phase).to.equal('unknown');
    const { state, effects } = play(open(askable), ...gone);
    expect(state).to.deep.equal({ phase: 'ready', held: attempt(askable, 'lost') });
    expect(effects.at(-1)).to.deep.equal({ type: 'emit-ready' });
    expect(stages(effects)).to.deep.equal([]);
  });

  it('begins to count anew when the payment was there in between', () => {
    const { state } = play(open(askable), status(), status(initiated), ...gone);
    expect(state.phase).to.equal('unknown');
  });

  it('of an intent that is used or has ended, and that never arrived: a fresh form, or the end of a secret', () => {
    const config = askableLazy;
    const lazily = play(open(config, { isIntentClosed: true }), ...gone);
    expectEnded(lazily);
    expect(stages(lazily.effects)).to.deep.equal(['free']);
    const plainly = play(open(askable, { isIntentClosed: true }), ...gone);
    expect(plainly.state).to.deep.equal({ phase: 'expired', isRefusedByService: false });
  });

  it('of an intent that is used or has ended is asked about for ten seconds, and keeps the card for the next intent', () => {
    const refused = answered({ ...refusal, isIntentClosed: true });
    const asks = play(sending(askableLazy), refused, { type: 'verified', paymentId, payment: undefined });
    expect(asks.state).to.deep.include({ phase: 'unknown', isIntentClosed: true });
    expect(of(asks.effects, 'clear')).to.deep.equal([]);
    const early = [0, 1, closedIntentGraceMs - 1].map((after) => status(undefined, now + after));
    const waits = play(asks.model, ...early);
    expect(waits.state.phase).to.equal('unknown');
    expectEnded(play(waits.model, status(undefined, now + closedIntentGraceMs)));
    expect(play(waits.model, status(paid)).state.phase).to.equal('paid');
  });

  it('that was held here and refused as used, because another device has paid, ends with a sentence', () => {
    const held: Model = {
      setup: complete(askableLazy),
      state: { phase: 'ready', error, held: attempt(askableLazy, 'refused') },
    };
    const asks = play(
      held,
      submit,
      claimed(undefined),
      { type: 'allowed', paymentId },
      answered({ ...refusal, isIntentClosed: true }),
      { type: 'verified', paymentId, payment: undefined },
    );
    const after = [0, 1, closedIntentGraceMs].map((wait) => status(undefined, now + wait));
    expectEnded(play(asks.model, ...after));
  });

  it('that the payer has given up to pay another way ends without a further sentence', () => {
    const { state, effects } = play(open(lazy, { anotherWay: 'offered' }), way('ask'), way('confirm'));
    expect(state).to.deep.equal({ phase: 'ready' });
    expect(of(effects, 'emit-error')).to.deep.equal([]);
  });

  it('that this page has paid is shown with a way on when the payer comes back, and the page is not left by itself', () => {
    const back = play(waiting, configured(askableLazy, remembered(paymentId, 'paid', { returned: true })));
    const shown = play(back.model, status(paid));
    const returnUrl = `https://shop.example/back?id=${paymentId}&status=paid&message=`;
    expect(shown.state).to.deep.include({ phase: 'paid', returnUrl });
    expect(of(shown.effects, 'emit-outcome').map(({ next }) => next)).to.deep.equal([undefined]);
    expect(play(shown.model, { type: 'continued' }).effects).to.deep.equal([
      { type: 'return', url: returnUrl },
    ]);
  });

  it('that was paid elsewhere, or in this page a moment ago, leads on by itself', () => {
    const entry = remembered(paymentId, 'paid');
    const elsewhere = play(waiting, configured(order('7', askableLazy), entry), status(paid));
    const here = play(open(askableLazy), status(paid));
    for (const { state, effects, model } of [elsewhere, here]) {
      expect(state).not.to.have.property('returnUrl');
      expect(of(effects, 'emit-outcome').at(-1)?.next).to.match(/^https:/);
      expect(play(model, { type: 'continued' }).effects).to.deep.equal([]);
    }
  });

  it('that the page which payments come back to has seen as paid does not lead there once more', () => {
    const back = play(open(askableLazy), heard(remembered(paymentId, 'paid')), status(paid));
    expect(back.state).to.have.property('returnUrl');
    expect(of(back.effects, 'emit-outcome').map(({ next }) => next)).to.deep.equal([undefined]);
  });

  it('that was voided since the payer left shows no way on', () => {
    const back = play(waiting, configured(askableLazy, remembered(paymentId, 'paid', { returned: true })));
    expect(play(back.model, status({ ...paid, status: 'voided' })).state).not.to.have.property('returnUrl');
  });

  it('is not overtaken by a new secret, and is by another order', () => {
    const other = configured(order('2', plain));
    expect(play(open(plain), other).state.phase).to.equal('unknown');
    expect(play(open(order('1', plain)), other).state).to.deep.equal({ phase: 'ready' });
    const same = configured(order('1', plain));
    expect(play(open(order('1', plain)), same).state.phase).to.equal('unknown');
  });

  it('is what the payer comes back to from the bank, with the way there', () => {
    const left = play(sending(askable), answered({ kind: 'payment', payment: initiated }));
    const { state, effects } = play(left.model, { type: 'came-back', now: now + 5 });
    const outcome = { status: 'unknown', paymentId, payment: initiated } as const;
    expect(state).to.deep.include({ phase: 'unknown', outcome, openSince: now, confirmedByService: true });
    expect(of(effects, 'resolve')).to.deep.equal([]);
    const again = play({ ...left.model, state }, { type: 'continued' });
    expect(again.state.phase).to.equal('redirecting');
    expect(types(again.effects)).to.deep.equal(['clear', 'save-attempt', 'redirect']);
  });

  for (const [what, payment] of [
    ['nothing is known of it', undefined],
    ['the bank asks nothing', { id: paymentId, status: 'limbo' }],
    ['the bank’s address cannot be followed', { id: paymentId, status: 'initiated' }],
  ] as const) {
    it(`has no way to the bank where ${what}`, () => {
      const outcome = { status: 'unknown', paymentId, ...(payment ? { payment } : {}) } as const;
      const model = open(askable, { outcome });
      expect(transition(model, { type: 'continued' })).to.deep.equal({ model, effects: [] });
    });
  }
});

describe('a payment that memory knows', () => {
  for (const stage of ['sent', 'waiting'] as const) {
    it(`as ${stage} is asked about before there is a form`, () => {
      const { state, effects } = play(waiting, configured(askableLazy, remembered(paymentId, stage)));
      expect(state).to.deep.include({
        phase: 'unknown',
        attempt: undefined,
        confirmedByService: stage === 'waiting',
      });
      expect(of(effects, 'ask-status')).to.have.length(1);
      expect(of(effects, 'emit-outcome')[0]?.outcome).to.deep.equal({ status: 'unknown', paymentId });
    });
  }

  it('and that never arrived gives way to a fresh form', () => {
    const { state, effects } = play(waiting, configured(askableLazy, remembered(paymentId, 'sent')), ...gone);
    expectEnded({ state, effects });
    expect(stages(effects)).to.deep.equal(['free']);
  });

  it('and that never arrived goes out on the same intent where the secret names the purchase', () => {
    const { state } = play(waiting, configured(askable, remembered(paymentId, 'sent')), ...gone);
    expect(state).to.deep.equal({ phase: 'ready', held: attempt(askable, 'lost') });
  });

  it('at the bank is not ended by "no such payment"', () => {
    const { state } = play(waiting, configured(askableLazy, remembered(paymentId, 'waiting')), ...gone);
    expect(state.phase).to.equal('unknown');
  });

  for (const [what, config, entry, phase] of [
    ['counts where the merchant names the purchase', order('7', lazy), remembered(paymentId, 'paid'), 'paid'],
    [
      'counts on Back and reload',
      lazy,
      remembered(paymentId, 'authorized', { returned: true }),
      'authorized',
    ],
    ['counts for the intent that it was made on', plain, remembered(paymentId, 'paid'), 'paid'],
    ['is dropped on a new visit', lazy, remembered(paymentId, 'paid'), 'ready'],
    [
      'is asked about where somebody can be asked',
      order('7', askableLazy),
      remembered(paymentId, 'paid'),
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
    const entry = remembered(paymentId, 'paid', { at: now - 60 * 60_000 });
    const { state } = play(waiting, configured(order('7', askableLazy), entry), {
      type: 'status-answered',
      paymentId,
      payment: initiated,
    });
    expect(state).to.include({ phase: 'unknown', anotherWay: 'none' });
  });

  it('and was dropped does not stop the next purchase, but one that another tab has paid since does', () => {
    const { model } = play(waiting, configured(lazy, remembered('old', 'paid')));
    const pays = (id: string) =>
      play(model, submit, {
        type: 'locked',
        paymentId,
        snapshot: { busy: false, entry: remembered(id, 'paid') },
      });
    expect(of(pays('old').effects, 'fetch-intent')).to.have.length(1);
    expect(pays('new').state.phase).to.equal('paid');
  });

  it('waits for a locked purchase only while another tab pays', () => {
    const first = play(waiting, configured(lazy, remembered('p9', 'claimed')));
    expect(first.state).to.deep.equal({ phase: 'ready' });
    expect(types(first.effects)).to.deep.equal(['emit-ready', 'peek']);
    expect(play(first.model, heard(remembered('p9', 'claimed'))).state.phase).to.equal('ready');
    expect(play(first.model, heard(remembered('p9', 'claimed'), true)).state).to.deep.include({
      inOtherTab: true,
    });
  });

  it('shows the form when the stored attempt is free', () => {
    const { state, effects } = play(waiting, configured(lazy, remembered('p9', 'free')));
    expect(state).to.deep.equal({ phase: 'ready' });
    expect(types(effects)).to.deep.equal(['emit-ready']);
  });

  it('at the bank for an hour is abandoned once the server says that it still waits', () => {
    const entry = remembered(paymentId, 'waiting', { at: now - giveUpAfterMs });
    expect(play(waiting, configured(lazy, entry)).state).to.deep.include({
      phase: 'unknown',
      anotherWay: 'offered',
    });
    const asks = play(waiting, configured(askableLazy, entry));
    expect(asks.state.phase).to.equal('unknown');
    const { state, effects } = play(asks.model, status(initiated));
    expectEnded({ state, effects });
    expect(stages(effects)).to.deep.equal(['given-up']);
  });
});

describe('news of the purchase', () => {
  for (const [what, entry, phase] of [
    ['another tab has sent', remembered('p9', 'sent'), 'unknown'],
    ['another tab has gone to the bank', remembered('p9', 'waiting'), 'unknown'],
    ['another tab has paid', remembered('p9', 'paid'), 'paid'],
    ['another tab was declined', remembered('p9', 'free'), 'ready'],
    ['nobody has done anything', undefined, 'ready'],
  ] as const) {
    it(`${what}: an idle form is ${phase}`, () => {
      expect(play(ready(lazy), heard(entry)).state.phase).to.equal(phase);
    });
  }

  it('reaches the form of a declined card, and a declined secret no longer says that nothing was charged', () => {
    const outcome = { status: 'failed', paymentId, payment: failed } as const;
    const declined = (config: Config): Model => ({
      setup: complete(config),
      state: { phase: 'failed', outcome, attemptConfig: config },
    });
    for (const stage of ['sent', 'waiting', 'paid'] as const) {
      const entry = remembered('p9', stage);
      expect(play(declined(lazy), heard(entry)).state.phase).to.equal(stage === 'paid' ? 'paid' : 'unknown');
      const { model, effects } = play(declined(plain), heard(entry));
      expect(model).to.deep.equal({ ...declined(plain), hasSentBefore: true, hasOtherOpenPayment: true });
      expect(effects).to.deep.equal([]);
    }
    const [own, others] = [remembered(paymentId, 'free'), remembered('p9', 'free')];
    expect(play(declined(lazy), heard(own)).model).to.deep.equal(declined(lazy));
    expect(play(declined(lazy), heard(others)).state.phase).to.equal('failed');
  });

  for (const [what, entry, busy, phase] of [
    ['still pays', remembered(paymentId, 'sent'), true, 'unknown'],
    ['has stopped, and had sent nothing', remembered(paymentId, 'claimed'), false, 'ready'],
    ['was declined', remembered(paymentId, 'free'), false, 'ready'],
    ['has paid', remembered(paymentId, 'paid'), false, 'paid'],
    ['lost its answer', remembered(paymentId, 'sent'), false, 'unknown'],
    ['is forgotten', undefined, false, 'ready'],
  ] as const) {
    it(`who waits for another tab that ${what} is ${phase}`, () => {
      const { state } = play(open(lazy, { inOtherTab: true, attempt: undefined }), heard(entry, busy));
      expect(state.phase).to.equal(phase);
      if (state.phase === 'unknown') expect(state.inOtherTab).to.equal(busy);
    });
  }

  it('ignores “no such payment” while another tab may be sending it', () => {
    const { state } = play(open(askableLazy, { inOtherTab: true, attempt: undefined }), ...gone);
    expect(state.phase).to.equal('unknown');
  });

  it('that the payment is settled ends the waiting; that it is free only where nothing is held', () => {
    expect(play(open(lazy), heard(remembered(paymentId, 'paid'))).state.phase).to.equal('paid');
    expect(play(open(lazy), heard(remembered(paymentId, 'free'))).state.phase).to.equal('unknown');
    for (const stage of ['free', 'given-up'] as const) {
      const free = play(open(lazy, { attempt: undefined }), heard(remembered(paymentId, stage)));
      expect(free.state.phase).to.equal('ready');
    }
  });

  it('that a payment has failed which the service had answered with ends the waiting for the bank', () => {
    for (const [config, phase] of [
      [lazy, 'ready'],
      [plain, 'expired'],
    ] as const) {
      const { model } = play(
        open(config, { confirmedByService: true }),
        heard(remembered(paymentId, 'free')),
      );
      expect(model.state.phase).to.equal(phase);
      const givenUp = play(
        open(config, { confirmedByService: true }),
        heard(remembered(paymentId, 'given-up')),
      );
      expect(givenUp.state.phase).to.equal('unknown');
    }
  });

  it('that a payment has failed is left to the server where it can be asked: it tells the page, and why', () => {
    const model = open(askableLazy, { confirmedByService: true });
    expect(play(model, heard(remembered(paymentId, 'free'))).model).to.deep.equal(model);
  });

  it('that another payment was sent or paid stays known, whatever becomes of this one', () => {
    for (const stage of ['sent', 'waiting', 'paid', 'authorized'] as const) {
      const { model } = play(open(lazy), heard(remembered('p9', stage)));
      expect(model).to.deep.equal({ ...open(lazy), hasOtherOpenPayment: true });
      expect(play(model, status(failed)).model.hasOtherOpenPayment).to.equal(true);
    }
    expect(play(open(lazy), heard(remembered('p9', 'free'))).model).to.deep.equal(open(lazy));
  });

  it('that what is held was paid after all ends it', () => {
    const held = (config: Config): Model => ({
      setup: complete(config),
      state: { phase: 'ready', held: attempt(config, 'refused') },
    });
    expect(play(held(lazy), heard(remembered(paymentId, 'paid'))).state.phase).to.equal('paid');
    expect(play(held(askableLazy), heard(remembered(paymentId, 'paid'))).state.phase).to.equal('unknown');
    for (const stage of ['sent', 'waiting', 'free'] as const)
      expect(play(held(lazy), heard(remembered(paymentId, stage))).state).to.deep.equal(held(lazy).state);
  });

  it('does not disturb what is held', () => {
    const model: Model = { setup: complete(lazy), state: { phase: 'ready', held: attempt(lazy, 'refused') } };
    const { state, effects } = play(model, heard(remembered('p9', 'sent')));
    expect(state).to.deep.equal(model.state);
    expect(effects).to.deep.equal([]);
  });
});

describe('another way to pay', () => {
  it('is offered after ten minutes, and not before', () => {
    const early = play(open(askableLazy), { type: 'time-passed', now: now + anotherWayAfterMs - 1 });
    expect(early.state).to.deep.include({ anotherWay: 'none' });
    const { state, effects } = play(open(askableLazy), { type: 'time-passed', now: now + anotherWayAfterMs });
    expect(state).to.deep.include({ anotherWay: 'offered' });
    expect(effects).to.deep.equal([]);
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

  it('leads to a fresh form, and the merchant’s server is told beside which payment', () => {
    const { model, effects } = play(open(lazy, { anotherWay: 'chosen' }), way('confirm'));
    expect(model.state).to.deep.equal({ phase: 'ready' });
    expect(stages(effects)).to.deep.equal(['given-up']);
    const next = play(
      model,
      { type: 'submitted', paymentId: 'p2', method: byCard },
      { type: 'locked', paymentId: 'p2', snapshot: nobody },
    );
    expect(of(next.effects, 'fetch-intent')[0]).to.deep.include({
      paymentId: 'p2',
      abandonedPaymentId: paymentId,
    });
  });

  it('is the same way, and safe, where the secret can still make its one payment', () => {
    const { state } = play(open(plain, { anotherWay: 'chosen' }), way('confirm'));
    expect(state).to.deep.equal({ phase: 'ready', held: attempt(plain, 'refused') });
    const spent = play(open(plain, { anotherWay: 'chosen', isIntentClosed: true }), way('confirm'));
    expect(spent.state).to.deep.equal({ phase: 'expired', isRefusedByService: false });
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

describe('expiry', () => {
  const ending: Config = { ...plain, expiresAt: now + expiringSoonMs + 1 };
  const begin = (config: Config) =>
    play(waiting, { type: 'configured', setup: complete(config), entry: undefined });

  it('is said in time, and then ends the form', () => {
    const { model } = begin(ending);
    expect(play(model, { type: 'time-passed' }).state).to.deep.equal({ phase: 'ready' });
    const soon = play(model, { type: 'time-passed', now: now + 1 });
    expect(soon.state).to.deep.equal({ phase: 'ready', isExpiringSoon: true });
    expect(play(model, { type: 'time-passed', now: now + expiringSoonMs + 1 }).state.phase).to.equal(
      'expired',
    );
  });

  it('does not matter where a fresh intent is made for each payment', () => {
    expect(begin({ ...lazy, expiresAt: now }).state.phase).to.equal('ready');
    expect(begin({ ...plain, expiresAt: now }).state.phase).to.equal('expired');
  });
});
