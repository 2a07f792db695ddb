import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { PayError } from '../../src/server/index.js';
import { openCheckout, order7, type Shop } from './checkout-shop.js';

const minute = 60_000;
const hour = 60 * minute;

describe('`onError` names the order', () => {
  it('when `onSettled` fails, whoever has called it, and has what was thrown as the cause', async (t) => {
    const thrown = new Error('The warehouse is closed.');
    const shop = await openCheckout(t, { onSettled: () => Promise.reject(thrown) });
    const { id } = await shop.pay(await shop.intent());
    await shop.checkout().settle(id);
    await shop.status(id);
    await shop.deliver({ id, status: 'paid' });
    await shop.sweep();
    assert.deepEqual(shop.errors.map(String), Array(4).fill('Error: Order 7: The warehouse is closed.'));
    for (const error of shop.errors) assert.equal((error as Error).cause, thrown);
  });

  it('when `onSettled` throws something that is no error', async (t) => {
    const shop = await openCheckout(t, { onSettled: () => Promise.reject('closed' as never) });
    await shop.checkout().settle((await shop.pay(await shop.intent())).id);
    assert.deepEqual(shop.errors.map(String), ['Error: Order 7: closed']);
  });

  it('when a refund cannot be sent by the sweep, and keeps the code and the status', async (t) => {
    const error = new PayError('api', 'Invalid authentication credentials', { status: 401 });
    const shop = await openCheckout(t, {
      around: (client) => ({ ...client, refundPayment: () => Promise.reject(error) }),
    });
    await shop.checkout().settle((await shop.pay(await shop.intent())).id);
    await assert.rejects(shop.checkout().refund('7', { key: 'a' }), error);
    await shop.sweep();
    const [reported, ...more] = shop.errors as PayError[];
    assert.deepEqual(more, []);
    assert.ok(reported instanceof PayError);
    assert.equal(reported.message, 'Order 7: Invalid authentication credentials');
    assert.deepEqual([reported.code, reported.status], ['api', 401]);
  });
});

