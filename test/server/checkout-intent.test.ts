import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openOrderStore } from '../../src/server/checkout/order-store.js';
import type { PayClient, PayError } from '../../src/server/index.js';
import { challenged, poor } from './payer.js';
import { openCheckout, order7, type Intent, type Shop } from './checkout-shop.js';

describe('a request for an intent', () => {
  it("issues an intent with the order's amount, currency and address only", async (t) => {
    const { askIntent, client } = await openCheckout(t);
    const response = await askIntent();
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const body = (await response.json()) as Intent;
    assert.deepEqual(Object.keys(body).sort(), ['amount', 'client_secret', 'currency', 'expires_at', 'id']);
    const made = await client.retrievePaymentIntent(body.id);
    assert.deepEqual(
      [made.amount, made.currency, made.description, made.callback_url],
      [10_000, 'SAR', '7', 'https://shop.example/back?lang=en&pay_order=7&pay_intent=1'],
    );
  });

  it('issues the same intent again while it is open', async (t) => {
    const { intent } = await openCheckout(t);
    assert.deepEqual(await intent(), await intent());
  });

  it('issues one intent when ten processes are asked at once', async (t) => {
    // No save is let through before all ten want to save: each has then seen an order without an intent.
    let [waiting, letThrough]: [number, () => void] = [0, () => undefined];
    const allWait = new Promise<void>((resolve) => (letThrough = resolve));
    const { open, records, client } = await openCheckout(t, {
      aroundStore: (store) => ({
        ...store,
        async save(...values) {
          if (++waiting === 10) letThrough();
          await allWait;
          return store.save(...values);
        },
      }),
    });
    const ask = async () => {
      const request = new Request('https://shop.example/checkout/7/intent', { method: 'POST' });
      return (await (await open().fetch(request)).json()) as Intent;
    };
    const intents = await Promise.all(Array.from({ length: 10 }, ask));
    assert.equal(new Set(intents.map(({ id }) => id)).size, 1);
    assert.equal((await client.retrievePaymentIntent(intents[0]!.id)).status, 'created');
    assert.deepEqual(records.open(), ['7']);
  });

  it('answers two hundred concurrent requests with one intent and one call', async (t) => {
    const { intent, calls } = await openCheckout(t);
    const intents = await Promise.all(Array.from({ length: 200 }, () => intent()));
    assert.equal(new Set(intents.map(({ id }) => id)).size, 1);
    assert.deepEqual(calls, ['POST payment_intents']);
  });

  it('issues a new intent and cancels the old one when the price changed', async (t) => {
    const { intent, list, client } = await openCheckout(t);
    const first = await intent();
    list[0] = { ...list[0]!, amount: 9000 };
    const second = await intent();
    assert.equal(second.amount, 9000);
    assert.equal((await client.retrievePaymentIntent(first.id)).status, 'canceled');
  });

  it('keeps the address and the description of the open intent when those of the order changed', async (t) => {
    const { intent, list, client, pay, checkout } = await openCheckout(t);
    const first = await intent();
    list[0] = { ...list[0]!, callbackUrl: 'https://shop.example/back?visit=2', description: 'Two cups' };
    assert.equal((await intent()).id, first.id);
    const { id } = await pay(first);
    const { payment, verdict } = await checkout().settle(id);
    assert.deepEqual(
      [verdict, payment.callback_url, payment.description],
      ['paid', 'https://shop.example/back?lang=en&pay_order=7&pay_intent=1', '7'],
    );
    assert.equal((await client.retrievePaymentIntent(first.id)).status, 'fulfilled');
  });

  it("issues a new intent when the first expired by the service's clock", async (t) => {
    const { intent, service, control, pay } = await openCheckout(t);
    const first = await intent();
    await control('clock', { advance: 3901 });
    const second = await intent();
    assert.notEqual(second.id, first.id);
    assert.equal((await service.pay({ secret: first.client_secret })).status, undefined);
    assert.equal((await pay(second)).status, 'paid');
  });

  it('issues a new intent when the first was canceled elsewhere', async (t) => {
    const { intent, client } = await openCheckout(t);
    const first = await intent();
    await client.cancelPaymentIntent(first.id);
    assert.notEqual((await intent()).id, first.id);
  });

  it('refuses an intent once the order is paid by an unannounced payment', async (t) => {
    const { intent, payUnseen, conflict } = await openCheckout(t);
    const payment = await payUnseen(await intent());
    const { type, payment: shown } = await conflict();
    assert.deepEqual([type, shown?.id, shown?.status], ['order_paid', payment.id, 'paid']);
  });

  it("answers with the challenge's address while a payment waits for it", async (t) => {
    const { intent, pay, conflict, service } = await openCheckout(t);
    const payment = await pay(await intent(), challenged);
    const { type, payment: shown } = await conflict();
    assert.equal(type, 'payment_open');
    assert.equal(shown?.id, payment.id);
    assert.equal(shown.source?.transaction_url, payment.source.transaction_url);
    await service.answer(payment.source.transaction_url, 'authenticated');
    assert.equal((await conflict()).type, 'order_paid');
  });

  it('issues a new intent after a decline', async (t) => {
    const { intent, pay, service } = await openCheckout(t);
    const payment = await pay(await intent(), poor);
    await service.answer(payment.source.transaction_url, 'authenticated');
    assert.equal((await pay(await intent())).status, 'paid');
  });

  it('issues a new intent when a challenge has waited for an hour', async (t) => {
    const { intent, pay, conflict, control, settled, service, client, sweep } = await openCheckout(t);
    const waiting = await pay(await intent(), challenged);
    await control('clock', { advance: 3500 });
    assert.equal((await conflict()).type, 'payment_open');
    await control('clock', { advance: 200 });
    await pay(await intent());
    await service.answer(waiting.source.transaction_url, 'authenticated');
    assert.equal((await client.retrievePayment(waiting.id)).status, 'paid');
    await sweep();
    assert.deepEqual(settled.map(({ verdict }) => verdict).sort(), ['duplicate', 'paid']);
  });

  it('refuses an intent when a payment was approved after polling ended', async (t) => {
    const { intent, pay, status, conflict, control, service, sweep } = await openCheckout(t);
    const { id, source } = await pay(await intent(), challenged);
    await status(id);
    const now = Date.now();
    t.mock.method(Date, 'now', () => now + 25 * 3_600_000);
    await sweep();
    await service.answer(source.transaction_url, 'authenticated');
    await control('clock', { advance: 25 * 3600 });
    const { type, payment } = await conflict();
    assert.deepEqual([type, payment?.id, payment?.status], ['order_paid', id, 'paid']);
  });

  it('issues a new intent with `instead_of`, for the named payment only', async (t) => {
    const { intent, pay, conflict } = await openCheckout(t);
    const first = await pay(await intent(), challenged);
    assert.equal((await conflict({ instead_of: crypto.randomUUID() })).payment?.id, first.id);
    const second = await intent({ instead_of: first.id });
    const waiting = await pay(second, challenged);
    assert.equal((await conflict({ instead_of: first.id })).payment?.id, waiting.id);
  });

  it('ignores `instead_of` when that payment was approved', async (t) => {
    const { intent, pay, conflict, service } = await openCheckout(t);
    const first = await pay(await intent(), challenged);
    await service.answer(first.source.transaction_url, 'authenticated');
    assert.equal((await conflict({ instead_of: first.id })).type, 'order_paid');
  });

  it('ignores `instead_of` when that payment was approved after the page had last asked about it', async (t) => {
    const { intent, pay, status, conflict, service } = await openCheckout(t);
    const first = await pay(await intent(), challenged);
    await status(first.id);
    await service.answer(first.source.transaction_url, 'authenticated');
    assert.equal((await conflict({ instead_of: first.id })).type, 'order_paid');
  });

  it('is answered 503 with `instead_of` while that payment cannot be read', async (t) => {
    const { intent, pay, status, askIntent, control } = await openCheckout(t);
    const first = await pay(await intent(), challenged);
    await status(first.id);
    await control('faults', { route: 'status', fault: '503', times: 10 });
    assert.equal((await askIntent({ instead_of: first.id })).status, 503);
  });

  it('ignores `instead_of` with a payment of another order', async (t) => {
    const { intent, pay, conflict } = await openCheckout(t);
    const other = await pay(await intent(undefined, '8'), challenged, '8');
    const own = await pay(await intent(), challenged);
    assert.equal((await conflict({ instead_of: other.id })).payment?.id, own.id);
  });

  it('issues a new intent after a full refund, and none after a partial one', async (t) => {
    const { intent, pay, conflict, client, settled } = await openCheckout(t);
    const payment = await pay(await intent());
    await client.refundPayment(payment.id, { amount: 4000 });
    assert.equal((await conflict()).type, 'order_paid');
    await client.refundPayment(payment.id);
    assert.ok((await intent()).id);
    assert.deepEqual(
      settled.map(({ verdict }) => verdict),
      ['paid', 'reversed'],
    );
  });
});

