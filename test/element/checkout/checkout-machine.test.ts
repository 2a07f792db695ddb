import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Config } from '../../../src/element/checkout/config.js';
import type { FetchedIntent, FulfilResult } from '../../../src/element/checkout/ports.js';
import { PayError } from '../../../src/error.js';
import type { CheckoutPayment } from '../../../src/element/checkout/payment.js';
import { order } from './cases.js';
import {
  byCard,
  byGiven,
  askable,
  askableLazy,
  complete,
  intent,
  lazyConfig,
  missing,
  Question,
  readyWorld,
  stored,
  secretConfig,
  settle,
  World,
  wrong,
  guardedConfig,
  sessionConfig,
} from './world.js';

const callback = 'https://shop.example/back';
const bank = 'https://api.example.com/3ds';
const paid: CheckoutPayment = { id: 'p1', status: 'paid', callback_url: callback };
const failed: CheckoutPayment = { id: 'p1', status: 'failed' };
const initiated: CheckoutPayment = {
  id: 'p1',
  status: 'initiated',
  source: { type: 'creditcard', transaction_url: bank },
};
const answers = (payment: CheckoutPayment): FulfilResult => ({ kind: 'payment', payment });

const error = new PayError('api', 'refused');
const refused: FulfilResult = { kind: 'refused', intentStatus: 'open', error };
const silent: FulfilResult = { kind: 'no-answer' };

/** What a run was rejected with. */
const rejection = (run: Promise<unknown>): Promise<PayError | undefined> =>
  run.then(
    () => undefined,
    (reason: PayError) => reason,
  );

/** The status source goes on to say that there is no such payment, until it is believed. */
async function arrivesNever(world: World) {
  for (let round = 0; round < 8; round++) {
    world.pass(15_000);
    await settle();
  }
}

/** Pays up to an answer of the service. */
async function pay(world: World, answer: FulfilResult) {
  const submitted = world.checkout.submit(byCard).then(
    (outcome) => outcome.status,
    (error: PayError) => error.code,
  );
  await settle();
  if (world.log.at(-1)?.startsWith('fetch')) {
    world.fetched.resolve({ kind: 'intent', intent });
    await settle();
  }
  world.attempt.resolve();
  await settle();
  world.fulfilment.resolve(answer);
  return submitted;
}

/** Pays, and the page allows the way to the bank. */
async function leaveForBank(world: World) {
  await pay(world, answers(initiated));
  world.redirect.resolve(true);
  await settle();
}

/** Pays with a device that has gone offline since, so that the way on is not taken yet. */
async function payBeforeOffline(): Promise<World> {
  const world = readyWorld();
  world.isOnline = false;
  expect(await pay(world, answers(paid))).to.equal('paid');
  expect(world.log.join()).not.to.contain('go to');
  return world;
}

/** Takes the element out of the page, and puts it back. */
function move(world: World): void {
  world.checkout.pause();
  world.checkout.resume();
}

describe('the checkout pays', () => {
  it('joins a second call, but rejects one of a wallet’s sheet, which may only speak of its own payment', async () => {
    const world = readyWorld();
    const first = world.checkout.submit(byCard);
    expect(world.checkout.submit(byGiven)).to.equal(first);
    const price = { amount: 10_000, currency: 'SAR' };
    const source = { type: 'applepay', token: '{}' };
    const error = await world.checkout.submit({ kind: 'external', source, price }).catch((it: unknown) => it);
    expect(error).to.include({ code: 'canceled', retryable: true });
  });

  it('announces, saves, sends, emits the outcome and redirects in this order', async () => {
    const world = readyWorld();
    expect(await pay(world, answers(paid))).to.equal('paid');
    expect(world.log).to.deep.equal([
      'is paying',
      'lock',
      'is paying',
      'save p1 claimed',
      'announce p1',
      'is paying',
      'save p1 sent',
      'send on pi_secret_1',
      'is paid',
      'clear card',
      'save p1 paid',
      'emit paid',
      `go to ${callback}?id=p1&status=paid&message=`,
      'release',
    ]);
    expect(world.sent).to.have.length(1);
    expect(world.sent[0]).to.have.nested.property('card.number', '4111111111111111');
  });

  it('pays with an external source without a card in the form', async () => {
    const world = readyWorld();
    world.card = undefined;
    const run = world.checkout.submit(byGiven);
    world.attempt.resolve();
    world.fulfilment.resolve(answers(paid));
    expect(await run).to.include({ status: 'paid' });
    expect(world.sent).to.deep.equal([byGiven]);
  });

  it('does not redirect when the page prevents it', async () => {
    const world = readyWorld();
    world.followOutcome = false;
    await pay(world, answers(paid));
    expect(world.log.slice(-2)).to.deep.equal(['emit paid', 'release']);
  });

  it('opens the challenge unless the page handles it', async () => {
    for (const go of [true, false]) {
      const world = readyWorld();
      expect(await pay(world, answers(initiated))).to.equal('initiated');
      expect(world.log).to.include(`leave for ${bank}`).and.not.to.include(`go to ${bank}`);
      world.redirect.resolve(go);
      await settle();
      expect(world.log.includes(`go to ${bank}`)).to.equal(go);
    }
  });

  it('opens no challenge of an earlier payment that the page releases late', async () => {
    const world = readyWorld(order('1', lazyConfig));
    await pay(world, answers(initiated));
    const first = world.redirect;
    world.checkout.returnToPage();
    world.entry = undefined;
    world.checkout.configure(complete(order('2', lazyConfig)));
    world.redirect = new Question();
    world.fulfilment = new Question();
    world.fetched = new Question();
    world.fetched.resolve({ kind: 'intent', intent: { ...intent, id: 'i2' } });
    const other = { ...initiated, id: 'p2', source: { type: 'creditcard', transaction_url: `${bank}/2` } };
    expect(await pay(world, answers(other))).to.equal('initiated');
    first.resolve(true);
    await settle();
    expect(world.log).not.to.include(`go to ${bank}`);
    world.redirect.resolve(true);
    await settle();
    expect(world.log).to.include(`go to ${bank}/2`);
  });

  it('and hears, back from the bank’s page in this one, what other tabs have done meanwhile', async () => {
    const world = readyWorld(lazyConfig);
    world.inside = new Question();
    await leaveForBank(world);
    world.entry = stored('p9', 'paid');
    world.inside.resolve(undefined);
    await settle();
    expect(world.checkout.state.phase).to.equal('unknown');
    expect(world.checkout.paymentHistory.hasOtherOpenPayment).to.equal(true);
  });
});

