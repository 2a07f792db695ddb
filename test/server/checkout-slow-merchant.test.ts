import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CheckoutOptions } from '../../src/server/index.js';
import { openCheckout } from './checkout-shop.js';

const stop = Symbol('stop');

/** The service of the test ends with real timers, else its own would keep the process alive. */
function holdTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => t.mock.timers.reset());
}

/** An `onSettled` that never ends for order 7 until it is mended, and the moments at which it is called. */
async function openHanging(t: TestContext, extra: Partial<CheckoutOptions> = {}) {
  holdTime(t);
  const settled: string[] = [];
  let hangs = true;
  const called = new Set<string>();
  let onCall: () => void = () => undefined;
  const shop = await openCheckout(t, {
    ...extra,
    onSettled: ({ orderId, verdict }) => {
      called.add(orderId);
      onCall();
      if (hangs && orderId === '7') return new Promise(() => undefined);
      return void settled.push(`${orderId} ${verdict}`);
    },
  });
  return {
    ...shop,
    settled,
    mend: () => void (hangs = false),
    /** Begins something, and lets so much time pass once `onSettled` was called for each of these orders. */
    async waitFor<T>(ms: number, begin: () => Promise<T>, orders = ['7']): Promise<T> {
      const hanging = new Promise<void>((resolve) => {
        onCall = () => orders.every((id) => called.has(id)) && resolve();
      });
      const work = begin();
      await hanging;
      t.mock.timers.tick(ms - 1);
      assert.equal(await Promise.race([work, Promise.resolve(stop)]), stop, 'it ends before its time');
      t.mock.timers.tick(1);
      return work;
    },
  };
}

describe('an `onSettled` that hangs', () => {
  it('keeps no other order of a sweep waiting, ends after 30 s, and is called again', async (t) => {
    const shop = await openHanging(t);
    await shop.pay(await shop.intent());
    await shop.pay(await shop.intent(undefined, '8'), undefined, '8');
    shop.records.letAllBeDue();
    const result = await shop.waitFor(30_000, () => shop.checkout().sweep(), ['7', '8']);
    assert.deepEqual([result.asked, result.failed], [2, 1]);
    assert.deepEqual(shop.settled, ['8 paid']);
    assert.match(String(shop.errors), /`onSettled` has not ended within 30 s for order 7/);
    shop.mend();
    await shop.sweep();
    assert.deepEqual(shop.settled, ['8 paid', '7 paid']);
    assert.deepEqual(shop.records.open(), []);
  });

  it('keeps a page waiting for 5 s, and no other page meanwhile', async (t) => {
    const shop = await openHanging(t);
    const { id } = await shop.pay(await shop.intent());
    assert.equal((await shop.waitFor(5000, () => shop.status(id))).status, 200);
    // It still hangs, so no second call is made of the same order, and nobody waits for it.
    assert.equal((await shop.status(id)).status, 200);
    assert.equal((await shop.conflict()).type, 'order_paid');
    assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
  });

  it('makes a message come again after 8 s', async (t) => {
    const shop = await openHanging(t);
    const payment = await shop.pay(await shop.intent());
    assert.equal((await shop.waitFor(8000, () => shop.deliver(payment))).status, 503);
  });
});
