import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PayError, type Order, type PayClient } from '../../src/server/index.js';
import type { Payment } from '../../src/wire/index.js';
import { openCheckout, order7 } from './checkout-shop.js';

const silent = () => new PayError('network', 'The service gave no answer.');
const refusal = (status: number) => new PayError('api', 'Not now.', { status });

/** A paid order, and the requests that move its money. */
async function openPaid(
  t: TestContext,
  change: (client: PayClient) => Partial<PayClient> = () => ({}),
  order: Partial<Order> = {},
) {
  const moves: string[] = [];
  const shop = await openCheckout(t, {
    around: (client) => {
      const changed = { ...client, ...change(client) };
      return {
        ...changed,
        refundPayment: (id, what) => (moves.push(`refund ${what?.amount}`), changed.refundPayment(id, what)),
        capturePayment: (id, what) => (
          moves.push(`capture ${what?.amount}`),
          changed.capturePayment(id, what)
        ),
        voidPayment: (id) => (moves.push('void'), changed.voidPayment(id)),
      };
    },
  });
  shop.list[0] = { ...order7, ...order };
  const { client_secret: secret } = await shop.intent();
  const id = crypto.randomUUID();
  await shop.attempt(id);
  await shop.service.pay({ secret, manual: order.manual ?? false, more: { given_id: id } });
  await shop.checkout().settle(id);
  const read = () => shop.client.retrievePayment(id);
  return {
    ...shop,
    id,
    moves,
    refund: (amount?: number, key = 'a') =>
      shop.checkout().refund('7', { key, ...(amount !== undefined && { amount }) }),
    read,
    refunded: async () => (await read()).refunded,
    wait: (seconds: number) => shop.control('clock', { advance: seconds }),
    verdicts: () => shop.settled.map(({ verdict }) => verdict),
  };
}

