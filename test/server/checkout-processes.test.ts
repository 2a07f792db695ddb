import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { freePort } from '../free-port.js';
import { challenged } from './payer.js';
import { bundleShop, killAtEachStep, lastingShop, openShops, order } from './shop-processes.js';

let script: string;
before(async () => {
  script = await bundleShop();
});

type Shops = Awaited<ReturnType<typeof openShops>>;
type Shop = Awaited<ReturnType<typeof lastingShop>>;

/** A page of the order: an intent, and a card. Undefined when there is no intent to be had. */
async function pay({ service }: Shops, shop: Shop, body?: object) {
  const answer = await shop.call('POST', `${order.id}/intent`, body);
  if (answer.status === 409) return undefined;
  assert.equal(answer.status, 201);
  const { client_secret: secret, payment_id: given_id } = (await answer.json()) as Record<string, string>;
  return service.pay({ secret: secret!, card: challenged, more: { given_id } });
}

/** Two tabs; the payer gives the first payment up for another way, and then approves both at the bank. */
async function payTwice(shops: Shops, shop: Shop) {
  const first = (await pay(shops, shop))!;
  assert.equal(await pay(shops, shop), undefined);
  const second = (await pay(shops, shop, { instead_of: first.id }))!;
  for (const { source } of [first, second])
    await shops.service.answer(source.transaction_url, 'authenticated');
  for (const { id } of [first, second]) {
    const { status } = await shop.json('GET', `${order.id}/status?id=${id}`);
    assert.match(status!, /paid|voided/);
  }
  return { first: first.id, second: second.id };
}

async function keptOne(shops: Shops, shop: Shop, { first, second }: { first: string; second: string }) {
  const { open, steps } = await shop.json('POST', 'sweep');
  assert.deepEqual(open, []);
  assert.deepEqual(await shops.standing(), [`${first} paid`, `${second} voided`].sort());
  assert.deepEqual(shops.settled(), [`${first} paid`, `${second} duplicate`].sort());
  assert.equal((await shop.call('POST', `${order.id}/intent`)).status, 409);
  return Number(steps);
}

describe('a shop that is killed', () => {
  it(
    'at any step, between any two, keeps one payment of two and tells of both',
    { timeout: 600_000, concurrency: 3 },
    async (t) => {
      const whole = await openShops(t, script);
      const unharmed = await lastingShop(whole);
      const steps = await keptOne(whole, unharmed, await payTwice(whole, unharmed));
      assert.match(String(steps), /^[2-9]\d$/);
      t.diagnostic(`${steps} steps`);
      await killAtEachStep(t, steps, async (t, killAt) => {
        const shops = await openShops(t, script);
        const shop = await lastingShop(shops, { killAt });
        await keptOne(shops, shop, await payTwice(shops, shop));
        assert.equal(shop.deaths(), 1);
      });
    },
  );
});

describe('several shop processes over one database', () => {
  it('give one intent to ten tabs and devices at once', async (t) => {
    const shops = await openShops(t, script);
    const both = [await lastingShop(shops), await lastingShop(shops)];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => both[index % 2]!.json('POST', `${order.id}/intent`)),
    );
    const ids = new Set(answers.map(({ id }) => id as unknown as string));
    assert.equal(ids.size, 1);
    assert.equal((await shops.client.retrievePaymentIntent([...ids][0]!)).status, 'created');
  });

  it('take one payment when ten payers pay at once', async (t) => {
    const shops = await openShops(t, script);
    const both = [await lastingShop(shops), await lastingShop(shops)];
    const paid = await Promise.all(Array.from({ length: 10 }, (_, index) => pay(shops, both[index % 2]!)));
    const [made, ...more] = paid.filter((payment) => payment?.status === 'initiated');
    assert.deepEqual(more, []);
    await shops.service.answer(made!.source.transaction_url, 'authenticated');
    await Promise.all(both.map((shop) => shop.json('POST', 'sweep')));
    assert.deepEqual(await shops.standing(), [`${made!.id} paid`]);
    assert.deepEqual(shops.settled(), [`${made!.id} paid`]);
  });
});

describe('a webhook', () => {
  const webhook = async (t: TestContext, killAt = 0) => {
    const shops = await openShops(t, script);
    const port = await freePort();
    const shop = await lastingShop(shops, { killAt, port });
    await shops.client.registerWebhook({
      url: `http://127.0.0.1:${port}/webhook`,
      shared_secret: 'whsec_of_a_process',
    });
    return { shops, shop };
  };

  it('settles the order of a payer who never comes back', async (t) => {
    const { shops, shop } = await webhook(t);
    const made = await pay(shops, shop);
    await shops.service.answer(made!.source.transaction_url, 'authenticated');
    await shops.control('clock', { advance: 0 });
    assert.deepEqual(shops.settled(), [`${made!.id} paid`]);
  });

  it('that killed the shop comes again, and counts once', async (t) => {
    const { shops, shop } = await webhook(t, 12);
    const made = await pay(shops, shop);
    await shops.service.answer(made!.source.transaction_url, 'authenticated');
    await shops.control('clock', { advance: 0 });
    assert.equal((await shop.call('GET', 'nothing')).status, 404);
    await shops.control('clock', { advance: 60 });
    assert.deepEqual(shops.settled(), [`${made!.id} paid`]);
    assert.equal((await shop.json('POST', 'sweep'))['open']?.['length'], 0);
  });
});
