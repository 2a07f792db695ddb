import { expect } from 'chai';
import { describe, it } from 'node:test';
import {
  giveUpAfterMs,
  anotherWayAfterMs,
  endedIntentGraceMs,
  notFoundGraceMs,
  notFoundAnswers,
} from '../../../src/element/checkout/timeouts.js';
import type { Config } from '../../../src/element/checkout/config.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import type { Stage, StoredAttempt } from '../../../src/element/checkout/purchase.js';
import type {} from '../../../src/element/checkout/state.js';
import {
  type Timed,
  answered,
  attempt,
  locked,
  configured,
  expectEnded,
  failed,
  storeChanged,
  initiated,
  notFoundInGrace,
  now,
  of,
  open,
  order,
  paid,
  paymentId,
  play,
  ready,
  refusal,
  savedAttempts,
  savedStages,
  sending,
  status,
  submit,
  transition,
  types,
  unknown,
  waiting,
  way,
  readyWith,
} from './cases.js';
import {
  askable,
  askableLazy,
  lazyConfig as lazy,
  stored,
  secretConfig as plain,
  sessionConfig as session,
} from './world.js';

const silent = answered({ kind: 'no-answer' });

it('a payment that nobody knows is lost after 60 s and three answers, another way is offered after 10 minutes, and one that waits at the bank is given up after an hour', () => {
  expect([notFoundGraceMs, notFoundAnswers]).to.deep.equal([60_000, 3]);
  expect([anotherWayAfterMs, giveUpAfterMs]).to.deep.equal([600_000, 3_600_000]);
});

