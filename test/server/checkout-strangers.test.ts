import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { testMobiles } from '../../src/sandbox/bank/test-values.js';
import { openCheckout, order7, type Intent, type Shop } from './checkout-shop.js';
import { challenged, refusedAtOnce } from './payer.js';

/** Repeats every text of an order: with the publishable key, anybody can. */
const texts = { currency: 'SAR', description: '7', callback_url: `${order7.callbackUrl}&pay_order=7` };
const forge = (shop: Shop, card?: string, more: object = {}) =>
  shop.direct({ amount: 10_000, ...texts, ...more }, card);

type Body = Record<string, unknown>;
/** A list that shows its payments otherwise. */
const listing = (change: (payment: Body) => object) => (body: Body) => ({
  ...{ ...body, payments: (body['payments'] as Body[]).map((each) => ({ ...each, ...change(each) })) },
});

describe("a stranger's payment that repeats the texts of an order", () => {
  for (const [status, card] of [
    ['paid', undefined],
    ['failed', refusedAtOnce],
    ['initiated', challenged],
  ] as const)
    it(`costs one read and changes nothing: ${status}`, async (t) => {
      const shop = await openCheckout(t);
      const first = await shop.intent();
      const before = await shop.store.load('7');
      const { id } = await forge(shop, card);
      shop.calls.splice(0);
      assert.equal((await shop.deliver({ id, status: 'paid' })).status, 204);
      assert.deepEqual(shop.calls, ['GET payments']);
      await assert.rejects(shop.checkout().settle(id), { type: 'payment_of_no_order' });
      assert.equal((await shop.status(id)).status, 403);
      assert.deepEqual(await shop.store.load('7'), before);
      assert.deepEqual(await shop.intent(), first);
      assert.deepEqual([shop.settled, shop.errors], [[], []]);
    });

  it('makes neither a second pair nor an unknown payment of one that the reads do not show yet', async (t) => {
    const shop = await openCheckout(t);
    const first = await shop.intent();
    const { id } = await shop.pay(first);
    shop.shown.payments = (body) => (body['id'] === id ? undefined : body);
    const forged = await forge(shop, refusedAtOnce);
    await shop.deliver({ id: forged.id, status: 'failed' }, { type: 'payment_failed' });
    for (const seconds of [2, 120, 170]) {
      await shop.wait(seconds);
      await shop.sweep();
      assert.equal(await shop.answer({ instead_of: forged.id }), 'payment_open');
    }
    shop.shown.payments = undefined;
    assert.equal(await shop.answer(), 'order_paid');
  });

  it('does not use up the tries of the order or of a caller', async (t) => {
    const shop = await openCheckout(t, {
      caller: () => 'one address',
      limits: { declinesPerOrder: 1, declinesPerCaller: 1 },
    });
    await shop.intent();
    for (let tries = 0; tries < 5; tries++) {
      const { id } = await forge(shop, refusedAtOnce);
      await shop.deliver({ id, status: 'failed' }, { type: 'payment_failed' });
    }
    assert.equal(await shop.answer(), '201');
  });

  it('pays for no order whose intent was canceled, three days later, whatever it names', async (t) => {
    const shop = await openCheckout(t);
    shop.list[0] = { ...order7, amount: 100 };
    const old = await shop.intent();
    shop.list[0] = { ...order7, amount: 99_000 };
    await shop.intent();
    await shop.wait(3 * 86_400);
    const { id } = await forge(shop, undefined, { amount: 100, given_id: old.payment_id });
    assert.equal((await shop.checkout().settle(id)).verdict, 'mismatch');
    assert.equal(await shop.answer(), '201');
  });

  it('pays for no order whose intent had expired when the payment was made', async (t) => {
    const shop = await openCheckout(t);
    const { payment_id: given_id } = await shop.intent();
    await shop.wait(3600 + 301);
    const { id } = await forge(shop, undefined, { given_id });
    assert.equal((await shop.checkout().settle(id)).verdict, 'mismatch');
  });
});

describe('the id of a payment', () => {
  for (const [where, ask] of [
    ['the status', async ({ status }: Shop, id: string) => (await status(id)).status],
    ['settle', async ({ checkout }: Shop, id: string) => (await checkout().settle(id)).verdict],
    ['a message', async ({ deliver }: Shop, id: string) => (await deliver({ id, status: 'paid' })).status],
    [
      'a message, when the service answers in capitals',
      async ({ deliver, shown }: Shop, id: string) => {
        shown.payments = (body) => ({ ...body, id: String(body['id']).toUpperCase() });
        return (await deliver({ id, status: 'paid' })).status;
      },
    ],
  ] as const)
    it(`has one meaning in capitals and in small letters: ${where}`, async (t) => {
      const shop = await openCheckout(t);
      const { id } = await shop.pay(await shop.intent());
      assert.match(String(await ask(shop, id.toUpperCase())), /200|204|paid/);
      assert.deepEqual(shop.verdicts(), ['paid']);
      shop.shown.payments = undefined;
      assert.equal(await shop.answer(), 'order_paid');
      await shop.sweep();
      assert.deepEqual(shop.verdicts(), ['paid']);
    });
});

