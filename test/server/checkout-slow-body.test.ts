import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../src/entries/stores/memory.js';
import { createCheckout, createPayClient, memoryOrders } from '../../src/server/index.js';
import { byPath, order7, sharedSecret } from './checkout-shop.js';

const stop = Symbol('stop');

describe('a body that never ends', () => {
  for (const [name, path] of [
    ['of a message', 'webhook'],
    ['of a request for an intent', '7/intent'],
    ['of an announcement', '7/attempt'],
  ] as const)
    it(`${name} is answered 408 after 10 s, and nothing is saved or asked`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const store = memoryStore();
      const errors: unknown[] = [];
      const checkout = createCheckout({
        client: createPayClient({
          secretKey: 'sk_test_1',
          baseUrl: 'https://api.example.com/v1',
          fetch: () => assert.fail('the service is asked'),
        }),
        orders: memoryOrders([order7], byPath),
        store,
        sharedSecret,
        onError: (error) => void errors.push(error),
      });
      let begin: () => void = () => undefined;
      const reading = new Promise<void>((resolve) => (begin = resolve));
      const pull = () => (begin(), new Promise<void>(() => undefined));
      const body = new ReadableStream({ pull }, { highWaterMark: 0 });
      const answer = checkout.fetch(
        new Request(`https://shop.example/checkout/${path}`, {
          method: 'POST',
          body,
          duplex: 'half',
        } as RequestInit),
      );
      // The order is looked up before the body is read.
      await reading;
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(9999);
      assert.equal(await Promise.race([answer, Promise.resolve(stop)]), stop);
      t.mock.timers.tick(1);
      assert.equal((await answer).status, 408);
      assert.match(await (await answer).text(), /The body took too long\./);
      assert.equal(await store.load('7'), undefined);
      assert.deepEqual(errors, []);
    });
});