describe('a sweep', () => {
  for (const seconds of ['999999999', '9'.repeat(400)])
    it(`goes on after an hour when the service says \`Retry-After: ${seconds.slice(0, 10)}\``, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      let isBusy = false;
      const shop = await openCheckout(t, {
        intercept: async (url, init, send) =>
          isBusy ? new Response('', { status: 429, headers: { 'retry-after': seconds } }) : send(url, init),
      });
      const { id } = await shop.pay(await shop.intent());
      isBusy = true;
      await shop.sweep();
      isBusy = false;
      assert.ok((shop.records.dueAt('7') ?? Infinity) <= Date.now() + hour, String(shop.records.dueAt('7')));
      t.mock.timers.setTime(Date.now() + hour);
      await shop.sweep();
      assert.deepEqual(
        shop.settled.map(({ payment }) => payment.id),
        [id],
      );
    });

  for (const [title, value] of [
    ['0', '0'],
    ['a time that has passed', new Date(Date.now() - hour).toUTCString()],
  ] as const)
    it(`leaves the service alone for half a minute when it says \`Retry-After\` with ${title}`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      let [isBusy, refused] = [false, 0];
      const shop = await openCheckout(t, {
        async intercept(url, init, send) {
          if (!isBusy || ++refused > 100) return send(url, init);
          const headers = { 'retry-after': value, date: new Date().toUTCString() };
          return new Response('', { status: 429, headers });
        },
      });
      await shop.pay(await shop.intent());
      shop.records.letAllBeDue();
      isBusy = true;
      const result = await shop.checkout().sweep({ limit: 1 });
      assert.deepEqual(result, { asked: 1, settled: [], failed: 1, left: true });
      assert.equal(refused, 1);
      assert.equal(shop.records.dueAt('7'), Date.now() + 30_000);
      isBusy = false;
      shop.records.letAllBeDue();
      t.mock.timers.setTime(Date.now() + 29_000);
      assert.equal((await shop.checkout().sweep()).asked, 0);
      t.mock.timers.setTime(Date.now() + 1000);
      assert.equal((await shop.checkout().sweep()).settled.length, 1);
    });

  it('asks about an order that was refused no second time, although the service may be asked again', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    let [isBusy, asked] = [false, 0];
    const shop: Shop = await openCheckout(t, {
      async intercept(url, init, send) {
        if (!isBusy || ++asked > 2) return send(url, init);
        if (asked === 1) return new Response('', { status: 429, headers: { 'retry-after': '1' } });
        // The other order is asked about for longer than the service wants to be left alone.
        while (shop.errors.length === 0) await setTimeout(5);
        t.mock.timers.setTime(Date.now() + 2000);
        return send(url, init);
      },
    });
    await shop.pay(await shop.intent());
    await shop.pay(await shop.intent(undefined, '8'), undefined, '8');
    shop.records.letAllBeDue();
    isBusy = true;
    const { asked: orders, failed, settled, left } = await shop.checkout().sweep({ limit: 2 });
    assert.deepEqual([orders, failed, settled.length, left], [2, 1, 1, true]);
  });

  it('ends although the database never answers about one order, and the next one works on the others', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    t.after(() => t.mock.timers.reset());
    let hang: () => void = () => undefined;
    const hangs = new Promise<void>((resolve) => (hang = resolve));
    let isHanging = false;
    const shop = await openCheckout(t, {
      aroundOrders: (orders) => ({
        ...orders,
        get: (id) => (isHanging && id === '7' ? (hang(), new Promise(() => undefined)) : orders.get(id)),
      }),
    });
    await shop.pay(await shop.intent());
    isHanging = true;
    shop.records.letAllBeDue();
    const sweep = shop.checkout().sweep();
    await hangs;
    t.mock.timers.tick(5 * minute);
    assert.deepEqual({ ...(await sweep), settled: [] }, { asked: 1, settled: [], failed: 1, left: false });
    assert.match(String(shop.errors), /The sweep of order 7 has not ended within 5 minutes/);
    const { id } = await shop.pay(await shop.intent(undefined, '8'), undefined, '8');
    isHanging = false;
    await shop.sweep();
    assert.deepEqual(
      shop.settled.map(({ payment, orderId }) => orderId === '8' && payment.id).filter(Boolean),
      [id],
    );
  });

  it('rejects when the database never says what is due, and the next one works', async (t) => {
    let hang: () => void = () => undefined;
    const hangs = new Promise<void>((resolve) => (hang = resolve));
    let isHanging = true;
    const shop = await openCheckout(t, {
      aroundStore: (store) => ({
        ...store,
        claimDue: (now, limit, leaseMs) =>
          isHanging ? (hang(), new Promise(() => undefined)) : store.claimDue(now, limit, leaseMs),
      }),
    });
    const { id } = await shop.pay(await shop.intent());
    shop.records.letAllBeDue();
    const checkout = shop.checkout();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    t.after(() => t.mock.timers.reset());
    const sweep = checkout.sweep();
    await hangs;
    t.mock.timers.tick(30_000);
    await assert.rejects(sweep, /`store.claimDue` has not ended within 30 s/);
    isHanging = false;
    assert.equal((await checkout.sweep()).asked, 1);
    assert.deepEqual(
      shop.settled.map(({ payment }) => payment.id),
      [id],
    );
  });

  it('ends although the database never answers when an order is given back after 429, and the next one works', async (t) => {
    let [isBusy, isHanging] = [false, false];
    const hanging: (() => void)[] = [];
    const nextHang = () => new Promise<void>((resolve) => void hanging.push(resolve));
    const shop = await openCheckout(t, {
      intercept: async (url, init, send) =>
        isBusy ? new Response('', { status: 429, headers: { 'retry-after': '100' } }) : send(url, init),
      aroundStore: (store) => ({
        ...store,
        save: (...values) =>
          isHanging ? (hanging.shift()?.(), new Promise(() => undefined)) : store.save(...values),
      }),
    });
    const { id } = await shop.pay(await shop.intent());
    shop.records.letAllBeDue();
    [isBusy, isHanging] = [true, true];
    const [givesBack, savesItsEnd] = [nextHang(), nextHang()];
    const checkout = shop.checkout();
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    t.after(() => t.mock.timers.reset());
    const sweep = checkout.sweep();
    await givesBack;
    t.mock.timers.tick(30_000);
    await savesItsEnd;
    t.mock.timers.tick(30_000);
    assert.deepEqual(await sweep, { asked: 1, settled: [], failed: 1, left: true });
    assert.match(String(shop.errors), /`store.save` has not ended within 30 s.*`store.save` has not ended/s);
    [isBusy, isHanging] = [false, false];
    t.mock.timers.setTime(Date.now() + 100_000);
    shop.records.letAllBeDue();
    assert.equal((await checkout.sweep()).asked, 1);
    assert.deepEqual(
      shop.settled.map(({ payment }) => payment.id),
      [id],
    );
  });
});

