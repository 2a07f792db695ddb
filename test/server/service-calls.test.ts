import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { published } from '../readme/documents.mjs';
import { table } from '../readme/table.js';
import { openCheckout, type Shop } from './checkout-shop.js';
import { challenged, refusedAtOnce } from './payer.js';

/** How often the service is asked, counted; `UPDATE_README=1` writes the table of the README anew. */
interface Situation {
  readonly name: string;
  readonly most: number;
  /** What comes before, and is not counted. */
  readonly before?: (shop: Shop) => Promise<unknown>;
  readonly run: (shop: Shop, before: unknown, t: TestContext) => Promise<unknown>;
}

const openPayment = async (shop: Shop) => shop.pay(await shop.intent(), challenged);
const paidPayment = async (shop: Shop) => shop.pay(await shop.intent());
const idOf = (payment: unknown) => (payment as { readonly id: string }).id;

const situations: readonly Situation[] = [
  { name: 'first `…/intent` of an order', most: 1, run: (shop) => shop.intent() },
  {
    name: '`…/intent` again while the intent is open',
    most: 2,
    before: (shop) => shop.intent(),
    run: (shop) => shop.intent(),
  },
  {
    name: '`…/intent` while a payment waits at the bank',
    most: 1,
    before: openPayment,
    run: async (shop) => assert.equal((await shop.conflict()).type, 'payment_open'),
  },
  {
    name: '– once it has waited for ten minutes',
    most: 2,
    before: async (shop) => {
      await shop.status((await openPayment(shop)).id);
      await shop.control('clock', { advance: 11 * 60 });
    },
    run: async (shop) => assert.equal((await shop.conflict()).type, 'payment_open'),
  },
  {
    name: '`…/intent` of a paid order',
    most: 1,
    before: async (shop) => shop.checkout().settle((await paidPayment(shop)).id),
    run: async (shop) => assert.equal((await shop.conflict()).type, 'order_paid'),
  },
  {
    name: '`…/intent` after a declined card',
    most: 2,
    before: async (shop) => shop.pay(await shop.intent(), refusedAtOnce),
    run: (shop) => shop.intent(),
  },
  {
    name: '`…/status`',
    most: 1,
    before: paidPayment,
    run: async (shop, payment) => assert.equal((await shop.status(idOf(payment))).status, 200),
  },
  {
    name: 'a webhook',
    most: 1,
    before: paidPayment,
    run: async (shop, payment) => assert.equal((await shop.deliver(payment as object)).status, 204),
  },
  {
    name: 'the return page',
    most: 1,
    before: paidPayment,
    run: (shop, payment) => shop.checkout().settle(idOf(payment)),
  },
  {
    name: 'a paid purchase with its return page, its webhook and the next sweep',
    most: 3,
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
    most: 3,
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

/** Such as `POST payment_intents`, as the table names it. */
const words: Readonly<Record<string, string>> = {
  'POST payment_intents': 'makes the intent',
  'GET payment_intents': 'reads the intent',
  'GET payments': 'reads the payment',
  'POST payment_intents cancel': 'cancels the intent',
};

it('asks the service at most so often', async (t) => {
  const rows: string[][] = [];
  for (const { name, most, before, run } of situations)
    await t.test(name, async (t) => {
      const shop = await openCheckout(t);
      const prepared = await before?.(shop);
      shop.calls.length = 0;
      await run(shop, prepared, t);
      const calls = [...shop.calls];
      assert.ok(calls.length <= most, calls.join(', '));
      assert.deepEqual(shop.errors, []);
      const kinds = [...new Set(calls)].map((call) => {
        const times = calls.filter((each) => each === call).length;
        return `${words[call] ?? call}${times > 1 ? `, ${times} times` : ''}`;
      });
      rows.push([name, String(calls.length), kinds.join('; ') || '–']);
    });
  const counted = table(['request', 'calls', 'what they do'], rows);
  assert.equal(published('service-calls', counted), counted);
});