describe('the checkout stops before anything is sent', () => {
  it('sends nothing when the page prevents the attempt, and says so in words of the checkout', async () => {
    for (const cause of [new Error('out of stock'), new PayError('canceled', 'Not today.')]) {
      const world = readyWorld();
      const submitted = world.checkout.submit(byCard);
      world.attempt.reject(cause);
      const error = await rejection(submitted);
      expect(error).to.include({ code: 'canceled', retryable: true, cause });
      expect(error?.message).to.contain('before anything was sent');
      expect(world.checkout.state.phase).to.equal('ready');
      expect(world.log.some((line) => line.startsWith('send'))).to.equal(false);
    }
  });

  it('sends nothing when the card is gone', async () => {
    const world = readyWorld();
    world.card = undefined;
    expect(await pay(world, answers(paid))).to.equal('canceled');
    expect(world.log.some((line) => line.startsWith('send'))).to.equal(false);
  });

  const own = new PayError('api', 'intent-url answered HTTP 500.');
  for (const [what, reason, code] of [
    ['a refusal of the merchant’s server', own, 'api'],
    ['a lost connection', new TypeError('Failed to fetch'), 'network'],
  ] as const) {
    it(`when no intent comes: ${what}`, async () => {
      const world = readyWorld(lazyConfig);
      const submitted = world.checkout.submit(byCard);
      world.fetched.reject(reason);
      const error = await rejection(submitted);
      expect(error?.code).to.equal(code);
      if (reason === own) expect(error).to.equal(own);
      else {
        expect(error).to.include({ retryable: true, cause: reason });
        expect(error?.message).to.contain('Nothing was sent');
      }
    });
  }
});

describe('the way on from a purchase that is paid', () => {
  it('waits while the device is offline, and is taken when it is online again', async () => {
    const world = await payBeforeOffline();
    world.onOnline?.();
    expect(world.log.at(-1)).to.match(/^go to https:/);
  });

  it('is taken also where the page sets something else while the device is offline', async () => {
    const world = await payBeforeOffline();
    world.checkout.configure(complete({ ...secretConfig, timeout: 5_000 }));
    move(world);
    world.pass(0);
    world.onOnline?.();
    expect(world.log.at(-1)).to.match(/^go to https:/);
  });

  it('is not taken when the element was removed while the device was offline', async () => {
    const world = await payBeforeOffline();
    world.checkout.pause();
    expect(world.onOnline).to.equal(undefined);
  });

  it('is taken when the element is in the page again, as after a move', async () => {
    const world = await payBeforeOffline();
    move(world);
    world.pass(0);
    world.onOnline?.();
    expect(world.log.at(-1)).to.match(/^go to https:/);
    move(world);
    world.pass(0);
    expect(world.log.filter((line) => line.startsWith('go to'))).to.have.length(1);
  });

  it('is not taken when the element is put back online, and for another order', async () => {
    const world = await payBeforeOffline();
    world.checkout.pause();
    world.isOnline = true;
    world.checkout.resume();
    world.entry = undefined;
    for (const name of ['2', '3']) world.checkout.configure(complete(order(name, secretConfig)));
    world.pass(0);
    expect(world.log.join()).not.to.contain('go to');
  });

  it('is not taken when the page has gone on to another order while the device was offline', async () => {
    const world = await payBeforeOffline();
    world.entry = undefined;
    for (const name of ['2', '3']) world.checkout.configure(complete(order(name, secretConfig)));
    expect(world.checkout.state.phase).not.to.equal('paid');
    expect(world.onOnline).to.equal(undefined);
  });
});

