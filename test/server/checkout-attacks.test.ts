import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishableKey } from '../../src/sandbox/index.js';
import { openCheckout, order7, order8, type Intent, type Shop } from './checkout-shop.js';
import { challenged } from './payer.js';

const hour = 3_600_000;
const refusedAtOnce = '4000000000000002';

/** A stranger's payment with the publishable key alone, which repeats what an intent has locked. */
async function payDirectly({ service, client }: Shop, { id }: Intent, card = refusedAtOnce) {
  const { amount, currency, description, callback_url } = await client.retrievePaymentIntent(id);
  const response = await fetch(`${service.baseUrl}/payments`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${publishableKey}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ amount, currency, description, callback_url },
      source: { type: 'creditcard', name: 'N N', number: card, month: '12', year: '2039', cvc: '123' },
    }),
  });
  return (await response.json()) as { id: string; status: string };
}

/** While it lags, the service reads as if nothing had happened to the intent, and answers at its own time. */
function lagging() {
  let isLagging = false;
  const unused = new Map<string, string>();
  return {
    lag: () => void (isLagging = true),
    async intercept(url: string, init: RequestInit, send: typeof fetch): Promise<Response> {
      const response = await send(url, init);
      const text = await response.text();
      const { status, headers } = response;
      const path = new URL(url).pathname;
      if (init.method === 'POST' && path.endsWith('/payment_intents'))
        unused.set((JSON.parse(text) as { id: string }).id, text);
      const answer = (body: string, code = status) =>
        new Response(body, { status: code, headers: { date: headers.get('date') ?? '' } });
      if (!isLagging || init.method !== 'GET') return answer(text);
      const early = unused.get(path.split('/').at(-1) ?? '');
      if (early !== undefined) return answer(early, 200);
      if (path.endsWith('/payments')) return answer('{"payments":[]}', 200);
      return answer('{"type":"record_not_found","message":"Object not found"}', 404);
    },
  };
}

describe('a second usable intent is never handed out', () => {
  it("issues no second intent after a stranger's declined payment repeats the open intent's address", async (t) => {
    const { lag, intercept } = lagging();
    const shop = await openCheckout(t, { intercept });
    const first = await shop.intent();
    const forged = await payDirectly(shop, first);
    assert.equal(forged.status, 'failed');
    assert.equal((await shop.deliver(forged, { type: 'payment_failed' })).status, 204);
    assert.equal((await shop.intent()).id, first.id);
    // The payer's own payment is made, and its answer and every reading of it are late.
    lag();
    await shop.pay(first);
    const again = await shop.askIntent();
    if (again.status === 201) assert.equal(((await again.json()) as Intent).id, first.id);
    else assert.equal(again.status, 409);
  });

  it('issues no second intent when the first was used just before its expiry', async (t) => {
    const { lag, intercept } = lagging();
    const shop = await openCheckout(t, { intercept });
    const first = await shop.intent();
    await shop.control('clock', { advance: 3598 });
    await shop.pay(first);
    lag();
    for (const advance of [3, 60, 120]) {
      await shop.control('clock', { advance });
      await shop.sweep();
      assert.equal((await shop.conflict()).type, 'payment_open');
    }
  });

  it('when a page that announces nothing has charged a card in its last seconds, and reads lag', async (t) => {
    const { lag, intercept } = lagging();
    const shop = await openCheckout(t, { intercept });
    const first = await shop.intent();
    await shop.control('clock', { advance: 3598 });
    await shop.payUnseen(first);
    lag();
    for (const advance of [3, 60, 120]) {
      await shop.control('clock', { advance });
      await shop.sweep();
      assert.equal((await shop.conflict()).type, 'payment_open');
    }
  });

  for (const [title, size, meta] of [
    ['without an end', 1, (page: number) => ({ next_page: page + 1 })],
    ['of full pages that do not say whether more follow', 40, () => undefined],
    ['of full pages that say other things', 40, (page: number) => ({ current_page: page })],
  ] as const)
    it(`when the payment is on no page of a list ${title}`, async (t) => {
      let isEndless = true;
      const others = (page: number) =>
        Array.from({ length: size }, (_, at) => ({
          id: `other-${page}-${at}`,
          status: 'paid',
          created_at: '2999-01-01T00:00:00Z',
        }));
      const shop = await openCheckout(t, {
        around: (client) => ({
          ...client,
          listPayments: async (filter) =>
            isEndless
              ? { payments: others(filter?.page ?? 1), meta: meta(filter?.page ?? 1) }
              : client.listPayments(filter),
        }),
      });
      const first = await shop.intent();
      await shop.deliver(await payDirectly(shop, first), { type: 'payment_failed' });
      const { id } = await shop.payUnseen(first);
      for (const advance of [1, 300, 3600]) {
        await shop.control('clock', { advance });
        await shop.sweep();
        assert.equal((await shop.conflict()).type, 'payment_open');
      }
      isEndless = false;
      const { type, payment } = await shop.conflict();
      assert.deepEqual([type, payment?.id], ['order_paid', id]);
    });

  it('by a process whose clock is hours ahead', async (t) => {
    const { lag, intercept } = lagging();
    const started = Date.now() - performance.now();
    const shop = await openCheckout(t, {
      intercept,
      sandbox: { now: () => Math.floor(started + performance.now()) },
    });
    const first = await shop.intent();
    await shop.pay(first);
    lag();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * hour });
    await shop.sweep();
    const again = await shop.askIntent();
    assert.equal(again.status, 201);
    assert.equal(((await again.json()) as Intent).id, first.id);
  });
});

