import { expect } from 'chai';
import { describe, it } from 'node:test';
import { PayError } from '../../../src/error.js';
import type { Config } from '../../../src/element/checkout/config.js';
import type { CodeResult, FulfilResult } from '../../../src/element/checkout/ports.js';
import type { ConfirmingState, Model } from '../../../src/element/checkout/state.js';
import {
  answered,
  codeUrl,
  coded,
  configured,
  confirming,
  error,
  failed,
  locked,
  now,
  of,
  order,
  paid,
  paymentId,
  play,
  refused,
  savedAttempts,
  sending,
  status,
  storeChanged,
  way,
  type Timed,
} from './cases.js';
import {
  askable,
  askableLazy,
  byStc,
  complete,
  guardedConfig,
  lazyConfig as lazy,
  readyWorld,
  secretConfig as plain,
  settle,
  stored,
  type World,
} from './world.js';

const minute = 60_000;
const press: Timed = { type: 'code-submitted' };
const codeAnswered = (answer: CodeResult): Timed => ({ type: 'code-answered', paymentId, answer });
const silence = codeAnswered({ kind: 'no-answer' });
const timePassed = (after: number): Timed => ({ type: 'time-passed', now: now + after });
const asked: FulfilResult = { kind: 'payment', payment: coded, codeUrl };
const typing = (config: Config, over: Partial<ConfirmingState> = {}): Model => ({
  setup: complete(config),
  state: confirming(config, over),
});
/** A code was sent, and no answer came. */
const silent = (config: Config) => play(typing(config), press, locked(), silence).model;

async function submitStc(world: World, answer: FulfilResult) {
  const submitted = world.checkout.submit(byStc);
  world.attempt.resolve();
  await settle();
  world.fulfilment.resolve(answer);
  return submitted;
}

describe('submit with a source of STC Pay', () => {
  it('waits for the code in the form, and takes the payer nowhere', async () => {
    const world = readyWorld();
    const outcome = await submitStc(world, { ...asked, payment: { ...coded, id: 'p1' } });
    expect(outcome).to.deep.include({ status: 'initiated', paymentId: 'p1' });
    expect(world.checkout.state.phase).to.equal('confirming');
    expect(world.log).to.include('announce p1 by stcpay').and.include('save p1 waiting');
    // Another tab may pay another way.
    expect(world.log.at(-1)).to.equal('release');
    world.checkout.continuePayment();
    world.checkout.returnToPage();
    await settle();
    expect(world.log.filter((line) => /^(go to|leave for)/.test(line))).to.deep.equal([]);
  });

  it('joins a second submit, which sends nothing', async () => {
    const world = readyWorld();
    const first = await submitStc(world, { ...asked, payment: { ...coded, id: 'p1' } });
    expect(await world.checkout.submit(byStc)).to.deep.equal(first);
    expect(world.sent).to.have.length(1);
  });

  it('sends the code once for each press, under the lock, and says how the payment ended', async () => {
    const world = readyWorld();
    await submitStc(world, { ...asked, payment: { ...coded, id: 'p1' } });
    world.log.length = 0;
    world.checkout.submitCode();
    world.checkout.submitCode();
    await settle();
    world.checkout.submitCode();
    world.confirmation.resolve({ kind: 'payment', payment: { ...paid, id: 'p1' } });
    await settle();
    expect(world.log.filter((line) => /^(lock|send|release|emit|go)/.test(line))).to.deep.equal([
      'lock',
      `send 123456 for p1 to ${codeUrl}`,
      'emit paid',
      `go to https://shop.example/back?id=p1&status=paid&message=`,
      'release',
    ]);
  });

  it('sends no code that is not complete', async () => {
    const world = readyWorld();
    await submitStc(world, { ...asked, payment: { ...coded, id: 'p1' } });
    Object.assign(world, { code: undefined });
    world.checkout.submitCode();
    await settle();
    expect(world.log.filter((line) => line.startsWith('send 123456'))).to.deep.equal([]);
    expect(world.checkout.state).to.have.nested.property('error.code', 'canceled');
  });

  it('tells nobody but the gateway where the code goes', async () => {
    const world = readyWorld(askable);
    await submitStc(world, asked);
    world.checkout.submitCode();
    await settle();
    const told = JSON.stringify([world.log.filter((line) => !line.startsWith('send')), world.emitted]);
    expect(told).not.to.contain('secret_1');
  });
});