describe('submit() without anything to send', () => {
  for (const [what, prepare, answer] of [
    ['while values are missing', (world: World) => world.checkout.configure(missing), 'missing'],
    ['while values are wrong', (world: World) => world.checkout.configure(wrong), 'wrong'],
    [
      'when the intent has ended',
      (world: World) => world.checkout.configure(complete({ ...secretConfig, expiresAt: 1 })),
      'can no longer be used',
    ],
    [
      'after a decline without a new intent',
      async (world: World) => {
        world.checkout.configure(complete(secretConfig));
        await pay(world, answers(failed));
      },
      'can no longer be used',
    ],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const world = new World();
      await prepare(world);
      world.log.length = 0;
      const error = await rejection(world.checkout.submit(byCard));
      expect(error).to.be.instanceOf(PayError);
      expect(error?.message).to.contain(answer);
      expect(error?.retryable).to.equal(false);
      expect(world.log).to.deep.equal([]);
      expect(world.checkout.canSubmit).to.equal(false);
    });
  }

  it('rejects before the page has said anything', async () => {
    const error = await rejection(new World().checkout.submit(byCard));
    expect(error).to.include({ code: 'configuration' });
    expect(error?.message).not.to.equal('');
  });

  const authorized = answers({ ...paid, status: 'authorized' });
  for (const [answer, status, config] of [
    [answers(paid), 'paid', secretConfig],
    [answers(paid), 'paid', lazyConfig],
    [authorized, 'authorized', secretConfig],
    [authorized, 'authorized', lazyConfig],
    [answers(initiated), 'initiated', secretConfig],
    [{ kind: 'no-answer' } as const, 'unknown', secretConfig],
  ] as const) {
    it(`answers ${status} again and sends nothing, with a ${config.intentSource.kind}`, async () => {
      const world = readyWorld(config);
      await pay(world, answer);
      world.log.length = 0;
      expect(await world.checkout.submit(byCard)).to.include({ status, paymentId: 'p1' });
      expect(world.log).to.deep.equal([]);
      expect(world.checkout.canSubmit).to.equal(false);
    });
  }

  it('rejects after a decline when the values are gone, wrong, or a secret that has ended', async () => {
    for (const setup of [missing, wrong, complete({ ...secretConfig, expiresAt: 1 })]) {
      const world = readyWorld(lazyConfig);
      await pay(world, answers(failed));
      world.checkout.configure(setup);
      expect(world.checkout.canSubmit).to.equal(false);
      world.log.length = 0;
      const error = await rejection(world.checkout.submit(byCard));
      expect(error).to.include({ code: 'expired', retryable: false });
      expect(world.log).to.deep.equal([]);
    }
  });

  it('can do so as soon as the form is ready, and not while it is under way', async () => {
    const world = new World();
    expect(world.checkout.canSubmit).to.equal(false);
    world.checkout.configure(complete(secretConfig));
    expect(world.checkout.canSubmit).to.equal(true);
    void world.checkout.submit(byCard);
    expect(world.checkout.canSubmit).to.equal(false);
  });

  it('keeps the lock when the page pays again in the moment that it is told of a decline', async () => {
    const world = readyWorld(lazyConfig);
    world.onOutcome = () => {
      world.onOutcome = undefined;
      world.fetched = new Question();
      void world.checkout.submit(byGiven);
    };
    expect(await pay(world, answers(failed))).to.equal('failed');
    expect(world.checkout.state.phase).to.equal('paying');
    expect(world.log).to.include('lock').and.not.to.include('release');
  });
});

describe('a payment that the store says was paid at the address of this order', () => {
  it('is forgotten once the merchant’s server says that the order has no such payment', async () => {
    const world = new World();
    world.entry = stored('p0', 'paid');
    world.checkout.configure(complete(sessionConfig));
    expect(world.checkout.state.phase).to.equal('unknown');
    world.pass(0);
    world.status.reject(new PayError('api', 'status-url answered HTTP 403.', { status: 403 }));
    await settle();
    expect(world.checkout.state.phase).to.equal('ready');
    expect(world.log).to.include('save p0 free');
    expect(world.advices).to.have.length(1);
  });

  for (const [what, cause] of [
    ['another status of HTTP', new PayError('api', 'HTTP 500', { status: 500 })],
    ['an error of the page’s own', Object.assign(new Error('HTTP 403'), { status: 403 })],
  ] as const) {
    it(`is kept, and asked about again, after ${what}`, async () => {
      const world = new World();
      world.entry = stored('p0', 'paid');
      world.checkout.configure(complete(sessionConfig));
      world.pass(0);
      world.status.reject(cause);
      await settle();
      expect(world.checkout.state.phase).to.equal('unknown');
      expect(world.asks).to.have.length(1);
    });
  }
});

