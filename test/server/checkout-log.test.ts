import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCheckout, order8 } from './checkout-shop.js';

/** What a merchant's `onError` may do beside logging. */
const logs: readonly (readonly [string, (error: unknown) => unknown])[] = [
  ['answers something', () => 7],
  ['answers a text', () => 'logged'],
  [
    'throws',
    () => {
      throw new Error('The disk is full.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The log does not answer.'))],
];

describe('a log that', () => {
  for (const [what, log] of logs) {
    it(`${what} changes nothing for those who ask, and keeps no other order waiting`, async (t) => {
      const logged: unknown[] = [];
      let broken = false;
      const shop = await openCheckout(t, {
        onError(error) {
          logged.push(error);
          return log(error) as undefined;
        },
        aroundOrders: (orders) => ({
          ...orders,
          async get(id) {
            if (broken && id === '7') throw new Error('No connection to the database.');
            return orders.get(id);
          },
          async find(request) {
            if (broken) throw new Error('No connection to the database.');
            return orders.find(request);
          },
        }),
      });
      await shop.payUnseen(await shop.intent());
      await shop.payUnseen(await shop.intent({}, order8.id));
      broken = true;
      const settlements = await shop.sweep();
      assert.deepEqual(
        settlements.map(({ orderId, verdict }) => [orderId, verdict]),
        [[order8.id, 'paid']],
      );
      assert.equal((await shop.askIntent()).status, 503);
      assert.deepEqual(
        logged.map((error) => (error as Error).message),
        ['Order 7: No connection to the database.', 'No connection to the database.'],
      );
    });
  }
});
