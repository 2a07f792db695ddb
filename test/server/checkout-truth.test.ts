import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { decisionNames, decisionTable } from '../../src/sandbox/decisions.js';
import { openCheckout, order7, withoutDate, type Intent, type Shop } from './checkout-shop.js';
import { challenged, refusedAtOnce } from './payer.js';

const end = 3600;
const bound = 300;

type Act = (shop: Shop, intent: Intent) => Promise<unknown>;
const nothing: Act = async () => undefined;
const pay =
  (card?: string, more?: { manual?: boolean; given_id?: string }): Act =>
  (shop, intent) =>
    shop.pay(intent, card, more);
/** A page that sends an id of its own. */
const payOtherwise = pay(undefined, { given_id: crypto.randomUUID() });
const cancel: Act = ({ client }, { id }) => client.cancelPaymentIntent(id);
/** Made beside the intent, with the id that the intent's payment would have. */
const copy = async ({ client, direct }: Shop, { id, payment_id: given_id }: Intent) => {
  const { amount, currency, callback_url } = await client.retrievePaymentIntent(id);
  return direct({ amount, currency, callback_url, given_id });
};

const payCanceled: Act = async (shop, first) => {
  const [order] = shop.list;
  shop.list[0] = { ...order!, amount: 90_000 };
  await shop.intent();
  assert.equal((await shop.checkout().settle((await copy(shop, first)).id)).verdict, 'mismatch');
};

/** What the service shows of the intent and of the payment of its id, and what the next request for an intent gets. */
const cells: readonly [
  intent: string,
  payment: string,
  act: Act,
  seconds: number,
  answer: 'same' | 'new' | 'order_paid' | 'payment_open' | 'payment_held' | 'unavailable',
  verdict?: string,
][] = [
  ['created, before its end', '404', nothing, 0, 'same'],
  ['created, one second before its end', '404', nothing, end - 1, 'same'],
  ['created, within the bound after its end', '404', nothing, end + bound - 2, 'payment_open'],
  ['created, later than the bound after its end', '404', nothing, end + bound + 2, 'new'],
  ['created, before its end', 'paid', copy, 0, 'order_paid', 'paid'],
  ['canceled', '404', cancel, 0, 'new'],
  ['canceled when the price changed', 'paid', payCanceled, 0, 'new', 'mismatch'],
  ['fulfilled', 'paid', pay(), 0, 'order_paid', 'paid'],
  ['fulfilled', 'authorized', pay(undefined, { manual: true }), 0, 'order_paid', 'authorized'],
  ['fulfilled', 'initiated', pay(challenged), 0, 'payment_open', 'open'],
  ['fulfilled', 'initiated for an hour', pay(challenged), 3601, 'new', 'open'],
  ['fulfilled', 'failed', pay(refusedAtOnce), 0, 'new', 'failed'],
  ['fulfilled', '404, within the bound', payOtherwise, bound - 2, 'payment_open'],
  ['fulfilled', '404, after the bound', payOtherwise, bound + 2, 'payment_open'],
  ['fulfilled', 'not to be read', pay(), -1, 'unavailable'],
  ['created, not to be read', '404', nothing, -2, 'unavailable'],
];

describe('an intent, and the payment of its id, as the service shows them', () => {
  for (const [intent, payment, act, seconds, answer, verdict] of cells)
    it(`${intent} · ${payment}: a request for an intent gets ${answer}`, async (t) => {
      const shop = await openCheckout(t);
      const first = await shop.intent();
      await act(shop, first);
      // The sandbox may settle a challenge that is left alone; the table is about what is shown.
      if (payment.startsWith('initiated')) shop.shown.payments = (body) => ({ ...body, status: 'initiated' });
      if (seconds > 0) await shop.wait(seconds);
      if (seconds < 0)
        await shop.control('faults', {
          route: seconds === -1 ? 'status' : 'read-intent',
          fault: '503',
          times: 9,
        });
      const response = await shop.askIntent();
      const body = (await response.json()) as Intent & { type?: string };
      assert.equal(body.type ?? (body.id === first.id ? 'same' : 'new'), answer);
      if (answer === 'same') assert.deepEqual(body, first);
      if (answer === 'new') assert.notEqual(body.payment_id, first.payment_id);
      const known = (await shop.record()).intents[0];
      assert.equal(known?.payment?.verdict, verdict);
    });

  it('fulfilled · 404, while the service gives no time: open, however long', async (t) => {
    const shop = await openCheckout(t, { intercept: withoutDate(() => true) });
    await payOtherwise(shop, await shop.intent());
    for (const seconds of [0, bound + 2, end]) {
      await shop.wait(seconds);
      await shop.sweep();
      assert.equal(await shop.answer(), 'payment_open');
    }
  });

  it('fulfilled · 404, while not even the intent has times: in the report once its end is past', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const shop = await openCheckout(t, {
      intercept: async (url, init, send) => {
        const response = await send(url, init);
        const body = (await response.json()) as object;
        const untimed = { ...body, fulfilled_at: undefined, created_at: undefined };
        return new Response(JSON.stringify(untimed), { status: response.status });
      },
    });
    await payOtherwise(shop, await shop.intent());
    for (const [seconds, count] of [
      [bound + 2, 0],
      [end, 1],
    ] as const) {
      t.mock.timers.setTime(Date.now() + seconds * 1000);
      await shop.sweep();
      assert.equal(await shop.answer(), 'payment_open');
      assert.equal((await shop.checkout().report()).unidentified.length, count);
    }
    assert.match(String(shop.errors), /list of payments could not be read to its end for order 7/);
  });
});