describe('an answer that got lost', () => {
  it('is asked for at once, then ever more rarely, when the payer looks', async () => {
    const world = readyWorld(askable);
    expect(await pay(world, silent)).to.equal('unknown');
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      waits.push(world.asks[0] ?? -1);
      world.pass(world.asks[0] ?? 0);
      world.status.reject(new Error('down'));
      await settle();
      world.status = new Question();
    }
    expect(waits).to.deep.equal([0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]);
  });

  const used = { kind: 'refused', intentStatus: 'used', error: new PayError('api', 'used') } as const;
  it('that another tab has stored as paid stays paid in the store when this tab gives it up', async () => {
    const world = readyWorld(askable);
    world.status.resolve(undefined);
    await pay(world, used);
    world.entry = stored('p1', 'paid');
    await arrivesNever(world);
    expect(world.checkout.state.phase).to.equal('expired');
    expect(world.entry).to.include({ paymentId: 'p1', stage: 'paid' });
  });

  it('behind a used intent is found by asking', async () => {
    const world = readyWorld(askable);
    const submitted = pay(world, used);
    await settle();
    await settle();
    expect(world.log.at(-1)).to.equal('ask about p1');
    world.status.resolve(paid);
    expect(await submitted).to.equal('paid');
  });

  it('behind a used intent stays open when the server does not answer', async () => {
    const world = readyWorld(askable);
    const submitted = pay(world, used);
    await settle();
    await settle();
    world.status.reject(new Error('down'));
    expect(await submitted).to.equal('unknown');
  });

  it('is not asked about any more when the page goes on to another order as soon as it is told', async () => {
    const world = readyWorld(order('1', askableLazy));
    world.onOutcome = () => {
      world.onOutcome = undefined;
      world.entry = stored('p9', 'sent');
      world.checkout.configure(complete(order('2', askableLazy)));
    };
    await pay(world, silent);
    expect(world.checkout.state).to.have.nested.property('outcome.paymentId', 'p9');
    world.pass(10_000);
    expect(world.log).to.include('ask about p9').and.not.to.include('ask about p1');
  });

  it('is not asked for while the payer is at the bank, to which a button leads', async () => {
    const world = readyWorld(askable);
    await pay(world, silent);
    world.pass(0);
    world.status.resolve(initiated);
    await settle();
    expect(world.asks).to.deep.equal([1_000]);
    world.checkout.continuePayment();
    expect(world.asks).to.deep.equal([]);
    world.redirect.resolve(true);
    await settle();
    expect(world.log.at(-1)).to.equal(`go to ${bank}`);
  });
});

