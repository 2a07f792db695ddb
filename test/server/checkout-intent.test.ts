import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPayClient, PayError } from '../../src/server/index.js';
import { openCheckout, order7, withoutDate, type Intent } from './checkout-shop.js';
import { challenged } from './payer.js';

const uuid4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** For a process that is not the shop's first one. */
const intentRequest = () =>
  new Request('https://shop.example/checkout/7/intent', {
    ...{ method: 'POST', headers: { 'x-requested-with': 'pay-checkout' } },
  });

describe('a request for an intent', () => {
  it("issues an intent with the order's amount, currency and address only, and the id of its payment", async (t) => {
    const { askIntent, client } = await openCheckout(t);
    const response = await askIntent();
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const body = (await response.json()) as Intent;
    const names = ['amount', 'client_secret', 'currency', 'expires_at', 'id', 'payment_id'];
    assert.deepEqual(Object.keys(body).sort(), names);
    assert.match(body.payment_id, uuid4);
    const made = await client.retrievePaymentIntent(body.id);
    assert.deepEqual(
      [made.amount, made.currency, made.description, made.callback_url],
      [10_000, 'SAR', '7', 'https://shop.example/back?lang=en&pay_order=7'],
    );
  });

  it('gives one pair to ten processes at once', async (t) => {
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
    const ask = async () => (await (await open().fetch(intentRequest())).json()) as Intent;
    const intents = await Promise.all(Array.from({ length: 10 }, ask));
    assert.equal(new Set(intents.map(({ id, payment_id }) => id + payment_id)).size, 1);
    assert.equal((await client.retrievePaymentIntent(intents[0]!.id)).status, 'created');
    assert.deepEqual(records.open(), ['7']);
  });

  it('gives one pair for one call of the service to two hundred requests at once', async (t) => {
    const { intent, calls } = await openCheckout(t);
    const intents = await Promise.all(Array.from({ length: 200 }, () => intent()));
    assert.equal(new Set(intents.map(({ id }) => id)).size, 1);
    assert.deepEqual(calls, ['POST payment_intents']);
  });

  it('gives a new pair, and cancels the old intent, when the price or the terms changed', async (t) => {
    const { intent, list, client } = await openCheckout(t);
    let last = await intent();
    for (const change of [
      { amount: 9000 },
      { amount: 9000, currency: 'USD' },
      { metadata: { basket: '1' } },
      { splits: [] },
      { manual: true },
    ]) {
      list[0] = { ...order7, ...change };
      const next = await intent();
      assert.notEqual(next.payment_id, last.payment_id);
      assert.equal((await client.retrievePaymentIntent(last.id)).status, 'canceled');
      last = next;
    }
  });

  it('keeps the pair when the address and the description of the order changed', async (t) => {
    const { intent, list, pay, checkout } = await openCheckout(t);
    const first = await intent();
    list[0] = { ...order7, callbackUrl: 'https://shop.example/back?visit=2', description: 'Two cups' };
    assert.equal((await intent()).id, first.id);
    assert.equal((await checkout().settle((await pay(first)).id)).verdict, 'paid');
  });

  it("shows the challenge's address while a payment waits for it, so that another tab goes on with it", async (t) => {
    const { intent, pay, conflict, service } = await openCheckout(t);
    const payment = await pay(await intent(), challenged);
    const { type, payment: shown } = await conflict();
    assert.deepEqual([type, shown?.id], ['payment_open', payment.id]);
    assert.equal(shown?.source?.transaction_url, payment.source.transaction_url);
    await service.answer(payment.source.transaction_url, 'authenticated');
    assert.equal((await conflict()).type, 'order_paid');
  });

  it('shows no address of a payment that is not by card, because that address can act', async (t) => {
    const { intent, pay, conflict, status, shown } = await openCheckout(t);
    const { id } = await pay(await intent(), challenged);
    for (const [type, isShown] of [
      ['creditcard', true],
      ['token', true],
      ['stcpay', false],
      ['a later type', false],
    ] as const) {
      shown.payments = (body) => ({ ...body, source: { ...Object(body['source']), type } });
      const [one, other] = [(await conflict()).payment, await (await status(id)).json()] as const;
      for (const view of [one, other as typeof one])
        assert.equal(view?.source?.transaction_url !== undefined, isShown, type);
    }
  });

  it('gives a new pair when a challenge has waited for an hour; if both are approved, the later one is a duplicate', async (t) => {
    const { intent, pay, wait, verdicts, service, sweep, shown } = await openCheckout(t);
    const waiting = await pay(await intent(), challenged);
    shown.payments = (body) => (body['id'] === waiting.id ? { ...body, status: 'initiated' } : body);
    await wait(3601);
    await pay(await intent());
    await service.answer(waiting.source.transaction_url, 'authenticated');
    shown.payments = (body) => (body['id'] === waiting.id ? { ...body, status: 'paid' } : body);
    await sweep();
    assert.deepEqual(verdicts().sort(), ['duplicate', 'paid']);
  });

  it('gives a new pair after a full refund, and none after a partial one', async (t) => {
    const { intent, pay, answer, client, verdicts } = await openCheckout(t);
    const payment = await pay(await intent());
    await client.refundPayment(payment.id, { amount: 4000 });
    assert.equal(await answer(), 'order_paid');
    await client.refundPayment(payment.id);
    assert.equal(await answer(), '201');
    assert.deepEqual(verdicts(), ['paid', 'reversed']);
  });
});