describe('reads that lag behind', () => {
  const order = async (t: TestContext, seconds = 0, options = {}) => {
    const shop = await openCheckout(t, options);
    const first = await shop.intent();
    if (seconds > 0) await shop.wait(seconds);
    const unused = await shop.client.retrievePaymentIntent(first.id);
    await shop.pay(first);
    Object.assign(shop.shown, { payments: () => undefined, payment_intents: () => unused });
    return { shop, first };
  };

  it('give the same pair again, which the service takes once', async (t) => {
    const { shop, first } = await order(t);
    await shop.sweep();
    const again = await shop.intent();
    assert.deepEqual([again.id, again.payment_id], [first.id, first.payment_id]);
    assert.equal((await shop.pay(again)).status, undefined);
  });

  it('lead to no second pair when the intent was used in its last second', async (t) => {
    const { shop } = await order(t, end - 2);
    for (const seconds of [3, 60, 120, 110]) {
      await shop.wait(seconds);
      await shop.sweep();
      assert.equal(await shop.answer(), 'payment_open');
    }
  });

  it('lead to no second pair when the price changes meanwhile', async (t) => {
    const { shop } = await order(t);
    shop.list[0] = { ...shop.list[0]!, amount: 9000 };
    assert.equal(await shop.answer(), 'payment_open');
    shop.shown.payments = undefined;
    assert.equal(await shop.answer(), 'order_paid');
  });

  it('lead to no second pair by a process whose clock is hours ahead', async (t) => {
    const started = Date.now() - performance.now();
    const now = () => Math.floor(started + performance.now());
    const { shop, first } = await order(t, 0, { sandbox: { now } });
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 7_200_000 });
    await shop.sweep();
    assert.equal((await shop.intent()).id, first.id);
  });

  it('do not un-see money: an order that has paid stays paid, and the merchant hears once', async (t) => {
    const shop = await openCheckout(t);
    const { id } = await shop.pay(await shop.intent());
    await shop.checkout().settle(id);
    for (const status of ['failed', 'initiated', 'verified', 'expired', 'a later word']) {
      shop.shown.payments = (body) => ({ ...body, status });
      assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
      assert.equal(await shop.answer(), 'order_paid', status);
    }
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  it('do not make an end of `failed`: what is paid an hour or a day later is found by the sweep', async (t) => {
    for (const hours of [1, 24]) {
      const shop = await openCheckout(t);
      const { id } = await shop.pay(await shop.intent());
      shop.shown.payments = (body) => ({ ...body, status: 'failed' });
      await shop.checkout().settle(id);
      shop.shown.payments = undefined;
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * 3_600_000 + 1000 });
      await shop.checkout().sweep();
      assert.deepEqual(shop.verdicts(), ['failed', 'paid']);
      t.mock.timers.reset();
    }
  });
});

describe('two devices with the same pair', () => {
  for (const [refusalOrder, type] of [
    ['given_id_first', 'used_given_id'],
    ['intent_first', 'intent_not_fulfillable'],
  ] as const)
    it(`make one payment: the second is refused by ${type}, and reads the payment of the first by the id`, async (t) => {
      const shop = await openCheckout(t, { sandbox: { decisions: { refusalOrder } } });
      const [first, second] = [await shop.intent(), await shop.intent()];
      assert.equal(second.payment_id, first.payment_id);
      assert.equal((await shop.pay(first)).id, first.payment_id);
      assert.equal(((await shop.pay(second)) as unknown as { type: string }).type, type);
      const status = await shop.status(second.payment_id);
      assert.deepEqual([status.status, ((await status.json()) as { status: string }).status], [200, 'paid']);
      assert.deepEqual(shop.verdicts(), ['paid']);
    });
});

it('a service that gives the payment an id of its own closes the order until the list proves the payment', async (t) => {
  const shop = await openCheckout(t, { sandbox: { decisions: { givenId: 'ignored' } } });
  const intent = await shop.intent();
  const { id } = await shop.pay(intent);
  assert.notEqual(id, intent.payment_id);
  // The page believes the id of the answer, and asks with it.
  assert.equal((await shop.status(id)).status, 403);
  assert.equal(await shop.answer(), 'payment_open');
  await shop.wait(400);
  await shop.sweep();
  assert.deepEqual(shop.verdicts(), ['paid']);
  assert.equal((await shop.status(id)).status, 200);
  assert.equal(await shop.answer(), 'order_paid');
});

describe('a service that does otherwise than it is assumed to do', () => {
  // Ids of the service's own are looked at above. The checkout itself fulfils no intent.
  const others = decisionNames.filter((name) => name !== 'givenId' && name !== 'fulfilBySecret');
  for (const name of others)
    for (const value of decisionTable[name].values.slice(1))
      it(`takes one payment after a decline, a new price and a second device: ${name} ${value}`, async (t) => {
        const shop = await openCheckout(t, { sandbox: { decisions: { [name]: value } } });
        await shop.pay(await shop.intent(), refusedAtOnce);
        const dearer = await shop.intent();
        shop.list[0] = { ...order7, amount: 20_000 };
        const issued = await shop.intent();
        assert.notEqual(issued.id, dearer.id);
        assert.deepEqual(await shop.intent(), issued);
        await shop.pay(issued);
        await shop.pay(issued).catch(() => undefined);
        assert.equal((await shop.status(issued.payment_id)).status, 200);
        assert.equal(await shop.answer(), 'order_paid');
        assert.deepEqual([shop.verdicts(), shop.errors], [['failed', 'paid'], []]);
      });
});