describe('an answer of the service to STC Pay', () => {
  for (const [what, answer, phase] of [
    ['that waits for the code', asked, 'confirming'],
    ['that refuses the number', { kind: 'payment', payment: failed }, 'failed'],
    ['that is paid already', { kind: 'payment', payment: paid }, 'paid'],
    ['without an address of the service', { kind: 'payment', payment: coded }, 'unknown'],
  ] as const) {
    it(`${what} makes the form ${phase}`, () => {
      expect(play(sending(askableLazy), answered(answer)).state.phase).to.equal(phase);
    });
  }

  it('without an address of the service tells the developer, and offers the payer another way', () => {
    const { state, effects } = play(sending(askableLazy), answered({ kind: 'payment', payment: coded }));
    expect(state).to.include({ anotherWay: 'offered' });
    expect(of(effects, 'advise-developer').map(({ advice }) => advice)).to.match(/challenge-hosts/);
  });

  it('that a status source gives instead has no address, which is no mistake of the page', () => {
    const { state, effects } = play(sending(askableLazy), refused, {
      type: 'verified',
      paymentId,
      payment: coded,
    });
    expect(state).to.include({ phase: 'unknown', anotherWay: 'offered' });
    expect(of(effects, 'advise-developer')).to.deep.equal([]);
  });
});

describe('an answer to the code', () => {
  for (const [what, answer, phase] of [
    ['paid', { kind: 'payment', payment: paid }, 'paid'],
    ['failed, because the code was wrong', { kind: 'payment', payment: failed }, 'failed'],
    ['initiated', { kind: 'payment', payment: coded }, 'unknown'],
    ['none', { kind: 'no-answer' }, 'unknown'],
    ['nothing was sent', { kind: 'unsent', error }, 'confirming'],
  ] as const) {
    it(`${what} makes the form ${phase}`, () => {
      const { state } = play(typing(askableLazy), press, locked(), codeAnswered(answer));
      expect(state.phase).to.equal(phase);
    });
  }

  it('that a policy of the page has kept from leaving tells the developer', () => {
    const blocked = new PayError('configuration', 'Add it to `connect-src`.');
    const { effects } = play(
      typing(askableLazy),
      press,
      locked(),
      codeAnswered({ kind: 'unsent', error: blocked }),
    );
    expect(of(effects, 'advise-developer').map(({ advice }) => advice)).to.deep.equal([blocked.message]);
  });

  it('that is missing is followed by no code until the payment is known to be open', () => {
    const model = silent(askableLazy);
    expect(play(model, press, locked()).effects).to.deep.equal([]);
    const once = play(model, status(coded));
    expect(once.state).to.include({ phase: 'unknown', anotherWay: 'none' });
    const twice = play(once.model, status(coded));
    expect(twice.state).to.deep.include({ phase: 'confirming', step: 'typing', codeUrl, isCodeSent: true });
  });

  it('that is missing is not asked for where nobody can be asked: the payer decides', () => {
    const { state } = play(silent(lazy), way('ask'));
    expect(state).to.include({ phase: 'unknown', anotherWay: 'chosen' });
  });

  it('that is missing when the time is over brings no field back', () => {
    const late = { now: now + 5 * minute };
    const { state } = play(silent(askableLazy), { ...status(coded), ...late }, { ...status(coded), ...late });
    expect(state).to.include({ phase: 'unknown', anotherWay: 'offered' });
  });
});

describe('the time for the code', () => {
  it('is five minutes from the answer, and its last minute is told', () => {
    expect(play(typing(askableLazy), timePassed(4 * minute - 1)).state).not.to.have.property('isEndingSoon');
    const soon = play(typing(askableLazy), timePassed(4 * minute));
    expect(soon.state).to.include({ phase: 'confirming', isEndingSoon: true });
    expect(of(soon.effects, 'watch-time')).to.deep.equal([{ type: 'watch-time', at: now + 5 * minute }]);
    const over = play(soon.model, timePassed(5 * minute));
    expect(over.state).to.include({ phase: 'unknown', anotherWay: 'offered' });
    expect(over.state).not.to.have.property('codeUrl');
  });

  it('does not end while a code is on its way', () => {
    const { state } = play(typing(askableLazy), press, locked(), timePassed(6 * minute));
    expect(state).to.include({ phase: 'confirming', step: 'sending' });
  });

  it('is not longer on a device whose clock is set back', () => {
    const { state } = play(typing(askableLazy), timePassed(-minute), timePassed(4 * minute));
    expect(state.phase).to.equal('unknown');
  });
});