describe('`instead_of`', () => {
  it('gives a new pair for the named payment only, and what is approved later on the old one is a duplicate', async (t) => {
    const shop = await openCheckout(t, { refundDuplicates: true });
    const { intent, pay, conflict, service, checkout, client } = shop;
    const other = await pay(await intent(undefined, '8'), challenged);
    const first = await pay(await intent(), challenged);
    for (const instead_of of [crypto.randomUUID(), other.id])
      assert.equal((await conflict({ instead_of })).payment?.id, first.id);
    const second = await pay(await intent({ instead_of: first.id }), challenged);
    assert.equal((await conflict({ instead_of: first.id })).payment?.id, second.id);
    await service.answer(second.source.transaction_url, 'authenticated');
    assert.equal((await checkout().settle(second.id)).verdict, 'paid');
    await service.answer(first.source.transaction_url, 'authenticated');
    assert.equal((await checkout().settle(first.id)).verdict, 'duplicate');
    assert.match((await client.retrievePayment(first.id)).status, /voided|refunded/);
  });

  it('gives a new pair for an id that no payment was sent with, and cancels its intent', async (t) => {
    const { intent, client } = await openCheckout(t);
    const first = await intent();
    assert.notEqual((await intent({ instead_of: first.payment_id })).id, first.id);
    assert.equal((await client.retrievePaymentIntent(first.id)).status, 'canceled');
  });

  it('takes the id in capitals for the same', async (t) => {
    const { intent, pay } = await openCheckout(t);
    const { id } = await pay(await intent(), challenged);
    assert.ok((await intent({ instead_of: id.toUpperCase() })).id);
  });

  it('gives nothing when that payment was approved, or cannot be read', async (t) => {
    let isDown = false;
    const { intent, pay, askIntent, answer, service, status } = await openCheckout(t, {
      intercept: async (url, init, send) =>
        isDown ? new Response('<h1>Down</h1>', { status: 503 }) : send(url, init),
    });
    const first = await pay(await intent(), challenged);
    await status(first.id);
    isDown = true;
    assert.equal((await askIntent({ instead_of: first.id })).status, 503);
    isDown = false;
    await service.answer(first.source.transaction_url, 'authenticated');
    assert.equal(await answer({ instead_of: first.id }), 'order_paid');
  });
});