describe('the watch', () => {
  it('waits three seconds for values, once', () => {
    const world = new World();
    world.checkout.configure(missing);
    world.checkout.configure(missing);
    expect(world.due).to.deep.equal([3_000]);
    world.pass(2_999);
    expect(world.checkout.state.phase).to.equal('waiting');
    world.pass(1);
    expect(world.checkout.state.phase).to.equal('misconfigured');
    expect(world.emitted).to.deep.equal([missing.kind === 'missing' && missing.error]);
  });

  it('does not wait longer because other values come meanwhile', () => {
    const world = new World();
    world.checkout.configure(missing);
    world.pass(1_000);
    world.checkout.configure(missing);
    expect(world.due).to.deep.equal([2_000]);
    world.checkout.reset();
    expect(world.due).to.deep.equal([2_000]);
  });

  it('for values ends when somebody else is to wait for them', () => {
    const world = new World();
    world.checkout.configure(missing);
    world.checkout.pauseConfigTimeout();
    expect(world.due).to.deep.equal([]);
  });

  it('waits no longer when they are there', () => {
    const world = new World();
    world.checkout.configure(missing);
    world.checkout.configure(complete(secretConfig));
    expect(world.due).to.deep.equal([]);
    expect(world.log).to.deep.equal(['is waiting', 'is ready', 'emit ready']);
  });

  const ending: Config = { ...secretConfig, expiresAt: 1_000_000 + 400_000 };
  it('looks at an intent’s end every fifteen seconds, and at the end itself', () => {
    const world = readyWorld(ending);
    expect(world.due).to.deep.equal([15_000]);
    for (let round = 0; round < 7; round++) world.pass(15_000);
    expect(world.checkout.state).to.include({ phase: 'ready', isExpiringSoon: true });
    for (let round = 0; round < 19; round++) world.pass(15_000);
    expect(world.due).to.deep.equal([10_000]);
    world.pass(10_000);
    expect(world.checkout.state.phase).to.equal('expired');
    expect(world.due).to.deep.equal([]);
    expect(world.log.slice(-2)).to.deep.equal(['clear card', 'emit error expired']);
  });

  it('says that an intent ends soon when the page says so late', () => {
    const world = readyWorld({ ...secretConfig, expiresAt: 1_000_000 + 299_000 });
    expect(world.checkout.state).to.include({ phase: 'ready', isExpiringSoon: true });
  });

  it('is over while it is paid', () => {
    const world = readyWorld(ending);
    void world.checkout.submit(byCard);
    expect(world.due).to.deep.equal([]);
  });

  for (const [what, prepare, due] of [
    ['values', (world: World) => world.checkout.configure(missing), 3_000],
    ['an end', (world: World) => world.checkout.configure(complete(ending)), 15_000],
    [
      'an answer',
      async (world: World) => {
        world.checkout.configure(complete(askable));
        await pay(world, silent);
      },
      0,
    ],
  ] as const) {
    it(`for ${what} rests while the element is away, and goes on when it is back`, async () => {
      const world = new World();
      await prepare(world);
      expect(world.due).to.include(due);
      world.checkout.pause();
      expect(world.due).to.deep.equal([]);
      world.checkout.resume();
      expect(world.due).to.include(due);
    });
  }

  it('does not begin when what was under way ends while the element is away', async () => {
    const world = readyWorld(askable);
    void world.checkout.submit(byCard);
    await settle();
    world.attempt.resolve();
    await settle();
    world.checkout.pause();
    world.fulfilment.resolve({ kind: 'no-answer' });
    await settle();
    expect(world.checkout.state.phase).to.equal('unknown');
    expect(world.due).to.deep.equal([]);
    expect(world.log).not.to.include('ask about p1');
    world.checkout.resume();
    expect(world.due).to.include(0);
  });

  it('of an end does not begin again where each attempt gets a fresh intent', () => {
    const world = readyWorld({ ...lazyConfig, expiresAt: 1_400_000 });
    move(world);
    expect(world.due).to.deep.equal([]);
  });

  it('of an end does not begin again while it is paid', () => {
    const world = readyWorld(ending);
    void world.checkout.submit(byCard);
    move(world);
    expect(world.due).to.deep.equal([]);
  });

  for (const [what, late] of [
    ['at its end', 0],
    ['behind its end', 1],
  ] as const) {
    it(`of an intent ${what} rests where a payment on it may be sent again`, async () => {
      const world = readyWorld({ ...ending, statusSource: askable.statusSource });
      await pay(world, silent);
      world.status.resolve(undefined);
      await arrivesNever(world);
      expect(world.checkout.state).to.include({ phase: 'ready' }).and.to.have.property('held');
      world.now = 1_000_000 + 400_000 + late;
      world.checkout.resume();
      expect(world.due).to.deep.equal([]);
      expect(world.checkout.state.phase).to.equal('ready');
    });
  }

  it('offers another way to pay ten minutes after the payment was opened, pauses included', async () => {
    const world = readyWorld(askable);
    await pay(world, silent);
    world.now += 60_000;
    move(world);
    // A watch looks every 15 s, since timers rest while a device sleeps.
    expect(world.due).to.include(15_000);
    for (let time = 60_000; time < 585_000; time += 15_000) world.pass(15_000);
    expect(world.checkout.state).to.include({ anotherWay: 'none' });
    world.pass(15_000);
    expect(world.checkout.state).to.include({ anotherWay: 'offered' });
  });

  it('starts no timer without an expiry', async () => {
    const world = readyWorld();
    world.checkout.resume();
    expect(world.due).to.deep.equal([]);
    await pay(world, silent);
    world.checkout.resume();
    expect(world.asks).to.deep.equal([]);
  });
});

describe('what the page sets while an attempt runs', () => {
  const second: Config = {
    ...secretConfig,
    intentSource: { kind: 'secret', clientSecret: 'pi_secret_2', intentId: undefined },
  };

  it('counts when it has ended', async () => {
    const world = readyWorld();
    const submitted = world.checkout.submit(byCard);
    world.checkout.configure(complete(second));
    world.attempt.resolve();
    await settle();
    world.fulfilment.resolve(answers(failed));
    expect((await submitted).status).to.equal('failed');
    expect(world.log).to.include('send on pi_secret_1');
    expect(world.checkout.state.phase).to.equal('ready');
  });

  it('counts when the answer that got lost is known at last', async () => {
    const world = readyWorld(askable);
    await pay(world, silent);
    world.checkout.configure(complete(second));
    expect(world.checkout.state.phase).to.equal('unknown');
    world.pass(0);
    world.status.resolve(failed);
    await settle();
    expect(world.log.slice(-4)).to.deep.equal(['save p1 free', 'emit failed', 'is ready', 'emit ready']);
    expect(world.checkout.setup).to.deep.equal(complete(second));
  });
});

