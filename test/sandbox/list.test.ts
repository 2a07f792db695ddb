import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop } from './shop.js';

type Shop = ReturnType<typeof openShop>;
const ids = (list: Array<{ id: string }>) => list.map(({ id }) => id);
const found = async ({ call }: Shop, query: string) =>
  ids((await call('GET', `/v1/payments?${query}`)).body.payments);

describe('the list of payments', () => {
  for (const [query, field] of [
    ['created[gt]=yesterday', 'created[gt]'],
    ['updated[lt]=', 'updated[lt]'],
    ['metadata[order]=a%00b', 'metadata[order]'],
  ] as const)
    test(`is refused for ?${query}`, async () => {
      const { status, body } = await openShop().call('GET', `/v1/payments?${query}`);
      assert.deepEqual([status, Object.keys(body.errors)], [400, [field]]);
    });

  test('ignores parameters that it does not know', async () => {
    const shop = openShop();
    const { id } = await shop.pay();
    for (const query of [
      'colour=red',
      'metadata=7',
      'metadata[]=7',
      'created[at]=x',
      'sort=a&sort=b',
      '__proto__=1',
    ])
      assert.deepEqual(await found(shop, query), [id], query);
  });

  test('has as many on a page as `per` or `limit` says, at most a hundred', async () => {
    const shop = openShop();
    for (let i = 0; i < 5; i += 1) await shop.pay();
    for (const query of ['per=2', 'limit=2', 'per=2&limit=4']) {
      const { body } = await shop.call('GET', `/v1/payments?${query}&page=2`);
      assert.deepEqual([body.payments.length, body.meta.total_pages, body.meta.prev_page], [2, 3, 1]);
    }
    const { body } = await shop.call('GET', '/v1/payments?per=1000');
    assert.deepEqual([body.payments.length, body.meta.total_pages], [5, 1]);
  });

  test('finds by id, by the card, by the reference number, and by the time', async () => {
    const shop = openShop();
    const one = await shop.pay();
    await shop.advance(3600);
    const other = await shop.pay({ source: { number: '4242424242424242' } });
    const [first, second] = [[one.id], [other.id]];
    assert.deepEqual(await found(shop, `id=${one.id}`), first);
    assert.deepEqual(await found(shop, 'last_4=5430'), first);
    assert.deepEqual(await found(shop, 'last_4=4242'), second);
    assert.deepEqual(await found(shop, `rrn=${one.source.reference_number}`), first);
    assert.deepEqual(await found(shop, 'created[gt]=2026-05-15T12:30:00Z'), second);
    assert.deepEqual(await found(shop, 'created[lt]=2026-05-15T12:30:00Z'), first);
    for (const inUtc of ['2026-05-15T12:30', '2026-05-15t12:30:00', '2026-05-15 12:30:00'])
      assert.deepEqual(await found(shop, `created[lt]=${inUtc}`), first, inUtc);
    // As the clocks of Python and Ruby write it.
    for (const text of ['2026-05-15T15:30:00+0300', '2026-05-15T12:30:00z', '2026-05-15 12:30:00 UTC'])
      assert.deepEqual(await found(shop, `created[lt]=${encodeURIComponent(text)}`), first, text);
    assert.deepEqual(await found(shop, 'created[gt]=2026-05-15&created[lt]=2026-05-16'), [other.id, one.id]);
    await shop.call('PUT', `/v1/payments/${one.id}`, { body: { description: 'Changed' } });
    assert.deepEqual(await found(shop, 'updated[gt]=2026-05-15T12:30:00Z'), [other.id, one.id]);
  });
});