describe('an intent that was used by a payment which cannot be seen yet', () => {
  it('holds the order up until the payment shows', async (t) => {
    let hidden = true;
    const { intent, payUnseen, conflict } = await openCheckout(t, {
      around: (client) => ({
        ...client,
        listPayments: async (filter) => (hidden ? { payments: [] } : client.listPayments(filter)),
      }),
    });
    const payment = await payUnseen(await intent());
    assert.deepEqual(await conflict(), { type: 'payment_open', payment: null });
    hidden = false;
    const { type, payment: shown } = await conflict();
    assert.deepEqual([type, shown?.id], ['order_paid', payment.id]);
  });

  it('blocks the order although the announced payment is answered 404', async (t) => {
    let hidden = true;
    const { intent, pay, conflict, client, control } = await openCheckout(t, {
      around: (client) => ({
        ...client,
        listPayments: async (filter) => (hidden ? { payments: [] } : client.listPayments(filter)),
        retrievePayment: (id) => client.retrievePayment(hidden ? crypto.randomUUID() : id),
      }),
    });
    const first = await intent();
    const payment = await pay(first);
    assert.deepEqual(await conflict(), {
      type: 'payment_open',
      payment: { id: payment.id, status: 'unknown' },
    });
    // Neither the expiry of its intent nor a changed price makes it unused.
    await control('clock', { advance: 4000 });
    assert.equal((await conflict()).type, 'payment_open');
    assert.equal((await client.retrievePaymentIntent(first.id)).status, 'fulfilled');
    hidden = false;
    assert.equal((await conflict()).type, 'order_paid');
  });
});