describe('onSettled', () => {
  it('calls `onSettled` for a payment when no sweep ran for more than a day', async (t) => {
    const shop = await openCheckout(t);
    const { id, source } = await shop.pay(await shop.intent(), challenged);
    await shop.status(id);
    await shop.service.answer(source.transaction_url, 'authenticated');
    await shop.control('clock', { advance: 25 * 3600 });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 25 * hour });
    await shop.sweep();
    assert.deepEqual(
      shop.settled.map(({ verdict }) => verdict),
      ['paid'],
    );
  });

  it('calls `onSettled` for a payment of a deleted order and reports it', async (t) => {
    const shop = await openCheckout(t);
    const payment = await shop.pay(await shop.intent());
    shop.list.shift();
    assert.equal((await shop.deliver(payment)).status, 204);
    assert.equal(shop.settled[0]?.verdict, 'paid');
    assert.match(String(shop.errors), /order 7, for which `orders.get` has no order/);
  });

  for (const [what, change] of [
    ['costs nothing any more', { amount: 0 }],
    ['has lost its callback address', { callbackUrl: null as never }],
  ] as const)
    it(`is called for a payment of an order that ${what}, whose intents are retired and whose money can go back`, async (t) => {
      const shop = await openCheckout(t);
      const payment = await shop.pay(await shop.intent());
      const open = await shop.intent(undefined, '8');
      shop.list.splice(0, 2, { ...order7, ...change }, { ...order8, ...change });
      assert.equal((await shop.deliver(payment)).status, 204);
      assert.deepEqual(
        shop.settled.map(({ orderId, verdict }) => [orderId, verdict]),
        [['7', 'paid']],
      );
      assert.match(String(shop.errors), /Order 7: `orders.get` answered an order whose/);
      await shop.sweep();
      assert.equal((await shop.client.retrievePaymentIntent(open.id)).status, 'canceled');
      assert.equal((await shop.checkout().refund('7', { key: 'back' })).refunded, order7.amount);
    });

  it('calls `onSettled` when a process without it has read the payment first', async (t) => {
    const shop = await openCheckout(t);
    const payment = await shop.pay(await shop.intent());
    const other = shop.open({ onSettled: undefined });
    assert.equal((await other.settle(payment.id)).verdict, 'paid');
    await shop.sweep();
    assert.equal(shop.settled.length, 1);
  });

  it('calls `onSettled` once for two hundred concurrent messages', async (t) => {
    const shop = await openCheckout(t);
    const payment = await shop.pay(await shop.intent());
    const answers = await Promise.all(Array.from({ length: 200 }, () => shop.deliver(payment)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [204]);
    assert.equal(shop.settled.length, 1);
  });

  it('does not deadlock when `onSettled` settles the same payment', async (t) => {
    const shop: Shop = await openCheckout(t, {
      onSettled: async ({ payment }) => void (await shop.checkout().settle(payment.id)),
    });
    const { id } = await shop.pay(await shop.intent());
    assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
    await shop.sweep();
    assert.deepEqual(shop.records.open(), []);
  });
});

it("the payment of another shop of the same account is not this order's, though its number is", async (t) => {
  const shop = await openCheckout(t);
  await shop.intent();
  const { client_secret: secret } = await shop.client.createPaymentIntent({
    amount: order7.amount,
    callback_url: 'https://other.example/back?pay_order=7&pay_intent=1',
  });
  const payment = await shop.service.pay({ secret });
  assert.equal((await shop.deliver(payment)).status, 204);
  assert.deepEqual(shop.settled, []);
  assert.deepEqual((await shop.record()).payments, []);
});