describe('a refund', () => {
  it('gives back a part once, however often it is asked for by the same key', async (t) => {
    const shop = await openPaid(t);
    assert.equal((await shop.refund(4000)).refunded, 4000);
    assert.equal((await shop.refund(4000)).refunded, 4000);
    shop.restart();
    await Promise.all([shop.refund(4000), shop.refund(4000), shop.sweep()]);
    assert.deepEqual(shop.moves, ['refund 4000']);
    assert.equal(await shop.refunded(), 4000);
  });

  it('without an amount gives back all that is left, and the order can be paid again', async (t) => {
    const shop = await openPaid(t);
    await shop.refund(4000, 'a');
    assert.equal((await shop.refund(undefined, 'b')).refunded, 10_000);
    assert.deepEqual(shop.moves, ['refund 4000', 'refund 6000']);
    assert.deepEqual(shop.verdicts(), ['paid', 'reversed']);
    assert.equal((await shop.askIntent()).status, 201);
    // Also when the order is paid by another payment meanwhile, the key still means the first one.
    assert.equal((await shop.refund(undefined, 'b')).id, shop.id);
  });

  const wrong: [title: string, what: object, message: RegExp][] = [
    ['without a key', {}, /refund: `key` must be of type string/],
    ['with an empty key', { key: '' }, /refund: `key` must be a text of 1 to 255 characters/],
    ['with an amount that is undefined', { key: 'a', amount: undefined }, /`amount` is undefined/],
    ['of nothing', { key: 'a', amount: 0 }, /`amount` must be at least 1/],
    ['of a fraction', { key: 'a', amount: 1.5 }, /`amount` must be of type integer/],
    ['with a misspelt option', { key: 'a', ammount: 5 }, /`ammount` is not known/],
    ['of more than was paid', { key: 'a', amount: 10_001 }, /`amount` is more than the 10000 that are left/],
  ];
  for (const [title, what, message] of wrong)
    it(`${title} is refused, and nothing is saved or sent`, async (t) => {
      const shop = await openPaid(t);
      const before = (await shop.store.load('7'))?.version;
      await assert.rejects(shop.checkout().refund('7', what as never), { code: 'configuration', message });
      assert.equal((await shop.store.load('7'))?.version, before);
      assert.deepEqual(shop.moves, []);
    });

  it('by a key that was used for another amount is refused', async (t) => {
    const shop = await openPaid(t);
    await shop.refund(4000);
    for (const amount of [3000, undefined])
      await assert.rejects(shop.refund(amount), {
        code: 'configuration',
        message: 'refund: `key` was used before, for a refund of 4000: use another one. Nothing was sent.',
      });
    assert.deepEqual(shop.moves, ['refund 4000']);
  });

  it('of an order that is not paid, or that nobody knows, is refused', async (t) => {
    const shop = await openCheckout(t);
    for (const id of ['8', 'none'])
      await assert.rejects(shop.checkout().refund(id, { key: 'a' }), {
        message: 'refund: `orderId` has no payment that pays for it. Nothing was sent.',
      });
  });

  it('of an order that the merchant has deleted is given back all the same', async (t) => {
    const shop = await openPaid(t);
    shop.list.splice(0);
    assert.equal((await shop.refund(100)).refunded, 100);
  });

  it('whose answer was lost is found done, and not repeated', async (t) => {
    const shop = await openPaid(t, (client) => ({
      refundPayment: async (id, what) => {
        await client.refundPayment(id, what);
        throw silent();
      },
    }));
    assert.equal((await shop.refund(4000)).refunded, 4000);
    await shop.wait(3600);
    await shop.sweep();
    assert.deepEqual(shop.moves, ['refund 4000']);
  });

  it('whose answer was lost is not repeated while the reads of the service may lag', async (t) => {
    let stale: Payment | undefined;
    const shop = await openPaid(t, (client) => ({
      retrievePayment: async (id) => {
        const now = await client.retrievePayment(id);
        return stale ? Object.assign(now, { refunded: 0, status: 'paid' }) : now;
      },
      refundPayment: async (id, what) => {
        stale = await client.refundPayment(id, what);
        throw silent();
      },
    }));
    await assert.rejects(shop.refund(4000), { code: 'network', retryable: true, message: /saved/ });
    await assert.rejects(shop.refund(4000), { code: 'network', retryable: true });
    await shop.wait(240);
    await shop.sweep();
    assert.deepEqual(shop.moves, ['refund 4000']);
    stale = undefined;
    await shop.sweep();
    assert.deepEqual(shop.moves, ['refund 4000']);
    assert.equal((await shop.refund(4000)).refunded, 4000);
    assert.equal(await shop.refunded(), 4000);
  });

  it('that never arrived is sent again five minutes later, by the sweep', async (t) => {
    let isAway = true;
    const shop = await openPaid(t, (client) => ({
      refundPayment: (id, what) => (isAway ? Promise.reject(silent()) : client.refundPayment(id, what)),
    }));
    await assert.rejects(shop.refund(4000), { retryable: true });
    isAway = false;
    await shop.wait(290);
    await shop.sweep();
    assert.equal(await shop.refunded(), 0);
    await shop.wait(20);
    await shop.sweep();
    assert.equal(await shop.refunded(), 4000);
    assert.deepEqual(shop.moves, ['refund 4000', 'refund 4000']);
  });

  it('of everything is repeated at once when it never arrived, since the service does it once', async (t) => {
    let isAway = true;
    const shop = await openPaid(t, (client) => ({
      refundPayment: (id, what) => (isAway ? Promise.reject(silent()) : client.refundPayment(id, what)),
    }));
    await assert.rejects(shop.refund(), { retryable: true });
    isAway = false;
    assert.equal((await shop.refund()).refunded, 10_000);
  });

  it('that the service refuses for good is told once, and never tried again', async (t) => {
    const shop = await openPaid(t, () => ({ refundPayment: () => Promise.reject(refusal(400)) }));
    const expected = { code: 'api', status: 400, message: /refused the refund: Not now\. .*another key/ };
    await assert.rejects(shop.refund(4000), expected);
    await assert.rejects(shop.refund(4000), expected);
    await shop.wait(86_400);
    await shop.sweep();
    assert.deepEqual(shop.moves, ['refund 4000']);
    assert.deepEqual(shop.errors, []);
    assert.deepEqual(shop.records.open(), []);
  });

  it('is refused only when no earlier request of the same key can have done it', async (t) => {
    // The first request is carried out, its answer is lost, and the reads lag behind.
    let [isFirst, isStale] = [true, true];
    const shop = await openPaid(t, (client) => ({
      retrievePayment: async (id) => {
        const now = await client.retrievePayment(id);
        return isStale ? Object.assign(now, { refunded: 0, status: 'paid' }) : now;
      },
      refundPayment: async (id, what) => {
        const payment = await client.refundPayment(id, what);
        if (isFirst) {
          isFirst = false;
          throw silent();
        }
        return payment;
      },
    }));
    await assert.rejects(shop.refund(), { retryable: true });
    await assert.rejects(shop.refund(), { retryable: true });
    isStale = false;
    assert.equal((await shop.refund()).refunded, 10_000);
  });

  for (const status of [429, 403])
    it(`that the service has not looked at (${status}) is sent again by the next call`, async (t) => {
      let isRefused = true;
      const shop = await openPaid(t, (client) => ({
        refundPayment: (id, what) =>
          isRefused ? Promise.reject(refusal(status)) : client.refundPayment(id, what),
      }));
      await assert.rejects(shop.refund(4000), { status });
      isRefused = false;
      assert.equal((await shop.refund(4000)).refunded, 4000);
    });

  it('is finished by the sweep when its caller is gone', async (t) => {
    const shop = await openPaid(t, () => ({ refundPayment: () => Promise.reject(refusal(429)) }));
    await assert.rejects(shop.refund(4000), { status: 429 });
    shop.restart({ client: shop.client });
    await shop.sweep();
    assert.equal(await shop.refunded(), 4000);
    assert.deepEqual(shop.records.open(), []);
  });

  it('waits for another one of the order, so that both are given back', async (t) => {
    const shop = await openPaid(t);
    const keys = ['a', 'b', 'c', 'd', 'e'];
    await Promise.allSettled(keys.map((key) => shop.refund(1000, key)));
    for (const key of keys) await shop.refund(1000, key);
    assert.equal(await shop.refunded(), 5000);
    assert.equal(shop.moves.length, 5);
  });

  it('is not taken for done by what somebody else gave back', async (t) => {
    let isAway = true;
    const shop = await openPaid(t, (client) => ({
      refundPayment: (id, what) => (isAway ? Promise.reject(silent()) : client.refundPayment(id, what)),
    }));
    await assert.rejects(shop.refund(4000), { retryable: true });
    await shop.client.refundPayment(shop.id, { amount: 500 });
    isAway = false;
    await shop.wait(400);
    assert.equal((await shop.refund(4000)).refunded, 4500);
  });

  it('is done beside another one that was done before, also while the reads still lag behind that one', async (t) => {
    let isStale = false;
    const shop = await openPaid(t, (client) => ({
      retrievePayment: async (id) => {
        const now = await client.retrievePayment(id);
        return isStale ? Object.assign(now, { refunded: 0, status: 'paid' }) : now;
      },
    }));
    await shop.refund(1000, 'a');
    isStale = true;
    await shop.refund(1000, 'b');
    assert.equal(await shop.refunded(), 2000);
  });
});