describe('a service that does not know the open intent', () => {
  const forgetful = (client: PayClient): PayClient => ({
    ...client,
    retrievePaymentIntent: () => client.retrievePaymentIntent(crypto.randomUUID()),
    cancelPaymentIntent: () => client.cancelPaymentIntent(crypto.randomUUID()),
  });

  it('holds the order up for five minutes, because a new intent may be shown late', async (t) => {
    const { intent, list, conflict, control, payUnseen, sweep } = await openCheckout(t, {
      around: forgetful,
    });
    const first = await intent();
    const held = { type: 'payment_open', payment: null };
    assert.deepEqual(await conflict(), held);
    list[0] = { ...list[0]!, amount: 9000 };
    for (const advance of [55, 240]) {
      await control('clock', { advance });
      await sweep();
      assert.deepEqual(await conflict(), held);
    }
    // It was there all the time.
    assert.equal((await payUnseen(first)).status, 'paid');
  });

  it("unblocks the order five minutes after the intent's creation", async (t) => {
    const { intent, control } = await openCheckout(t, { around: forgetful });
    const first = await intent();
    await control('clock', { advance: 301 });
    assert.notEqual((await intent()).id, first.id);
  });

  it('holds the order up while an announced payment is not shown either, and then that payment pays', async (t) => {
    let hidden = false;
    const shop = await openCheckout(t, {
      around: (client) => ({
        ...client,
        retrievePayment: (id) => client.retrievePayment(hidden ? crypto.randomUUID() : id),
        retrievePaymentIntent: (id) => client.retrievePaymentIntent(hidden ? crypto.randomUUID() : id),
        cancelPaymentIntent: (id) => client.cancelPaymentIntent(hidden ? crypto.randomUUID() : id),
      }),
    });
    const { id } = await shop.pay(await shop.intent());
    hidden = true;
    for (const advance of [70, 600, 3000]) {
      await shop.control('clock', { advance });
      await shop.sweep();
      assert.deepEqual(await shop.conflict(), { type: 'payment_open', payment: { id, status: 'unknown' } });
    }
    hidden = false;
    const { type, payment } = await shop.conflict();
    assert.deepEqual([type, payment?.id], ['order_paid', id]);
  });

  it('unblocks the order minutes after the end of the intent when the announced payment never came', async (t) => {
    const { intent, attempt, conflict, control } = await openCheckout(t, { around: forgetful });
    const first = await intent();
    await attempt(crypto.randomUUID());
    await control('clock', { advance: 3890 });
    assert.equal((await conflict()).type, 'payment_open');
    await control('clock', { advance: 11 });
    assert.notEqual((await intent()).id, first.id);
  });
});