describe('a remembered payment that the merchant’s server does not count to this order', () => {
  const foreign: Timed = { type: 'status-failed', paymentId, isForeign: true };
  const opened = (stage: Stage, config = session, over = {}) =>
    play(waiting, configured(config, stored(paymentId, stage, over))).model;

  for (const stage of ['paid', 'authorized'] as const) {
    it(`is forgotten where it was ${stage}, with a form, and the console says that the address must name the order`, () => {
      const { model, state, effects } = play(opened(stage), foreign);
      expect(state).to.deep.equal({ phase: 'ready' });
      expect(savedStages(effects)).to.deep.equal(['free']);
      expect(of(effects, 'advise-developer')[0]?.advice).to.contain('`checkout-url` must name the order');
      expect(of(effects, 'emit-error')).to.deep.equal([]);
      // Of this order nothing is known.
      expect(model.mayHaveSentBefore).to.equal(true);
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
      { type: 'resolve-submit', outcome },
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
    const unknownStatus: CheckoutPayment = { id: paymentId, status: 'limbo' };
    const { effects } = play(sending(askable), answered({ kind: 'payment', payment: unknownStatus }));
    expect(of(effects, 'clear')).to.deep.equal([{ type: 'clear', what: 'card' }]);
  });

  it('with a payment that the merchant’s server shows has no further use for the card, and clears it once', () => {
    const shown = play(sending(askable), silent, status(initiated));
    expect(of(shown.effects, 'clear')).to.deep.equal([{ type: 'clear', what: 'card' }]);
    expect(of(play(shown.model, status(initiated)).effects, 'clear')).to.deep.equal([]);
  });

  it('asks again and again until the payment is final, and settles nothing a second time', () => {
    const first = play(sending(askable), silent, { type: 'status-failed', paymentId }, status(initiated));
    expect(of(first.effects, 'ask-status').map(({ statusRequestCount: asked }) => asked)).to.deep.equal([
      0, 1, 2,
    ]);
    const last = play(first.model, status(failed));
    expect(last.effects).to.deep.equal([
      { type: 'clear', what: 'card' },
      { type: 'save-attempt', config: askable, paymentId, stage: 'free', replacesPaid: true },
      { type: 'emit-outcome', outcome: { status: 'failed', paymentId, payment: failed }, next: undefined },
    ]);
  });

  it('lets the payer send again only after a minute and three answers, the same payment on the same intent', () => {
    const early = play(open(askable), status(), status(undefined, now + notFoundGraceMs - 1));
    expect(early.state.phase).to.equal('unknown');
    const two = play(open(askable), status(), status(undefined, now + notFoundGraceMs));
    expect(two.state.phase).to.equal('unknown');
    const { state, effects } = play(open(askable), ...notFoundInGrace);
    expect(state).to.deep.equal({ phase: 'ready', held: attempt(askable, 'lost') });
    expect(effects.at(-1)).to.deep.equal({ type: 'emit-ready' });
    expect(savedStages(effects)).to.deep.equal([]);
  });

  it('is believed after a minute also where the device’s clock was set back meanwhile', () => {
    const hour = 3_600_000;
    const asked = play(open(askable), status(), status(undefined, now - hour));
    expect(asked.state.phase).to.equal('unknown');
    const again = status(undefined, now - hour + notFoundGraceMs);
    expect(play(asked.model, again).state.phase).to.equal('ready');
  });

  it('begins to count anew when the payment was there in between', () => {
    const { state } = play(open(askable), status(), status(initiated), ...notFoundInGrace);
    expect(state.phase).to.equal('unknown');
  });

  it('of a secret whose intent is used, and that never arrived, is the end of the secret', () => {
    const { state } = play(open(askable, { intentStatus: 'used' }), ...notFoundInGrace);
    expect(state).to.deep.equal({ phase: 'expired', mayBePaid: true });
  });

  for (const [intentStatus, seconds, graceMs] of [
    ['ended', 'ten seconds', endedIntentGraceMs],
    // It may have made the payment, and the merchant's server may hear of that late.
    ['used', 'a minute', notFoundGraceMs],
  ] as const)
    it(`of an intent that is ${intentStatus} is asked about for ${seconds}, and keeps the card for the next intent`, () => {
      const refused = answered({ ...refusal, intentStatus });
      const asks = play(sending(askableLazy), refused, { type: 'verified', paymentId, payment: undefined });
      expect(asks.state).to.deep.include({ phase: 'unknown', intentStatus });
      expect(of(asks.effects, 'clear')).to.deep.equal([]);
      const early = [0, 1, graceMs - 1].map((after) => status(undefined, now + after));
      const waits = play(asks.model, ...early);
      expect(waits.state.phase).to.equal('unknown');
      expectEnded(play(waits.model, status(undefined, now + graceMs)));
      expect(play(waits.model, status(paid)).state.phase).to.equal('paid');
    });

  it('that the payer has given up to pay another way ends without a further sentence', () => {
    const { state, effects } = play(open(lazy, { anotherWay: 'offered' }), way('ask'), way('confirm'));
    expect(state).to.deep.equal({ phase: 'ready' });
    expect(of(effects, 'emit-error')).to.deep.equal([]);
  });

  it('that this page has paid is shown with a way on when the payer comes back, and the page is not left by itself', () => {
    const back = play(waiting, configured(askableLazy, stored(paymentId, 'paid', { returned: true })));
    const shown = play(back.model, status(paid));
    const returnUrl = `https://shop.example/back?id=${paymentId}&status=paid&message=`;
    expect(shown.state).to.deep.include({ phase: 'paid', returnUrl });
    expect(of(shown.effects, 'emit-outcome').map(({ next }) => next)).to.deep.equal([undefined]);
    expect(play(shown.model, { type: 'continued' }).effects).to.deep.equal([
      { type: 'go-to-return-url', url: returnUrl },
    ]);
  });

  it('that was paid elsewhere, or in this page a moment ago, leads on by itself', () => {
    const entry = stored(paymentId, 'paid');
    const elsewhere = play(waiting, configured(order('7', askableLazy), entry), status(paid));
    const here = play(open(askableLazy), status(paid));
    for (const { state, effects, model } of [elsewhere, here]) {
      expect(state).not.to.have.property('returnUrl');
      expect(of(effects, 'emit-outcome').at(-1)?.next).to.match(/^https:/);
      expect(play(model, { type: 'continued' }).effects).to.deep.equal([]);
    }
  });

  it('that the page which payments come back to has seen as paid does not lead there once more', () => {
    const back = play(open(askableLazy), storeChanged(stored(paymentId, 'paid')), status(paid));
    expect(back.state).to.have.property('returnUrl');
    expect(of(back.effects, 'emit-outcome').map(({ next }) => next)).to.deep.equal([undefined]);
  });

  it('that was voided since the payer left shows no way on', () => {
    const back = play(waiting, configured(askableLazy, stored(paymentId, 'paid', { returned: true })));
    expect(play(back.model, status({ ...paid, status: 'voided' })).state).not.to.have.property('returnUrl');
  });

  it('is what the payer comes back to from the bank, with the way there', () => {
    const left = play(sending(askable), answered({ kind: 'payment', payment: initiated }));
    const { state, effects } = play(left.model, { type: 'came-back', now: now + 5 });
    const outcome = { status: 'unknown', paymentId, payment: initiated } as const;
    expect(state).to.deep.include({ phase: 'unknown', outcome, openSince: now, confirmedByService: true });
    expect(of(effects, 'resolve-submit')).to.deep.equal([]);
    const again = play({ ...left.model, state }, { type: 'continued' });
    expect(again.state.phase).to.equal('redirecting');
    expect(types(again.effects)).to.deep.equal(['clear', 'save-attempt', 'redirect']);
  });
});

/** A payment in a status that nobody knows. */
const unknownStatus: CheckoutPayment = { id: paymentId, status: 'limbo' };

describe('that something was sent', () => {
  it('is kept once the answer is lost, and once a payment has ended', () => {
    expect(play(sending(lazy), silent).model.mayHaveSentBefore).to.equal(true);
    expect(
      play(sending(lazy), answered({ kind: 'payment', payment: failed })).model.mayHaveSentBefore,
    ).to.equal(true);
    expect(play(ready(lazy), submit, locked()).model.mayHaveSentBefore).to.equal(undefined);
  });

  it('is kept of another payment of the purchase, and not of the attempt that is held', () => {
    const held = readyWith(plain, 'never-sent');
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
});