describe('an intent that was used with another id', () => {
  const bound = 301;
  const own = { given_id: '2b4f6f3e-5d5b-4c3a-9a7e-0d1c2b3a4f5e' };

  /** A tampered page pays, and the bound on lag passes. */
  async function openTampered(
    t: TestContext,
    change: (shop: Shop, intent: Intent) => unknown = () => undefined,
  ) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const shop = await openCheckout(t);
    const intent = await shop.intent();
    const payment = await shop.pay(intent, undefined, own);
    await change(shop, intent);
    assert.equal(await shop.answer(), 'payment_open');
    t.mock.timers.setTime(Date.now() + bound * 1000);
    return { ...shop, intent_: intent, payment };
  }
  const told = ({ errors }: Pick<Shop, 'errors'>) => errors.map((error) => (error as { type?: string }).type);

  it('has the one payment that fits, and the order is paid', async (t) => {
    const shop = await openTampered(t, (each) => forge(each, undefined, { amount: 9999 }));
    // What a page writes into the metadata of another payment stops no search.
    const metadata = { '#coupon_original_amount': { toString: 1 } };
    shop.shown.list = listing((each) => (each['amount'] === 9999 ? { metadata } : {}));
    await shop.sweep();
    assert.deepEqual([shop.verdicts(), shop.settled[0]?.payment.id], [['paid'], shop.payment.id]);
    assert.deepEqual([await shop.answer(), told(shop)], ['order_paid', []]);
    assert.equal((await shop.status(shop.payment.id)).status, 200);
    // The page knows both ids.
    assert.equal((await shop.status(shop.intent_.payment_id)).status, 200);
  });

  it('is found by the sweep five minutes after its use, although no page asks', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const shop = await openCheckout(t);
    const { id } = await shop.pay(await shop.intent(), undefined, own);
    for (const seconds of [60, bound - 60]) {
      t.mock.timers.setTime(Date.now() + seconds * 1000);
      await shop.sweep();
    }
    assert.deepEqual([shop.verdicts(), shop.settled[0]?.payment.id], [['paid'], id]);
  });

  it('is found by the message of the service about that payment', async (t) => {
    const shop = await openTampered(t);
    assert.equal(await shop.answer(), 'payment_open');
    assert.equal((await shop.deliver({ id: shop.payment.id, status: 'paid' })).status, 204);
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  for (const [title, change, count] of [
    ['two payments fit', (shop: Shop) => forge(shop), 2],
    [
      'none fits, because the address comes without a value',
      ({ shown }: Shop) => void (shown.list = listing(() => ({ callback_url: null }))),
      0,
    ],
  ] as const)
    it(`stays closed, and the operator is called once a day and decides, when ${title}`, async (t) => {
      const shop = await openTampered(t, change);
      for (let sweeps = 0; sweeps < 3; sweeps++) await shop.sweep();
      assert.deepEqual([shop.verdicts(), told(shop)], [[], ['payment_unidentified']]);
      assert.match(String(shop.errors), /adopt\('7', paymentId\)/);
      const [entry, ...more] = (await shop.checkout().report()).unidentified;
      assert.deepEqual([entry?.orderId, entry?.candidates.length, more], ['7', count, []]);
      t.mock.timers.setTime(Date.now() + 86_400_000);
      await shop.sweep();
      assert.deepEqual(told(shop), ['payment_unidentified', 'payment_unidentified']);
      assert.equal(await shop.answer(), 'payment_open');
      for (let times = 0; times < 2; times++)
        assert.equal((await shop.checkout().adopt('7', shop.payment.id)).verdict, 'paid');
      assert.deepEqual([shop.verdicts(), await shop.answer()], [['paid'], 'order_paid']);
      assert.deepEqual((await shop.checkout().report()).unidentified, []);
    });

  it('has no payment that another intent of the order has named', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const shop = await openCheckout(t);
    const first = await shop.intent();
    await shop.pay(first, undefined, own);
    const second = await shop.intent({ instead_of: first.payment_id });
    await shop.pay(second);
    // Of the payment that is looked for, the list shows no address.
    shop.shown.list = listing(({ id }) => (id === own.given_id ? { callback_url: null } : {}));
    t.mock.timers.setTime(Date.now() + bound * 1000);
    await shop.sweep();
    assert.deepEqual([shop.verdicts(), shop.settled[0]?.payment.id], [['paid'], second.payment_id]);
    assert.deepEqual(told(shop), ['payment_unidentified']);
    assert.equal((await shop.checkout().adopt('7', own.given_id)).verdict, 'duplicate');
  });

  for (const [title, isForged, verdicts, operator] of [
    ['is held money', false, ['mismatch'], 'payment_held'],
    ['is not taken for the payment of a stranger', true, [], 'payment_unidentified'],
  ] as const)
    it(`by an app that gets a coupon which nobody wanted ${title}`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const shop = await openCheckout(t);
      await shop.control('fixtures', { coupons: [{ code: 'TEN', discount: 10, prefixes: ['4'] }] });
      await shop.pay(await shop.intent(), undefined, { ...own, apply_coupon: true });
      if (isForged) await forge(shop, refusedAtOnce, { apply_coupon: false });
      assert.equal(await shop.answer(), 'payment_open');
      t.mock.timers.setTime(Date.now() + bound * 1000);
      for (let sweeps = 0; sweeps < 2; sweeps++) await shop.sweep();
      assert.deepEqual([shop.verdicts(), told(shop)], [verdicts, [operator]]);
      assert.equal(await shop.answer(), isForged ? 'payment_open' : 'payment_held');
    });

  for (const [title, list] of [
    ['has no end', (page: number) => ({ meta: { next_page: page + 1 } })],
    ['does not say whether more follows', () => ({})],
    ['repeats its first page', () => ({ meta: { current_page: 1 } })],
  ] as const)
    it(`stays closed while the list ${title}: what is not complete proves nothing`, async (t) => {
      let page = 0;
      const shop = await openTampered(t, ({ shown }) => {
        const late = { status: 'paid', created_at: '2999-01-01T00:00:00Z' };
        shown.list = (body) => {
          const id = title === 'repeats its first page' ? 'p' : `p-${page}`;
          return { ...list(page), payments: page++ === 0 ? body['payments'] : [{ ...late, id }] };
        };
      });
      await shop.sweep();
      assert.deepEqual(shop.verdicts(), []);
      assert.match(String(shop.errors), /list of payments could not be read to its end for order 7/);
      assert.ok(page <= 100, `${page} pages`);
      assert.equal(await shop.answer(), 'payment_open');
      shop.shown.list = undefined;
      await shop.sweep();
      assert.deepEqual(shop.verdicts(), ['paid']);
    });

  /** STC Pay refuses a mobile number, and leaves the intent usable. */
  async function openRefusedMobile(t: TestContext) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const shop = await openCheckout(t, { sandbox: { decisions: { refusedMobile: 'leaves_intent' } } });
    const first = await shop.intent();
    await shop.pay(first, undefined, { source: { type: 'stcpay', mobile: testMobiles.notRegistered } });
    return { shop, first };
  }

  it('after a mobile number that STC Pay refused without using the intent is found by the sweep after its end', async (t) => {
    const { shop, first } = await openRefusedMobile(t);
    assert.notEqual((await shop.intent()).id, first.id);
    t.mock.timers.setTime(Date.now() + 60_000);
    const { id } = await shop.pay(first, undefined, own);
    t.mock.timers.setTime(Date.now() + 4_000_000);
    for (let sweeps = 0; sweeps < 2; sweeps++) await shop.sweep();
    assert.deepEqual(shop.verdicts(), ['failed', 'paid']);
    assert.deepEqual(
      shop.settled.map(({ payment }) => payment.id),
      [first.payment_id, id],
    );
    assert.equal((await shop.status(first.payment_id)).status, 200);
    assert.deepEqual([await shop.answer(), shop.errors], ['order_paid', []]);
  });

  for (const [title, isReadBefore] of [
    ['when the declined payment is read again', true],
    ['when the declined payment is read after its intent only', false],
  ] as const)
    it(`after such a refusal is not lost ${title}`, async (t) => {
      const { shop, first } = await openRefusedMobile(t);
      if (isReadBefore) await shop.status(first.payment_id);
      t.mock.timers.setTime(Date.now() + 60_000);
      const { id } = await shop.pay(first, undefined, own);
      t.mock.timers.setTime(Date.now() + 4_000_000);
      shop.shown.list = (body) => ({ ...body, payments: [] });
      await shop.sweep();
      assert.equal((await shop.status(first.payment_id)).status, 200);
      assert.equal(await shop.answer(), 'payment_open');
      shop.shown.list = undefined;
      t.mock.timers.setTime(Date.now() + 86_400_000);
      await shop.sweep();
      assert.deepEqual([shop.settled.at(-1)?.verdict, shop.settled.at(-1)?.payment.id], ['paid', id]);
      assert.equal(await shop.answer(), 'order_paid');
    });

  it('is not adopted by the payment of another order, which would pay for both', async (t) => {
    const shop = await openTampered(t, (each) => forge(each));
    const { id } = await shop.pay(await shop.intent(undefined, '8'));
    await shop.sweep();
    await assert.rejects(shop.checkout().adopt('7', id), { message: /fits no intent of order 7/ });
    assert.equal(await shop.answer(), 'payment_open');
  });

  it('is adopted by no id that the order does not wait for', async (t) => {
    const shop = await openCheckout(t);
    await shop.intent();
    const { id } = await forge(shop);
    await assert.rejects(shop.checkout().adopt('7', id), {
      code: 'configuration',
      message: /fits no intent of order 7/,
    });
    await assert.rejects(shop.checkout().adopt('', id), { code: 'configuration', message: /`orderId`/ });
    assert.equal(await shop.answer(), '201');
  });
});