describe('a payment that is made, or may come of what was sent', () => {
  const has = (world: World) => world.checkout.hasPayment;

  it('is not there before anything is sent, after a decline, or where the intent has ended unused', async () => {
    const world = readyWorld(lazyConfig);
    expect(has(world)).to.equal(false);
    await pay(world, answers(failed));
    expect(has(world)).to.equal(false);
    const ended = readyWorld({ ...secretConfig, expiresAt: 1_000_000 });
    expect(ended.checkout.state).to.include({ phase: 'expired', mayBePaid: false });
    expect(has(ended)).to.equal(false);
  });

  it('is there from the press on, at the bank, while its answer is lost, and once it is paid', async () => {
    const world = readyWorld(askable);
    void world.checkout.submit(byCard);
    expect(has(world)).to.equal(true);
    for (const [answer, phase] of [
      [answers(initiated), 'redirecting'],
      [{ kind: 'no-answer' }, 'unknown'],
      [answers(paid), 'paid'],
    ] as const) {
      const other = readyWorld(askable);
      await pay(other, answer);
      expect(other.checkout.state.phase).to.equal(phase);
      expect(has(other), phase).to.equal(true);
    }
  });

  it('is there while an attempt is held that may arrive, and where the form is closed over one', async () => {
    const held = readyWorld(askable);
    await pay(held, silent);
    held.status.resolve(undefined);
    await arrivesNever(held);
    expect(held.checkout.state.phase).to.equal('ready');
    expect(has(held)).to.equal(true);
    const closed = readyWorld();
    await pay(closed, answers({ id: 'p1', status: 'limbo' }));
    closed.checkout.payAnotherWay('ask');
    closed.checkout.payAnotherWay('confirm');
    expect(closed.checkout.state).to.include({ phase: 'expired', mayBePaid: true });
    expect(has(closed)).to.equal(true);
  });
});

describe('reset()', () => {
  it('takes back what was said, and nothing that was sent', async () => {
    const world = readyWorld();
    await pay(world, refused);
    expect(world.checkout.state).to.have.property('error');
    world.checkout.reset();
    expect(world.checkout.state).not.to.have.property('error');
    world.fulfilment = new Question();
    await pay(world, silent);
    world.log.length = 0;
    world.checkout.reset();
    expect(world.checkout.state.phase).to.equal('unknown');
    expect(world.log).to.deep.equal([]);
  });
});

describe('nothing hangs', () => {
  it('returns to the form when an intent never comes', async () => {
    const world = readyWorld(lazyConfig);
    const submitted = world.checkout.submit(byCard).catch((error: PayError) => error);
    await settle();
    world.pass(29_999);
    await settle();
    expect(world.checkout.state.phase).to.equal('paying');
    world.pass(1);
    expect(await submitted).to.include({ code: 'network' });
    expect(world.checkout.state.phase).to.equal('ready');
  });

  it('sends nothing when the page never allows the attempt', async () => {
    const world = readyWorld();
    const submitted = world.checkout.submit(byCard).catch((error: PayError) => error);
    await settle();
    world.pass(30_000);
    expect(await submitted).to.include({ code: 'canceled' });
    expect(world.log.some((line) => line.startsWith('send'))).to.equal(false);
  });

  it('gives up when the lock does not come, and releases a late one', async () => {
    const world = readyWorld();
    world.locked = new Question();
    const submitted = world.checkout.submit(byCard).catch((error: PayError) => error);
    world.pass(30_000);
    expect(await submitted).to.include({ code: 'canceled' });
    expect(world.log.at(-1)).to.equal('release');
    world.locked.resolve({ isLockedElsewhere: false, entry: undefined });
    await settle();
    expect(world.checkout.state.phase).to.equal('ready');
  });

  it('when the status source never answers: it is asked again', async () => {
    const world = readyWorld(askable);
    await pay(world, silent);
    world.pass(0);
    world.pass(30_000);
    await settle();
    expect(world.asks).to.deep.equal([1_000]);
  });

  it('when a refusal is verified: three seconds, then it is told', async () => {
    const world = readyWorld(askable);
    const submitted = pay(world, refused);
    await settle();
    await settle();
    world.pass(2_999);
    await settle();
    expect(world.checkout.state.phase).to.equal('paying');
    world.pass(1);
    expect(await submitted).to.equal('api');
  });

  it("opens the challenge when the page's `waitUntil` never resolves", async () => {
    const world = readyWorld();
    await pay(world, answers(initiated));
    world.pass(30_000);
    await settle();
    expect(world.log).to.include(`go to ${bank}`);
  });

  for (const go of [true, false]) {
    it(`when the payer is still here ${go ? 'after the way to the bank' : 'though the page takes the payer there'}: the way is offered`, async () => {
      const world = readyWorld(askable);
      await pay(world, answers(initiated));
      world.redirect.resolve(go);
      await settle();
      world.pass(9_999);
      expect(world.checkout.state.phase).to.equal('redirecting');
      world.pass(1);
      expect(world.checkout.state.phase).to.equal('unknown');
      world.checkout.continuePayment();
      expect(world.checkout.state.phase).to.equal('redirecting');
    });
  }

  for (const [what, meanwhile] of [
    [
      'the page sets something else',
      (world: World) => world.checkout.configure(complete({ ...secretConfig, timeout: 5_000 })),
    ],
    ['the element is put back', move],
  ] as const)
    it(`also where ${what} while the payer leaves`, async () => {
      const world = readyWorld();
      await leaveForBank(world);
      meanwhile(world);
      world.pass(10_000);
      expect(world.checkout.state.phase).to.equal('unknown');
    });

  it('where a bank’s page inside this one has led on to the whole window, and the payer is still here', async () => {
    const world = readyWorld();
    world.inside = new Question();
    await leaveForBank(world);
    world.inside.resolve('left');
    await settle();
    world.pass(9_999);
    expect(world.checkout.state.phase).to.equal('redirecting');
    world.pass(1);
    expect(world.checkout.state.phase).to.equal('unknown');
  });

  it('and a bank’s page inside this one may take its time', async () => {
    const world = readyWorld();
    world.inside = new Question();
    await leaveForBank(world);
    world.pass(600_000);
    expect(world.checkout.state.phase).to.equal('redirecting');
    world.inside.resolve(undefined);
    await settle();
    expect(world.checkout.state.phase).to.equal('unknown');
  });
});

