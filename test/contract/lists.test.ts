import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cards, conforms, openService, refused } from './service.js';
import * as tables from './tables/resources.js';

const shop = await openService();
type Entries = ReadonlyArray<{ readonly id: string }>;
const ids = (entries: Entries) => entries.map(({ id }) => id);

/** What can be listed, and how one more of it is made. */
const lists = {
  payments: async () => (await shop.payWith(cards.paid)).id,
  invoices: async () => (await shop.bill()).id,
};

describe('a list of', () => {
  for (const [plural, make] of Object.entries(lists)) {
    test(`${plural} is one empty page at first`, async () => {
      assert.deepEqual(await shop.retrieve(plural), {
        [plural]: [],
        meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_count: 0 },
      });
    });

    test(`${plural} has 40 on a page, newest first, and says where the page stands`, async () => {
      const made: string[] = [];
      while (made.length < 81) made.unshift(await make());
      const pages = await Promise.all([1, 2, 3, 4].map((page) => shop.retrieve(`${plural}?page=${page}`)));
      for (const page of pages) {
        assert.deepEqual(Object.keys(page).sort(), ['meta', plural].sort());
        conforms(tables.meta, page.meta);
      }
      assert.deepEqual(
        pages.map((page) => ids(page[plural])),
        [made.slice(0, 40), made.slice(40, 80), made.slice(80), []],
      );
      assert.deepEqual(
        pages.map(({ meta }) => [
          meta.prev_page,
          meta.current_page,
          meta.next_page,
          meta.total_pages,
          meta.total_count,
        ]),
        [
          [null, 1, 2, 3, 81],
          [1, 2, 3, 3, 81],
          [2, 3, null, 3, 81],
          [3, 4, null, 3, 81],
        ],
      );
      assert.deepEqual(await shop.retrieve(plural), pages[0]);
    });
  }
});

test('a list of webhooks has all of them, newest first, and no pages', async () => {
  assert.deepEqual(await shop.retrieve('webhooks'), { webhooks: [] });
  const made: string[] = [];
  while (made.length < 41) made.unshift((await shop.register()).id);
  const { webhooks, ...rest } = await shop.retrieve('webhooks?page=2');
  assert.deepEqual([ids(webhooks), rest], [made, {}]);
});

describe('a list with wrong parameters', () => {
  const paths = [...Object.keys(lists), 'webhooks/{id}/attempts'];
  const everywhere = [
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=1e3', 'page'],
    ['page=x', 'page'],
    ['page=', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=1&page=2', 'page'],
    ['per=0', 'per'],
    ['limit=x', 'limit'],
  ] as const;
  const ofPayments = [
    ['status=limbo', 'status'],
    ['status=', 'status'],
    ['status=Paid', 'status'],
    ['status=paid&status=failed', 'status'],
    ['metadata[a]=1&metadata[a]=2', 'metadata[a]'],
  ] as const;
  let registered: ReturnType<typeof shop.register> | undefined;
  const cases = [
    ...paths.flatMap((path) => everywhere.map((one) => [path, ...one] as const)),
    ...ofPayments.map((one) => ['payments', ...one] as const),
    ...ofPayments.slice(0, 3).map((one) => ['invoices', ...one] as const),
  ];
  for (const [path, query, field] of cases)
    test(`refuses ${path}?${query}`, async () => {
      const { id } = await (registered ??= shop.register());
      const address = `/v1/${path.replace('{id}', id)}?${query}`;
      refused(await shop.call('GET', address), 400, 'validation_error', [field]);
    });
});
