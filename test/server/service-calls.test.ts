import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { openCheckout, type Shop } from './checkout-shop.js';
import { challenged, refusedAtOnce } from './payer.js';

const openPayment = async (shop: Shop) => shop.pay(await shop.intent(), challenged);
const paidPayment = async (shop: Shop) => shop.pay(await shop.intent());
const [make, readIntent, readPayment] = ['POST payment_intents', 'GET payment_intents', 'GET payments'];
const expectConflict = async (shop: Shop, type: string) => assert.equal((await shop.conflict()).type, type);
const nothing = async () => ({ id: '' });

/** What the checkout asks the service, call by call, after what is not counted. */
const situations: readonly [
  name: string,
  calls: readonly (string | undefined)[],
  before: (shop: Shop) => Promise<{ readonly id: string }>,
  run: (shop: Shop, before: { readonly id: string }, t: TestContext) => Promise<unknown>,
][] = [
  ['first `…/intent` of an order', [make], nothing, (shop) => shop.intent()],
  [
    '`…/intent` again while the intent is open',
    [readPayment, readIntent],
    (shop) => shop.intent(),
    (shop) => shop.intent(),
  ],
  [
    '`…/intent` while a payment waits at the bank',
    [readPayment],
    openPayment,
    (shop) => expectConflict(shop, 'payment_open'),
  ],
  [
    '– once it has waited for ten minutes',
    [readPayment],
    async (shop) => {
      const payment = await openPayment(shop);
      await shop.status(payment.id);
      await shop.wait(11 * 60);
      return payment;
    },
    (shop) => expectConflict(shop, 'payment_open'),
  ],
  [
    '`…/intent` of a paid order',
    [readPayment],
    async (shop) => (await shop.checkout().settle((await paidPayment(shop)).id)).payment,
    (shop) => expectConflict(shop, 'order_paid'),
  ],
  [
    '`…/intent` after a declined card',
    [readPayment, make],
    async (shop) => shop.pay(await shop.intent(), refusedAtOnce),
    (shop) => shop.intent(),
  ],
  ['`…/status`', [readPayment], paidPayment, (shop, { id }) => shop.status(id)],
  ['a webhook', [readPayment], paidPayment, (shop, payment) => shop.deliver(payment)],
  ['the return page', [readPayment], paidPayment, (shop, { id }) => shop.checkout().settle(id)],
  [
    'a paid purchase with its return page, its webhook and the next sweep',
    [make, readPayment, readPayment],
    nothing,
    async (shop) => {
      const payment = await paidPayment(shop);
      await shop.checkout().settle(payment.id);
      await shop.deliver(payment);
      await shop.sweep();
      assert.deepEqual(shop.records.open(), []);
    },
  ],
  [
    'a basket that is left, to its closed record',
    [make, readIntent],
    nothing,
    async (shop, _, t) => {
      await shop.intent();
      await shop.sweep();
      await shop.wait(3961);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_961_000 });
      await shop.sweep();
      assert.deepEqual(shop.records.open(), []);
    },
  ],
];

describe('the checkout asks the service, call by call, for', () => {
  for (const [name, calls, before, run] of situations)
    it(name, async (t) => {
      const shop = await openCheckout(t);
      const prepared = await before(shop);
      shop.calls.length = 0;
      const result = await run(shop, prepared, t);
      if (result instanceof Response) assert.ok(result.ok, String(result.status));
      assert.deepEqual([...shop.calls], calls);
      assert.deepEqual(shop.errors, []);
    });
});