describe('a capture', () => {
  it('takes what was authorized once, and the order is paid', async (t) => {
    const shop = await openPaid(t, undefined, { manual: true });
    const payment = await shop.checkout().capture('7');
    assert.deepEqual([payment.status, payment.captured], ['captured', 10_000]);
    await shop.checkout().capture('7');
    assert.deepEqual(shop.moves, ['capture 10000']);
    assert.deepEqual(shop.verdicts(), ['authorized', 'paid']);
  });

  it('of a part is what can be given back afterwards', async (t) => {
    const shop = await openPaid(t, undefined, { manual: true });
    await shop.checkout().capture('7', { amount: 6000, key: 'parcel' });
    await assert.rejects(shop.refund(6001), { message: /more than the 6000 that are left/ });
    assert.equal((await shop.refund()).refunded, 6000);
  });

  it('of a payment that was taken at once is refused', async (t) => {
    const shop = await openPaid(t);
    await assert.rejects(shop.checkout().capture('7'), {
      message: 'capture: `orderId` has a payment that is paid: no capture is possible. Nothing was sent.',
    });
  });

  it('that was refused can be asked for again, without a key', async (t) => {
    let isRefused = true;
    const shop = await openPaid(
      t,
      (client) => ({
        capturePayment: (id, what) =>
          isRefused ? Promise.reject(refusal(400)) : client.capturePayment(id, what),
      }),
      { manual: true },
    );
    await assert.rejects(shop.checkout().capture('7'), { status: 400 });
    isRefused = false;
    assert.equal((await shop.checkout().capture('7', { amount: 5000 })).captured, 5000);
  });
});

describe('a void', () => {
  it('undoes a payment once, and the order can be paid again', async (t) => {
    const shop = await openPaid(t);
    assert.equal((await shop.checkout().void('7')).status, 'voided');
    assert.equal((await shop.checkout().void('7')).status, 'voided');
    assert.deepEqual(shop.moves, ['void']);
    assert.deepEqual(shop.verdicts(), ['paid', 'reversed']);
  });

  it('has no amount', async (t) => {
    const shop = await openPaid(t);
    await assert.rejects(shop.checkout().void('7', { amount: 5 } as never), {
      message: 'void: `amount` is not known. Nothing was sent.',
    });
  });

  it('by a key that a refund has is refused', async (t) => {
    const shop = await openPaid(t);
    await shop.refund(100, 'a');
    await assert.rejects(shop.checkout().void('7', { key: 'a' }), { message: /for a refund of 100/ });
  });
});