describe('a service that does not know the open intent', () => {
  it('holds the order up within the bound on lag after its creation, and no longer', async (t) => {
    const { intent, answer, wait, sweep, shown } = await openCheckout(t);
    const first = await intent();
    shown.payment_intents = () => undefined;
    for (const seconds of [0, 55, 240]) {
      await wait(seconds);
      await sweep();
      assert.equal(await answer(), 'payment_open');
    }
    await wait(10);
    assert.notEqual((await intent()).id, first.id);
  });

  it('in the words of a wrong address holds the order up, however long', async (t) => {
    let isWrong = false;
    const shop = await openCheckout(t, {
      intercept: async (url, init, send) => {
        const response = await send(url, init);
        const body = JSON.stringify({ type: 'api_error', message: 'Not found' });
        return isWrong ? new Response(body, { status: 404, headers: response.headers }) : response;
      },
    });
    const first = await shop.intent();
    isWrong = true;
    for (const seconds of [0, 400, 90_000]) {
      await shop.wait(seconds);
      await shop.sweep();
      assert.equal(await shop.answer(), 'unavailable');
    }
    isWrong = false;
    assert.equal((await shop.record()).intents[0]?.state, 'open');
    await shop.sweep();
    assert.notEqual((await shop.intent()).id, first.id);
  });

  it('with the key of another account holds the order up, and the operator learns which key is missing', async (t) => {
    const shop = await openCheckout(t);
    const { id } = await shop.pay(await shop.intent());
    const other = createPayClient({ secretKey: 'sk_test_other', baseUrl: shop.service.baseUrl });
    shop.restart({ client: other });
    for (const seconds of [0, 400, 4000, 90_000]) {
      await shop.wait(seconds);
      await shop.sweep();
      assert.equal(await shop.answer(), 'payment_open');
      // Not 404: the page would say that the payment never arrived.
      assert.equal((await shop.status(id)).status, 503);
    }
    assert.match(String(shop.errors), /made with another secret key.* Use the key of the account that made/);
    shop.restart();
    assert.equal(await shop.answer(), 'order_paid');
  });
});

describe('a service that answers the id of the intent in capitals', () => {
  const capitals = (body: Record<string, unknown>) => ({ ...body, id: String(body['id']).toUpperCase() });

  it('shows the same intent, which is given out again, and is over after its end', async (t) => {
    const { intent, answer, wait, shown } = await openCheckout(t);
    const first = await intent();
    shown.payment_intents = capitals;
    assert.deepEqual(await intent(), first);
    await wait(3602);
    assert.equal(await answer(), 'payment_open');
    await wait(300);
    assert.notEqual((await intent()).id, first.id);
  });

  it('shows that the intent was used, and the payment is found', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { intent, answer, pay, sweep, shown, verdicts } = await openCheckout(t);
    shown.payment_intents = capitals;
    await pay(await intent(), undefined, { given_id: crypto.randomUUID() });
    assert.equal(await answer(), 'payment_open');
    t.mock.timers.setTime(Date.now() + 301_000);
    await sweep();
    assert.deepEqual(verdicts(), ['paid']);
  });
});

