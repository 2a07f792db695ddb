import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { PayClient, PaymentFilter } from '../../src/server/index.js';
import { openCheckout, type Shop } from './checkout-shop.js';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;

type List = (filter: PaymentFilter, client: PayClient) => ReturnType<PayClient['listPayments']>;

/** An intent was used, its payment was never announced and no message came, so it has to be searched. */
async function openSearch(t: TestContext, list: List) {
  const lists: PaymentFilter[] = [];
  const shop = await openCheckout(t, {
    around: (client) => ({
      ...client,
      listPayments: (filter = {}) => (lists.push(filter), list(filter, client)),
    }),
  });
  const payment = await shop.payUnseen(await shop.intent());
  return { ...shop, payment, lists };
}

/** Sweeps whenever the order is due, for so many days of the service and of this server. */
async function sweepFor(t: TestContext, shop: Pick<Shop, 'records' | 'control' | 'checkout'>, days: number) {
  let now = Date.now();
  t.mock.timers.enable({ apis: ['Date'], now });
  const end = now + days * day;
  let sweeps = 0;
  for (let due = shop.records.dueAt('7'); due !== undefined && due < end; due = shop.records.dueAt('7')) {
    const seconds = Math.ceil(Math.max(due - now, 0) / 1000);
    if (seconds > 0) await shop.control('clock', { advance: seconds });
    t.mock.timers.setTime((now += seconds * 1000));
    const { asked } = await shop.checkout().sweep();
    assert.equal(asked, 1);
    assert.ok(++sweeps < 150, 'it is swept without end');
  }
  return sweeps;
}

describe('a payment that has to be searched', () => {
  it('is searched ever more seldom, and no longer after a day', async (t) => {
    const shop = await openSearch(t, (_, client) => client.listPayments({ page: 99 }));
    await sweepFor(t, shop, 365);
    const { length } = shop.lists;
    assert.ok(length > 20 && length <= 35, `${length} lists`);
    assert.deepEqual(shop.records.open(), []);
    // Nobody knows that it was not paid.
    assert.equal((await shop.conflict()).type, 'payment_open');
  });

  it('is searched among those that were made when its intent was used', async (t) => {
    const { lists, payment, control, client, service, sweep, settled } = await openSearch(
      t,
      (filter, client) => client.listPayments(filter),
    );
    await control('clock', { advance: 7200 });
    for (let number = 0; number < 3; number++) {
      const { client_secret: secret } = await client.createPaymentIntent({
        amount: 500,
        callback_url: 'https://other.example/',
      });
      await service.pay({ secret });
    }
    await sweep();
    assert.deepEqual(
      settled.map(({ payment, verdict }) => [payment.id, verdict]),
      [[payment.id, 'paid']],
    );
    assert.equal(lists.length, 1);
    const usedAt = Date.parse((await client.retrievePayment(payment.id)).created_at ?? '');
    const { gt, lt } = lists[0]?.created ?? {};
    assert.ok(gt && usedAt - gt.getTime() > minute && usedAt - gt.getTime() < hour, String(gt));
    assert.ok(lt && lt.getTime() - usedAt > minute && lt.getTime() - usedAt < hour, String(lt));
  });

  it('is found by no more pages than were made since, where the service pays no attention to the times', async (t) => {
    const { lists, sweep, errors } = await openSearch(
      t,
      async ({ page = 1 }) =>
        ({
          payments: [
            {
              id: `other-${page}`,
              status: 'paid',
              created_at: new Date(Date.now() - page * minute).toISOString(),
            },
          ],
          meta: { next_page: page + 1 },
        }) as never,
    );
    await sweep();
    assert.ok(lists.length > 1 && lists.length < 10, `${lists.length} pages`);
    assert.deepEqual(errors, []);
  });

  it('is searched on a hundred pages at most', async (t) => {
    const { lists, sweep } = await openSearch(
      t,
      async ({ page = 1 }) =>
        ({
          payments: [{ id: `other-${page}`, status: 'paid', created_at: new Date().toISOString() }],
          meta: { next_page: page + 1 },
        }) as never,
    );
    await sweep();
    assert.equal(lists.length, 100);
  });
});

it('an order of which `onSettled` cannot take the verdict for a month is tried once a day in the end', async (t) => {
  let calls = 0;
  let isClosed = true;
  const verdicts: string[] = [];
  const shop = await openCheckout(t, {
    onSettled: ({ verdict }) => {
      calls++;
      if (isClosed) throw new Error('The warehouse is closed.');
      verdicts.push(verdict);
    },
  });
  await shop.checkout().settle((await shop.pay(await shop.intent())).id);
  await sweepFor(t, shop, 31);
  assert.ok(calls > 50 && calls < 70, `${calls} calls`);
  isClosed = false;
  await shop.sweep();
  assert.deepEqual(verdicts, ['paid']);
});