for (const [title, query] of [
  ['is empty', 'pay_order='],
  ['has a NUL', 'pay_order=%00'],
  ['is longer than any store can hold', `pay_order=${'7'.repeat(1025)}`],
  ['has more bytes than any store can hold', `pay_order=${encodeURIComponent('ع'.repeat(513))}`],
] as const)
  it(`a payment whose \`pay_order\` ${title} is no order's, and its message does not come again`, async (t) => {
    const shop = await openCheckout(t);
    const { client_secret: secret } = await shop.client.createPaymentIntent({
      amount: order7.amount,
      callback_url: `https://other.example/back?${query}&pay_intent=1`,
    });
    const payment = await shop.service.pay({ secret });
    assert.equal(payment.status, 'paid');
    assert.equal((await shop.deliver(payment)).status, 204);
    await assert.rejects(shop.checkout().settle(payment.id), { code: 'api', type: 'payment_of_no_order' });
    assert.deepEqual([shop.errors, shop.settled], [[], []]);
  });

describe('the service is asked', () => {
  it('a bounded number of times by a script that tries cards without end', async (t) => {
    const { askIntent, attempt, calls } = await openCheckout(t);
    for (let number = 0; number < 500; number++) {
      await askIntent();
      await attempt(crypto.randomUUID());
    }
    assert.ok(calls.length <= 60, `${calls.length} calls`);
  });
});

describe('of many requests at once,', () => {
  it('thirty announcements are saved, and the others refused', async (t) => {
    const { attempt, record, calls } = await openCheckout(t);
    const answers = await Promise.all(Array.from({ length: 200 }, () => attempt(crypto.randomUUID())));
    assert.equal(answers.filter(({ status }) => status === 204).length, 30);
    assert.equal(answers.filter(({ status }) => status === 429).length, 170);
    assert.equal((await record()).payments.length, 30);
    assert.deepEqual(calls, []);
  });

  it('thirty for an intent ask the service, though each gives up a payment of its own', async (t) => {
    const { intent, askIntent, calls } = await openCheckout(t);
    await intent();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => askIntent({ instead_of: crypto.randomUUID() })),
    );
    assert.equal(answers.filter(({ status }) => status === 429).length, 171);
    assert.ok(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after')) > 3500);
    assert.equal(calls.length, 30);
  });
});

describe('a payer', () => {
  it('still pays after three declines', async (t) => {
    const { intent, pay } = await openCheckout(t);
    for (let tries = 0; tries < 3; tries++)
      assert.equal((await pay(await intent(), refusedAtOnce)).status, 'failed');
    assert.equal((await pay(await intent())).status, 'paid');
  });

  it('is refused after ten declines, until an hour has passed', async (t) => {
    const { intent, pay, askIntent } = await openCheckout(t);
    for (let tries = 0; tries < 10; tries++) await pay(await intent(), refusedAtOnce);
    await askIntent();
    const refused = await askIntent();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) <= 3600);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hour + 1000 });
    assert.equal((await askIntent()).status, 201);
  });

  it('is counted by the name that the shop gives, over all orders', async (t) => {
    const { askIntent } = await openCheckout(t, {
      caller: () => 'one address',
      limits: { attemptsPerCallerPerHour: 2 },
    });
    assert.equal((await askIntent()).status, 201);
    assert.equal((await askIntent(undefined, '8')).status, 201);
    assert.equal((await askIntent()).status, 429);
  });

  it('who fails the challenge gets no intent', async (t) => {
    const { askIntent, calls } = await openCheckout(t, { challenge: async () => false });
    const refused = await askIntent();
    assert.equal(refused.status, 403);
    assert.equal(((await refused.json()) as { type: string }).type, 'challenge_required');
    assert.deepEqual(calls, []);
  });
});

it('an order without a currency is named as the mistake, and nothing is made or saved', async (t) => {
  const { askIntent, list, errors, calls, store } = await openCheckout(t);
  list[0] = { ...order7, currency: undefined as never };
  assert.equal((await askIntent()).status, 503);
  assert.match(String(errors), /`orders.find` answered an order whose `currency` is not an ISO 4217 code/);
  assert.deepEqual(calls, []);
  assert.equal(await store.load('7'), undefined);
});