describe('a server whose clock is not that of the service', () => {
  const hours = 3_600_000;
  for (const [title, skew] of [
    ['five hours behind', 5 * hours],
    ['five hours ahead', -5 * hours],
  ] as const) {
    it(`gives the same intent again, and another when it has expired: ${title}`, async (t) => {
      const { intent, control, service, client, sweep } = await openCheckout(t, {
        sandbox: { now: () => Date.now() + skew },
      });
      const first = await intent();
      await sweep();
      assert.equal((await intent()).id, first.id);
      await control('clock', { advance: 3901 });
      const second = await intent();
      assert.notEqual(second.id, first.id);
      assert.equal((await service.pay({ secret: first.client_secret })).status, undefined);
      assert.equal((await client.retrievePaymentIntent(second.id)).status, 'created');
    });

    it(`holds an order up for an hour of the service: ${title}`, async (t) => {
      const { intent, pay, conflict, control, sweep, records } = await openCheckout(t, {
        sandbox: { now: () => Date.now() + skew },
      });
      await pay(await intent(), challenged);
      await control('clock', { advance: 3500 });
      assert.equal((await conflict()).type, 'payment_open');
      await sweep();
      assert.deepEqual(records.open(), ['7']);
      await control('clock', { advance: 101 });
      assert.ok((await intent()).id);
    });

    it(`ends the sweep of an unused intent: ${title}`, async (t) => {
      const { intent, attempt, sweep, records } = await openCheckout(t, {
        sandbox: { now: () => Date.now() + skew },
      });
      await intent();
      await attempt(crypto.randomUUID());
      // The intent's own hour, its margin, and the hour in which a payment may still appear.
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + (3600 + 300 + 3602) * 1000 });
      await sweep();
      assert.deepEqual(records.open(), []);
    });
  }
});