describe('a server whose clock is not that of the service', () => {
  for (const hours of [5, -5])
    it(`gives the same pair until the intent has expired, and another one then: ${hours} hours`, async (t) => {
      const { intent, wait, client, sweep } = await openCheckout(t, {
        sandbox: { now: () => Date.now() + hours * 3_600_000 },
      });
      const first = await intent();
      await sweep();
      assert.equal((await intent()).id, first.id);
      await wait(3901);
      const second = await intent();
      assert.notEqual(second.id, first.id);
      assert.equal((await client.retrievePaymentIntent(second.id)).status, 'created');
    });

  it('frees the order although no answer has a time: the new intent says what time it is', async (t) => {
    const { intent, wait, answer, calls } = await openCheckout(t, {
      intercept: withoutDate(() => true),
    });
    await intent();
    await wait(3600);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    assert.equal(await answer(), 'payment_open');
    assert.equal(calls.filter((call) => call === 'POST payment_intents').length, 2);
    await wait(301);
    assert.equal(await answer(), '201');
  });

  it('judges nothing by a time without a zone', async (t) => {
    const { intent, wait, sweep, pay, checkout } = await openCheckout(t, {
      async intercept(url, init, send) {
        const response = await send(url, init);
        const text = (await response.text()).replace(/("(?:expires|created)_at":"[^"]+)\.\d+Z"/g, '$1"');
        return new Response(text, { status: response.status, headers: response.headers });
      },
    });
    const first = await intent();
    for (const seconds of [10, 3000]) {
      await wait(seconds);
      await sweep();
      assert.equal((await intent()).id, first.id);
    }
    assert.equal((await checkout().settle((await pay(first)).id)).verdict, 'paid');
  });
});

describe('an intent that no page may receive', () => {
  it('is canceled when another request has changed the order meanwhile', async (t) => {
    let other: (() => Promise<unknown>) | undefined;
    const made: string[] = [];
    const shop = await openCheckout(t, {
      around: (client) => ({
        ...client,
        async createPaymentIntent(body) {
          await other?.();
          const intent = await client.createPaymentIntent(body);
          made.push(intent.id);
          return intent;
        },
      }),
    });
    const process = shop.open({ client: shop.client });
    other = () => ((other = undefined), process.fetch(intentRequest()));
    const { id } = await shop.intent();
    assert.notEqual(id, made[0]);
    assert.equal((await shop.client.retrievePaymentIntent(made[0]!)).status, 'canceled');
  });

  for (const [title, change] of [
    ['an id that cannot be read again', { id: '../payments' }],
    ['an address that leads to no order', { callback_url: 'https://shop.example/back' }],
    ['an amount in another unit', { amount: 100 }],
    ['another currency', { currency: 'KWD' }],
  ] as const)
    it(`is handed out to none when it has ${title}`, async (t) => {
      const { askIntent, errors, record } = await openCheckout(t, {
        around: (client) => ({
          ...client,
          createPaymentIntent: async (body) => ({ ...(await client.createPaymentIntent(body)), ...change }),
        }),
      });
      assert.equal((await askIntent()).status, 503);
      const [field] = Object.keys(change);
      assert.match(String(errors), RegExp(`intent for order 7 with another \`${field}\` than requested`));
      assert.deepEqual(await record(), {});
    });

  it('is handed out no second time when it is shown over another amount', async (t) => {
    const { intent, askIntent, errors, shown } = await openCheckout(t);
    await intent();
    shown.payment_intents = (body) => ({ ...body, amount: 100 });
    assert.equal((await askIntent()).status, 503);
    assert.match(String(errors), /intent for order 7 with another `amount` than requested/);
  });
});

it('an order that cannot be paid any more gets no intent, and its sweep cancels what is open', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const shop = await openCheckout(t);
  for (const index of [0, 1])
    shop.list[index] = { ...shop.list[index]!, expiresAt: new Date(Date.now() + 600_000).toISOString() };
  const intents = [await shop.intent(), await shop.intent(undefined, '8')];
  t.mock.timers.setTime(Date.now() + 601_000);
  assert.equal(await shop.answer(), 'order_not_found');
  await shop.checkout().sweep();
  for (const { id } of intents)
    assert.equal((await shop.client.retrievePaymentIntent(id)).status, 'canceled');
});

it('a cancel that the service refuses proves nothing: the intent blocks the order', async (t) => {
  const { intent, answer, list } = await openCheckout(t, {
    around: (client) => ({
      ...client,
      cancelPaymentIntent: () => Promise.reject(new PayError('api', 'Not now.', { status: 400 })),
    }),
  });
  await intent();
  list[0] = { ...order7, amount: 9000 };
  assert.equal(await answer(), 'payment_open');
});