describe('a purchase that another tab pays for', () => {
  it('is followed until that tab has stopped, and then can be paid here', async () => {
    const world = readyWorld(lazyConfig);
    world.isLockedElsewhere = true;
    world.entry = stored('p9', 'claimed');
    expect(await world.checkout.submit(byCard)).to.deep.equal({ status: 'unknown', paymentId: 'p9' });
    expect(world.checkout.state).to.include({ inOtherTab: true });
    world.pass(1_000);
    await settle();
    expect(world.checkout.state.phase).to.equal('unknown');
    world.isLockedElsewhere = false;
    world.pass(1_000);
    await settle();
    expect(world.checkout.state.phase).to.equal('ready');
    expect(world.asks).to.deep.equal([]);
  });

  it('is heard of when it is written, and when the page is shown again', async () => {
    for (const notify of [
      (world: World) => world.written?.(),
      (world: World) => world.checkout.returnToPage(),
    ]) {
      const world = readyWorld(lazyConfig);
      world.entry = stored('p9', 'paid');
      notify(world);
      await settle();
      expect(world.checkout.state.phase).to.equal('paid');
    }
  });

  it('is not listened for while the element is away', () => {
    const world = readyWorld(lazyConfig);
    expect(world.written).not.to.equal(undefined);
    world.checkout.pause();
    expect(world.written).to.equal(undefined);
    world.checkout.configure(complete(lazyConfig));
    expect(world.written).to.equal(undefined);
    world.checkout.resume();
    expect(world.written).not.to.equal(undefined);
  });
});

describe('the payer’s own word', () => {
  it('leads to a fresh intent, for which the server is told what was set aside', async () => {
    const world = readyWorld(lazyConfig);
    await pay(world, silent);
    world.checkout.payAnotherWay('ask');
    world.checkout.payAnotherWay('confirm');
    expect(world.checkout.state.phase).to.equal('ready');
    expect(world.checkout.paymentHistory.hasOtherOpenPayment).to.equal(true);
    void world.checkout.submit(byCard).catch(() => undefined);
    await settle();
    expect(world.log).to.include('fetch intent from url instead of p2');
  });
});

describe('the values that count', () => {
  const other: Config = { ...secretConfig, timeout: 1 };

  it('are those that an attempt under way was started with, then what the page has set since', async () => {
    const world = readyWorld(secretConfig);
    expect(world.checkout.config).to.equal(secretConfig);
    void world.checkout.submit(byCard);
    world.checkout.configure(complete(other));
    expect(world.checkout.config).to.equal(secretConfig);
    expect(new World().checkout.config).to.equal(undefined);
  });

  it('are those of a payment that is held, until it has ended', async () => {
    const world = readyWorld(secretConfig);
    await pay(world, refused);
    expect(world.checkout.state).to.include({ phase: 'ready' }).and.to.have.property('held');
    world.checkout.configure(complete(other));
    expect(world.checkout.config).to.equal(secretConfig);
  });
});

it('a press with checkout-url sends nothing where the order holds money that was not asked for, and nothing leads on', async () => {
  const world = readyWorld({ ...guardedConfig, statusSource: { kind: 'none' } });
  const given: FetchedIntent = { ...intent, id: 'i1', paymentId: 'given-1' };
  world.fetched.resolve({ kind: 'intent', intent: given });
  expect(await pay(world, refused)).to.equal('api');
  expect(world.log).to.include('save given-1 sent');
  world.log.length = 0;
  const payment = { id: 'given-1', status: 'paid', amount: 9_000, currency: 'SAR' };
  world.fetched = new Question();
  world.fetched.resolve({ kind: 'blocked-by-order', payment, isHeld: true });
  await world.checkout.submit(byCard);
  expect(world.checkout.state).to.deep.include({ phase: 'unknown', isHeld: true, anotherWay: 'none' });
  expect(world.log.filter((line) => /save|send|announce|ask/.test(line))).to.deep.equal([
    'save given-1 free',
  ]);
  world.pass(3_600_000);
  world.checkout.payAnotherWay('ask');
  move(world);
  await settle();
  expect(world.checkout.state).to.deep.include({ phase: 'unknown', anotherWay: 'none' });
  expect(world.asks).to.deep.equal([]);
});