describe('a payer who leaves the code', () => {
  it('gives the payment up without a question if no code was sent, and the server learns which', () => {
    const { model, state, effects } = play(typing(guardedConfig), way('ask'));
    expect(state.phase).to.equal('ready');
    expect(savedAttempts(effects)).to.deep.equal([`${paymentId} given-up`]);
    const next = play(model, { type: 'submitted', paymentId: 'fresh', method: byStc }, {
      ...locked(),
      paymentId: 'fresh',
    } as Timed);
    expect(of(next.effects, 'fetch-intent')).to.deep.include.members([
      {
        type: 'fetch-intent',
        paymentId: 'fresh',
        config: guardedConfig,
        abandonedPaymentId: paymentId,
      },
    ]);
  });

  it('must agree to the risk once a code was sent', () => {
    const { state, effects } = play(typing(guardedConfig, { isCodeSent: true }), way('ask'));
    expect(state).to.include({ phase: 'unknown', anotherWay: 'chosen' });
    expect(savedAttempts(effects)).to.deep.equal([]);
  });

  it('cannot leave while the code is sent', () => {
    const { state } = play(typing(guardedConfig), press, locked(), way('ask'));
    expect(state).to.include({ phase: 'confirming', step: 'sending' });
  });

  it('is told that the intent is closed if the page has set its secret', () => {
    expect(play(typing(plain), way('ask')).state).to.deep.equal({ phase: 'expired', mayBePaid: true });
  });
});

describe('another tab, while the code is awaited', () => {
  for (const [what, entry, isLockedElsewhere, phase] of [
    ['has given the payment up', stored(paymentId, 'given-up'), false, 'ready'],
    ['pays by something else', stored('p9', 'claimed'), true, 'unknown'],
    ['has sent another payment', stored('p9', 'sent'), false, 'unknown'],
    ['has paid by something else', stored('p9', 'paid'), false, 'unknown'],
    ['was declined', stored('p9', 'free'), false, 'ready'],
    ['has read that it is paid', stored(paymentId, 'paid'), false, 'unknown'],
    ['has read that it failed', stored(paymentId, 'free'), false, 'unknown'],
  ] as const) {
    it(`${what}: no code can be typed, and none is sent`, () => {
      const changed = play(typing(askableLazy), storeChanged(entry, isLockedElsewhere));
      expect(changed.state.phase).to.equal(phase);
      const pressed = play(typing(askableLazy), press, locked(entry, isLockedElsewhere));
      expect(pressed.state.phase).to.equal(phase);
      expect(of([...changed.effects, ...pressed.effects], 'send-code')).to.deep.equal([]);
    });
  }

  it('that only looks changes nothing', () => {
    const model = typing(askableLazy);
    expect(play(model, storeChanged(stored(paymentId, 'waiting'), true)).model).to.equal(model);
    const { state, effects } = play(model, press, locked(stored(paymentId, 'waiting'), true));
    expect(state).to.deep.include({ phase: 'confirming', step: 'typing' });
    expect(of(effects, 'send-code')).to.deep.equal([]);
  });
});

describe('settings that change while the code is awaited', () => {
  it('for another order take its form away, but not while the code is sent', () => {
    const model = typing(order('1', askableLazy));
    expect(play(model, configured(order('2', askableLazy))).state.phase).to.equal('ready');
    expect(play(model, press, locked(), configured(order('2', askableLazy))).state.phase).to.equal(
      'confirming',
    );
  });

  it('for the same order change nothing', () => {
    const { state } = play(typing(askableLazy), configured({ ...askableLazy, timeout: 1_000 }));
    expect(state).to.deep.equal(confirming(askableLazy));
  });
});

describe('a payment of STC Pay that this page has not made', () => {
  it('offers another way as soon as it is known to be open, and never the bank', () => {
    const reloaded = configured(askableLazy, stored(paymentId, 'waiting'));
    const { state, model } = play(
      { setup: complete(askableLazy), state: { phase: 'waiting' } },
      reloaded,
      status(coded),
      status(coded),
    );
    expect(state).to.include({ phase: 'unknown', anotherWay: 'offered' });
    expect(play(model, { type: 'continued' }).effects).to.deep.equal([]);
  });
});