describe('a challenge that takes long', () => {
  it('hands out nothing for an order that was paid meanwhile, from another process', async (t) => {
    const shop = await openCheckout(t);
    const other = shop.checkout();
    let pass: (isPassed: boolean) => void = () => undefined;
    let ask: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (ask = resolve));
    shop.restart({ challenge: () => (ask(), new Promise<boolean>((resolve) => (pass = resolve))) });
    const waiting = shop.askIntent();
    await isAsked;
    const response = await other.fetch(
      new Request('https://shop.example/checkout/7/intent', { method: 'POST' }),
    );
    assert.equal(response.status, 201);
    const { id } = await shop.pay((await response.json()) as never);
    assert.equal((await other.settle(id)).verdict, 'paid');
    pass(true);
    const late = await waiting;
    assert.equal(late.status, 409);
    assert.equal(((await late.json()) as { type: string }).type, 'order_paid');
  });
});

describe('the limits', () => {
  it('keep nobody out for longer than an hour after a clock was days ahead', async (t) => {
    const now = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: now + 48 * hour });
    const shop = await openCheckout(t, { limits: { attemptsPerOrderPerHour: 2 } });
    for (const expected of [201, 201, 429]) assert.equal((await shop.askIntent()).status, expected);
    t.mock.timers.setTime(now);
    assert.equal((await shop.askIntent()).status, 201);
  });

  it('say at most an hour after a clock was set back by an hour', async (t) => {
    const now = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now });
    const shop = await openCheckout(t, { limits: { attemptsPerOrderPerHour: 2 } });
    for (const expected of [201, 201]) assert.equal((await shop.askIntent()).status, expected);
    t.mock.timers.setTime(now - hour + minute);
    const refused = await shop.askIntent();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) <= 3600);
  });

  for (const nobody of [null, ''])
    it(`count nobody where \`caller\` answers ${JSON.stringify(nobody)}`, async (t) => {
      const shop = await openCheckout(t, {
        caller: () => nobody as never,
        limits: { attemptsPerCallerPerHour: 1 },
      });
      for (const expected of [201, 201]) assert.equal((await shop.askIntent()).status, expected);
    });

  for (const [title, caller] of [
    ['a promise, which would count nothing', () => Promise.resolve('1.2.3.4')],
    ['an object', () => ({})],
  ] as const)
    it(`are not silently off where \`caller\` answers ${title}`, async (t) => {
      const shop = await openCheckout(t, { caller: caller as never });
      assert.equal((await shop.askIntent()).status, 503);
      assert.match(String(shop.errors), /`caller` must answer a text, or undefined/);
      assert.deepEqual(shop.calls, []);
    });
});

describe('an order as a database has it', () => {
  it('may hold what JSON cannot', async (t) => {
    const shop = await openCheckout(t);
    const row: Record<string, unknown> = { ...order7, serial: 7n };
    row['self'] = row;
    shop.list[0] = row as never;
    assert.equal((await shop.askIntent()).status, 201);
  });

  it('that hides its price from JSON shares no intent with the same order at another price', async (t) => {
    const shop = await openCheckout(t);
    const hide = (amount: number) => ({ ...order7, amount, toJSON: () => ({ id: '7' }) });
    shop.list[0] = hide(10_000);
    const first = shop.askIntent();
    shop.list[0] = hide(20_000);
    const second = shop.askIntent();
    const answers = await Promise.all([first, second]);
    const amounts = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { amount: number }).amount),
    );
    assert.deepEqual(amounts, [10_000, 20_000]);
  });
});
