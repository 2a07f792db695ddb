import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getRetryDelay } from '../../src/element/checkout/retry-delay.js';
import { memoryStore } from '../../src/entries/stores/memory.js';
import { createReadThrottle } from '../../src/server/checkout/read-throttle.js';
import { createCheckout, createPayClient, memoryOrders } from '../../src/server/index.js';
import { byPath, order7, sharedSecret } from './checkout-shop.js';

const hour = 3_600_000;

describe('ten thousand scripted tries', () => {
  it('of all routes, at once, cost fewer than a hundred calls of the service', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const calls: string[] = [];
    const answer = (status: number, body: object) =>
      new Response(JSON.stringify(body), { status, headers: { date: new Date().toUTCString() } });
    const intent = {
      ...{ id: 'i', status: 'created', amount: order7.amount, currency: 'SAR', client_secret: 'pi_secret_1' },
      created_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + hour).toISOString(),
    };
    const checkout = createCheckout({
      client: createPayClient({
        secretKey: 'sk_test_1',
        baseUrl: 'https://api.example.com/v1',
        async fetch(url, init) {
          const name = `${init.method} ${new URL(url).pathname.split('/')[2]}`;
          calls.push(name);
          if (name.endsWith('payment_intents')) return answer(201, intent);
          return answer(404, { type: 'record_not_found', message: 'Object not found' });
        },
      }),
      orders: memoryOrders([order7], byPath),
      store: memoryStore(),
      sharedSecret,
    });
    const call = (method: string, path: string, body?: object) =>
      checkout.fetch(
        new Request(`https://shop.example/checkout/${path}`, {
          method,
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
    const announced = crypto.randomUUID();
    await call('POST', '7/attempt', { payment_id: announced });
    const tries = Array.from({ length: 2500 }, () => [
      call('POST', '7/intent'),
      call('POST', '7/attempt', { payment_id: crypto.randomUUID() }),
      call('GET', `7/status?id=${announced}`),
      call('POST', 'webhook', {
        id: 'm',
        type: 'payment_paid',
        secret_token: 'a guess',
        data: { id: announced },
      }),
    ]).flat();
    const waiting = Promise.all(tries);
    // The last read of the status has its time by then.
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(10_000);
    const statuses = (await waiting).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].sort(), [201, 204, 400, 404, 429]);
    assert.equal(statuses.filter((status) => status === 404).length, 2500, 'each status is answered');
    assert.ok(calls.length < 100, `${calls.length} calls`);
  });

  it('of one status, in an hour, cost twenty calls and one every three seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const pace = createReadThrottle<number>();
    let reads = 0;
    for (let tries = 0; tries < 10_000; tries++) {
      const reading = pace('p', async () => ++reads);
      t.mock.timers.tick(hour / 10_000);
      await Promise.race([reading, Promise.resolve()]);
    }
    assert.ok(reads <= 20 + 1200 + 1, `${reads} reads in an hour`);
  });
});

describe('the pace of the status', () => {
  it('never keeps a page waiting that asks as the element does, for an hour', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const pace = createReadThrottle<number>();
    let reads = 0;
    const read = () => pace('p', async () => ++reads);
    for (let asked = 0; asked < 150; asked++) {
      // As early as chance may have it.
      t.mock.timers.tick(getRetryDelay(asked, 1));
      void read();
      assert.equal(reads, asked + 1, 'the read begins at once');
    }
    assert.ok(Date.now() > hour * 0.9);
  });

  it('answers nobody by a read that began before the question', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const pace = createReadThrottle<string>();
    let state = 'initiated';
    // Each read takes the state as it is when it begins, and is answered much later.
    const ends: (() => void)[] = [];
    const ask = () =>
      pace('p', () => {
        const begun = state;
        return new Promise((resolve) => ends.push(() => resolve(begun)));
      });
    const early = Array.from({ length: 20 }, ask);
    state = 'paid';
    const late = Array.from({ length: 10 }, ask);
    assert.equal(ends.length, 20);
    t.mock.timers.tick(10_000);
    await Promise.resolve();
    for (const end of ends) end();
    assert.deepEqual([...new Set(await Promise.all(early))], ['initiated']);
    assert.deepEqual([...new Set(await Promise.all(late))], ['paid']);
    assert.equal(ends.length, 21);
  });

  it('of one payment does not keep another one waiting', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const pace = createReadThrottle<string>();
    for (let tries = 0; tries < 100; tries++) void pace('a', async () => 'a');
    assert.equal(await pace('b', async () => 'b'), 'b');
  });

  it('gives its failure to all who share the read, and the next one is read anew', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const pace = createReadThrottle<string>();
    for (let tries = 0; tries < 20; tries++) void pace('p', async () => 'fine');
    const failing = [1, 2].map(() => pace('p', () => Promise.reject(new Error('down'))));
    t.mock.timers.tick(10_000);
    assert.deepEqual(
      (await Promise.allSettled(failing)).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    const after = pace('p', async () => 'fine');
    t.mock.timers.tick(10_000);
    assert.equal(await after, 'fine');
  });
});