describe('an intent that nobody was given', () => {
  /** A shop, and the intents that were made at the service, with what became of them. */
  async function openNoting(t: TestContext, options: Parameters<typeof openCheckout>[1] = {}) {
    const ids: string[] = [];
    const shop = await openCheckout(t, {
      ...options,
      around: (client) => ({
        ...client,
        async createPaymentIntent(body) {
          const made = await client.createPaymentIntent(body);
          ids.push(made.id);
          return made;
        },
        ...options.around?.(client),
      }),
    });
    const states = () =>
      Promise.all(ids.map(async (id) => (await shop.client.retrievePaymentIntent(id)).status));
    return { ...shop, states };
  }

  it('is not made while the one of before is open, nor while a payment is', async (t) => {
    const { intent, pay, conflict, states } = await openNoting(t);
    await intent();
    await pay(await intent(), challenged);
    await conflict();
    assert.deepEqual(await states(), ['fulfilled']);
  });

  /** The save by which a created intent becomes the order's. */
  const hasIntent = (record: string) => record.includes('"state":"open"');

  it('is not canceled when the database has saved it, and says that it has not', async (t) => {
    const { intent, states } = await openNoting(t, {
      aroundStore: (store) => ({
        ...store,
        save: async (...values) => (await store.save(...values)) && !hasIntent(values[1]),
      }),
    });
    await intent();
    assert.deepEqual(await states(), ['created']);
  });

  it('is not canceled when the database has saved it, and fails then', async (t) => {
    let broken = true;
    const { askIntent, intent, states } = await openNoting(t, {
      aroundStore: (store) => ({
        ...store,
        async save(...values) {
          const saved = await store.save(...values);
          if (broken && hasIntent(values[1])) throw new Error('The connection was lost.');
          return saved;
        },
      }),
    });
    assert.equal((await askIntent()).status, 503);
    assert.deepEqual(await states(), ['created']);
    broken = false;
    await intent();
    assert.deepEqual(await states(), ['created']);
  });
});

describe('another process that was faster', () => {
  /** How often another process makes an intent, and ends it, while this one makes one. */
  async function openOvertaken(t: TestContext, times: number) {
    const numbers: (string | null)[] = [];
    const shop: Shop = await openCheckout(t, {
      around: (client) => ({
        ...client,
        async createPaymentIntent(body) {
          const number = new URL(body.callback_url ?? '').searchParams.get('pay_intent');
          if (numbers.push(number) <= times) {
            const other = await client.createPaymentIntent(body);
            const store = openOrderStore(shop.store, { returnDuplicates: false });
            const session = await store.load('7');
            const request = { order: order7, checked: [], searched: [], serviceTime: undefined };
            await store.appendEvents(
              session,
              { type: 'intent-created', ...request, intent: other, number: Number(number) },
              { type: 'intent-canceled', intentId: other.id },
            );
          }
          return client.createPaymentIntent(body);
        },
      }),
    });
    return { ...shop, numbers };
  }

  it("takes the next number when the other process's intent has ended", async (t) => {
    const { intent, client, numbers } = await openOvertaken(t, 1);
    const { id } = await intent();
    assert.deepEqual(numbers, ['1', '2']);
    assert.match((await client.retrievePaymentIntent(id)).callback_url ?? '', /pay_intent=2$/);
  });

  it('answers 503 when another process wins every save', async (t) => {
    const { askIntent, errors } = await openOvertaken(t, Infinity);
    assert.equal((await askIntent()).status, 503);
    assert.deepEqual(
      errors.map((error) => [(error as PayError).message, (error as PayError).retryable]),
      [['Too many requests for this order at once.', true]],
    );
  });
});

it('a payment that is decided is not asked about when the order gets another intent', async (t) => {
  const asked: string[] = [];
  const { intent, pay, service, checkout } = await openCheckout(t, {
    around: (client) => ({
      ...client,
      retrievePayment: (id) => (asked.push(id), client.retrievePayment(id)),
    }),
  });
  const payment = await pay(await intent(), poor);
  await service.answer(payment.source.transaction_url, 'authenticated');
  assert.equal((await checkout().settle(payment.id)).verdict, 'failed');
  asked.length = 0;
  await intent();
  assert.deepEqual(asked, []);
});
