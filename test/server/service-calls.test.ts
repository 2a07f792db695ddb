import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openCheckout, type Shop } from './checkout-shop.js';
import { challenged, refusedAtOnce } from './payer.js';

/** What the checkout asks the service, call by call. */
interface Situation {
  readonly name: string;
  readonly calls: readonly string[];
  /** What comes before, and is not counted. */
  readonly before?: (shop: Shop) => Promise<unknown>;
  readonly run: (shop: Shop, before: unknown, t: TestContext) => Promise<unknown>;
}

const openPayment = async (shop: Shop) => shop.pay(await shop.intent(), challenged);
const paidPayment = async (shop: Shop) => shop.pay(await shop.intent());
const idOf = (payment: unknown) => (payment as { readonly id: string }).id;

const [make, readIntent, readPayment] = [
  'POST payment_intents',
  'GET payment_intents',
  'GET payments',
] as const;

const situations: readonly Situation[] = [
  { name: 'first `…/intent` of an order', calls: [make], run: (shop) => shop.intent() },
  {
    name: '`…/intent` again while the intent is open',
    calls: [readPayment, readIntent],
    before: (shop) => shop.intent(),
    run: (shop) => shop.intent(),
  },
  {
    name: '`…/intent` while a payment waits at the bank',
    calls: [readPayment],
    before: openPayment,
    run: async (shop) => assert.equal((await shop.conflict()).type, 'payment_open'),
  },
  {
    name: '– once it has waited for ten minutes',
    calls: [readPayment],
    before: async (shop) => {
      await shop.status((await openPayment(shop)).id);
      await shop.control('clock', { advance: 11 * 60 });
    },
    run: async (shop) => assert.equal((await shop.conflict()).type, 'payment_open'),
  },
  {
    name: '`…/intent` of a paid order',
    calls: [readPayment],
    before: async (shop) => shop.checkout().settle((await paidPayment(shop)).id),
    run: async (shop) => assert.equal((await shop.conflict()).type, 'order_paid'),
  },
  {
    name: '`…/intent` after a declined card',
    calls: [readPayment, make],
    before: async (shop) => shop.pay(await shop.intent(), refusedAtOnce),
    run: (shop) => shop.intent(),
  },
  {
    name: '`…/status`',
    calls: [readPayment],
    before: paidPayment,
    run: async (shop, payment) => assert.equal((await shop.status(idOf(payment))).status, 200),
  },
  {
    name: 'a webhook',
    calls: [readPayment],
    before: paidPayment,
    run: async (shop, payment) => assert.equal((await shop.deliver(payment as object)).status, 204),
  },
  {
    name: 'the return page',
    calls: [readPayment],
    before: paidPayment,
    run: (shop, payment) => shop.checkout().settle(idOf(payment)),
  },
  {
    name: 'a paid purchase with its return page, its webhook and the next sweep',
    calls: [make, readPayment, readPayment],
    run: async (shop) => {
      const payment = await paidPayment(shop);
      await shop.checkout().settle(payment.id);
      await shop.deliver(payment);
      await shop.sweep();
      assert.deepEqual(shop.records.open(), []);
    },
  },
  {
    name: 'a basket that is left, to its closed record',
    calls: [make, readIntent],
    run: async (shop, _, t) => {
      await shop.intent();
      await shop.sweep();
      await shop.control('clock', { advance: 3961 });
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_961_000 });
      await shop.sweep();
      assert.deepEqual(shop.records.open(), []);
    },
  },
];

describe('the checkout asks the service, call by call, for', () => {
  for (const { name, calls, before, run } of situations)
    it(name, async (t) => {
      const shop = await openCheckout(t);
      const prepared = await before?.(shop);
      shop.calls.length = 0;
      await run(shop, prepared, t);
      assert.deepEqual([...shop.calls], calls);
      assert.deepEqual(shop.errors, []);
    });
});