describe('a payment over another amount than was shown', () => {
  const dearer = { ...paid, amount: 12_000, currency: 'SAR' };
  const differs = {
    shown: { amount: 10_000, currency: 'SAR' },
    charged: { amount: 12_000, currency: 'SAR' },
  };

  it('is paid all the same: the event and the state name both amounts, and so does the console', async () => {
    const world = readyWorld();
    expect(await pay(world, answers(dearer))).to.equal('paid');
    expect(world.checkout.state).to.deep.include({ differs });
    expect(world.differences).to.deep.equal([differs]);
    expect(world.advices).to.have.length(1);
    expect(world.advices[0]).to.contain('10000 SAR').and.to.contain('12000 SAR');
  });

  for (const [what, payment, price] of [
    ['the same amount', { ...dearer, amount: 10_000 }, secretConfig.price],
    ['no amount', paid, secretConfig.price],
    ['an amount where none was shown', dearer, undefined],
    ['another amount, and was declined', { ...dearer, status: 'failed' }, secretConfig.price],
  ] as const)
    it(`is not what a payment is over that has ${what}`, async () => {
      const world = readyWorld({ ...secretConfig, price });
      await pay(world, answers(payment));
      expect(world.differences).to.deep.equal([undefined]);
      expect(world.advices).to.deep.equal([]);
    });

  it('has its own amount in its own currency', async () => {
    const world = readyWorld();
    await pay(world, answers({ ...dearer, amount: 10_000, currency: 'USD' }));
    expect(world.differences[0]?.charged).to.deep.equal({ amount: 10_000, currency: 'USD' });
  });
});

it('a bank’s page on a host that is not the service’s is not opened, and the developer learns why', async () => {
  const world = readyWorld();
  const source = { type: 'creditcard', transaction_url: 'https://bank.example/3ds' };
  expect(await pay(world, answers({ ...initiated, source }))).to.equal('unknown');
  expect(world.log.some((line) => line.startsWith('leave'))).to.equal(false);
  expect(world.advices[0]).to.contain('challenge-hosts');
});

describe('the price that is shown', () => {
  it('is the one that is charged, also after an attempt was stopped before anything was sent', async () => {
    const world = readyWorld(lazyConfig);
    const submitted = world.checkout.submit(byCard).catch(() => undefined);
    await settle();
    world.fetched.resolve({ kind: 'intent', intent });
    await settle();
    world.attempt.reject(new Error('The price has changed.'));
    await submitted;
    expect(world.checkout.state).to.have.nested.property('held.previousTry', 'never-sent');
    const price = { amount: 25_000, currency: 'SAR' };
    world.checkout.configure(complete({ ...lazyConfig, price }));
    expect(world.checkout.config?.price).to.deep.equal(price);
  });
});

describe('what the store and the merchant say', () => {
  it('of an earlier purchase under the same name is passed over', () => {
    const world = new World();
    world.entry = stored('old', 'paid');
    world.checkout.configure(complete(lazyConfig));
    expect(world.log).to.deep.equal(['is ready', 'emit ready', 'forget-attempt']);
  });

  it('is `unknown` while another tab holds the lock', async () => {
    const world = new World();
    world.entry = stored('other', 'claimed');
    world.isLockedElsewhere = true;
    world.checkout.configure(complete(lazyConfig));
    await settle();
    expect(world.checkout.state).to.deep.include({ phase: 'unknown', inOtherTab: true });
  });

  it('is of the purchase that the page has set since, once the answer is lost', async () => {
    const world = readyWorld(order('1', lazyConfig));
    const paying = pay(world, silent);
    world.checkout.configure(complete(order('2', lazyConfig)));
    expect(world.checkout.state.phase).to.equal('paying');
    expect(world.lookedUp.at(-1)?.name).to.equal('2');
    const before = world.lookedUp.length;
    await paying;
    // The store is read for the second order: the payment of the first one is no longer in its way.
    const read = world.lookedUp.slice(before).map(({ name }) => name);
    expect(read.filter((name) => name !== '1')).to.deep.equal(['2']);
  });

  it('comes when the payer is back from the bank, and the way there is watched no longer', async () => {
    const world = readyWorld();
    await leaveForBank(world);
    expect(world.due).to.include(10_000);
    world.checkout.returnToPage();
    expect(world.due).not.to.include(10_000);
  });
});
