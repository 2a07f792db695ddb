import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getRetryDelay } from '../../src/element/checkout/status-poller.js';
import { checkLimits, createCallerLimit, findWait } from '../../src/server/checkout/limits.js';
import { createReadThrottle } from '../../src/server/checkout/read-throttle.js';
import { openCheckout } from './checkout-shop.js';
import { refusedAtOnce } from './payer.js';

const hour = 3_600_000;
const now = 10 * hour;
const limits = checkLimits({ declinesPerOrder: 2, declinesPerCaller: 2 });

describe('the limits', () => {
  it('are whole numbers from 1 on, and the name of a wrong one is said', () => {
    assert.equal(checkLimits({ declinesPerOrder: 1 }).declinesPerOrder, 1);
    for (const declinesPerOrder of [0, -1, 1.5, NaN, Infinity, '3' as never])
      assert.throws(() => checkLimits({ declinesPerOrder }), {
        field: 'limits',
        message: /`limits\.declinesPerOrder`/,
      });
    assert.throws(() => checkLimits({ attemptsPerOrderPerHour: 3 } as never), {
      message: /is not known.*`declinesPerCaller`/,
    });
  });

  it('let an order be tried until so many declines lie within one hour, and never wait for longer than an hour', () => {
    for (const [declines, wait] of [
      [[], 0],
      [[now - hour, now - 5], 0],
      [[now - 9, now - 7, now - 5], hour - 7],
      [[now - hour + 1, now - 5], 1],
      // A clock that went back.
      [[now - 1, now + hour - 1], hour - 1],
      [[now + hour, now + hour], 0],
    ] as const)
      assert.equal(findWait(declines, limits.declinesPerOrder, now), wait);
  });

  it('count the declines of each caller alone, and forget the caller that was seen longest ago', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now });
    const limit = createCallerLimit(limits);
    const decline = (intent: string, caller: string) => (
      limit.handOut(intent, caller),
      limit.countDecline(intent)
    );
    for (const caller of ['a', 'b', 'a', 'b']) decline(`i-${caller}`, caller);
    limit.countDecline('of nobody');
    assert.deepEqual(
      ['a', 'b', 'c'].map((caller) => limit.findWait(caller, now)),
      [hour, hour, 0],
    );
    assert.equal(limit.findWait('a', now + hour), 0);
    for (let number = 0; number < 9_999; number++) decline(`i-${number}`, `other ${number}`);
    assert.deepEqual(
      ['a', 'b'].map((caller) => limit.findWait(caller, now)),
      [0, hour],
    );
  });

  it('of an order refuse after so many declines, until an hour has passed; all before are served', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { intent, pay, askIntent } = await openCheckout(t);
    for (let tries = 0; tries < 10; tries++)
      assert.equal((await pay(await intent(), refusedAtOnce)).status, 'failed');
    await askIntent();
    const refused = await askIntent();
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { type: string }).type],
      [429, 'too_many_attempts'],
    );
    assert.ok(Number(refused.headers.get('retry-after')) <= 3600);
    t.mock.timers.setTime(Date.now() + hour + 400_000);
    assert.equal((await askIntent()).status, 201);
  });

  it('of a caller go over all orders; requests without a declined card count nothing', async (t) => {
    const { intent, pay, answer, deliver } = await openCheckout(t, {
      caller: (request) => request.headers.get('x-caller') ?? 'one address',
      limits: { declinesPerCaller: 2 },
    });
    for (let tries = 0; tries < 20; tries++) await intent(undefined, '8');
    for (const id of ['7', '8']) {
      const payment = await pay(await intent(undefined, id), refusedAtOnce);
      for (let times = 0; times < 2; times++) await deliver(payment, { type: 'payment_failed' });
    }
    assert.equal(await answer(), 'too_many_attempts');
  });

  for (const caller of [null, '', undefined])
    it(`count no caller whose name is ${JSON.stringify(caller)}`, async (t) => {
      const { intent, pay, answer } = await openCheckout(t, {
        caller: () => caller as never,
        limits: { declinesPerCaller: 1 },
      });
      for (let tries = 0; tries < 2; tries++) await pay(await intent(), refusedAtOnce);
      assert.equal(await answer(), '201');
    });

  it('are not silently off if `caller` returns no string', async (t) => {
    for (const name of [Promise.resolve('1.2.3.4'), {}]) {
      const { askIntent, errors, calls } = await openCheckout(t, { caller: () => name as never });
      assert.equal((await askIntent()).status, 503);
      assert.match(String(errors), /`caller` must return a string, or undefined/);
      assert.deepEqual(calls, []);
    }
  });
});

it('a challenge that takes long gives no intent for an order that another process has seen paid meanwhile', async (t) => {
  const shop = await openCheckout(t);
  let [pass, ask]: [(isPassed: boolean) => void, () => void] = [() => undefined, () => undefined];
  const isAsked = new Promise<void>((resolve) => (ask = resolve));
  const { settle } = shop.checkout();
  const intent = await shop.intent();
  shop.restart({ challenge: () => (ask(), new Promise<boolean>((resolve) => (pass = resolve))) });
  const waiting = shop.answer();
  await isAsked;
  await settle((await shop.pay(intent)).id);
  pass(true);
  assert.equal(await waiting, 'order_paid');
});

describe('ten thousand scripted tries', () => {
  it('of all routes at once cost fewer than sixty calls of the service', async (t) => {
    let underway = 0;
    const { call, intent, pay, calls } = await openCheckout(t, {
      intercept: (url, init, send) => (underway++, send(url, init).finally(() => underway--)),
    });
    const { id } = await pay(await intent());
    const message = { id: 'm', type: 'payment_paid', secret_token: 'a guess', data: { id } };
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    t.after(() => t.mock.timers.reset());
    let answered = 0;
    const spell = (bits: number) =>
      [...id].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join('');
    const tries = Array.from({ length: 2500 }, (_, bits) => [
      call('POST', '7/intent'),
      call('POST', '7/intent', { instead_of: spell(bits) }),
      call('GET', `7/status?id=${spell(bits)}`),
      call('POST', 'webhook', message),
    ])
      .flat()
      .map((response) => response.then(({ status }) => (answered++, status)));
    while (answered < 10_000) {
      await new Promise((resolve) => setImmediate(resolve));
      if (underway === 0) t.mock.timers.tick(3000);
    }
    assert.deepEqual([...new Set(await Promise.all(tries))].sort(), [200, 400, 409]);
    assert.ok(calls.length < 60, `${calls.length} calls`);
  });

  it('of one status, in an hour, cost twenty calls and one every three seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const throttle = createReadThrottle<number>();
    let reads = 0;
    for (let tries = 0; tries < 10_000; tries++) {
      const reading = throttle('p', 'p', async () => ++reads);
      t.mock.timers.tick(hour / 10_000);
      await Promise.race([reading, Promise.resolve()]);
    }
    assert.ok(reads <= 20 + 1200 + 1, `${reads} reads in an hour`);
  });
});

describe('the throttle of reads', () => {
  it('never keeps a page waiting that asks as the element does, for an hour', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const throttle = createReadThrottle<number>();
    let reads = 0;
    for (let asked = 0; asked < 150; asked++) {
      // As early as chance may have it.
      t.mock.timers.tick(getRetryDelay(asked, 1));
      void throttle('p', 'p', async () => ++reads);
      assert.equal(reads, asked + 1, 'the read begins at once');
    }
    assert.ok(Date.now() > hour * 0.9);
  });

  it('shares no read that began before the question, and its failure with all who share it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const throttle = createReadThrottle<string>();
    let state = 'initiated';
    // Each read takes the state as it is when it begins, and is answered much later.
    const ends: (() => void)[] = [];
    const ask = () =>
      throttle('p', 'p', () => {
        const begun = state;
        return new Promise((resolve) => ends.push(() => resolve(begun)));
      });
    const early = Array.from({ length: 20 }, ask);
    state = 'paid';
    const late = Array.from({ length: 10 }, ask);
    assert.equal(await throttle('another', 'another', async () => 'not kept waiting'), 'not kept waiting');
    t.mock.timers.tick(10_000);
    await Promise.resolve();
    for (const end of ends) end();
    assert.deepEqual(
      [new Set(await Promise.all(early)), new Set(await Promise.all(late))],
      [new Set(['initiated']), new Set(['paid'])],
    );
    assert.equal(ends.length, 21);
    const failing = [1, 2].map(() => throttle('p', 'p', () => Promise.reject(new Error('down'))));
    t.mock.timers.tick(10_000);
    assert.deepEqual(
      (await Promise.allSettled(failing)).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    const after = throttle('p', 'p', async () => 'fine');
    t.mock.timers.tick(10_000);
    assert.equal(await after, 'fine');
  });
});
