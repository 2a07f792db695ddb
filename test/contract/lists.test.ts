import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cards, conforms, openService, refused } from './service.js';
import { payments } from './situations.js';
import { paymentStates } from './tables/moves.js';
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
    ['metadata[order]=a%00b', 'metadata[order]'],
    ['created[gt]=yesterday', 'created[gt]'],
    ['updated[lt]=', 'updated[lt]'],
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

test('a list ignores parameters that it does not know', async () => {
  const own = await openService();
  const { id } = await own.payWith(cards.paid);
  for (const query of [
    'colour=red',
    'metadata=7',
    'metadata[]=7',
    'created[at]=x',
    'sort=a&sort=b',
    '__proto__=1',
  ])
    assert.deepEqual(ids((await own.retrieve(`payments?${query}`)).payments), [id], query);
});

test('a list has as many on a page as `per` or `limit` says, at most a hundred', async () => {
  const own = await openService();
  for (let i = 0; i < 5; i += 1) await own.payWith(cards.paid);
  for (const [query, ...expected] of [
    ['per=2&page=2', 2, 3, 1],
    ['limit=2&page=2', 2, 3, 1],
    ['per=2&limit=4&page=2', 2, 3, 1],
    ['per=1000', 5, 1, null],
  ] as const) {
    const { payments: found, meta } = await own.retrieve(`payments?${query}`);
    assert.deepEqual([found.length, meta.total_pages, meta.prev_page], expected, query);
  }
});

describe('payments are found by', async () => {
  const own = await openService();
  const made = new Map<string, string[]>();
  for (const [state, status] of Object.entries(paymentStates)) {
    const id = await payments[state as keyof typeof payments](own, { metadata: { state, batch: '1' } });
    made.set(status, [id, ...(made.get(status) ?? [])]);
  }
  const idsOf = async (query: Record<string, string>) =>
    ids((await own.retrieve(`payments?${new URLSearchParams(query)}`)).payments);
  const found = (query: Record<string, string>) => idsOf({ 'metadata[batch]': '1', ...query });

  for (const status of tables.paymentStatuses)
    test(`the status ${status}`, async () => assert.deepEqual(await found({ status }), made.get(status)));

  const all = [...made.values()].flat().length;
  const queries: ReadonlyArray<readonly [string, Record<string, string>, number]> = [
    ['one pair of metadata', {}, all],
    ['two pairs', { 'metadata[state]': 'refunded in part' }, 1],
    ['pairs and status together', { 'metadata[state]': 'refunded in part', status: 'refunded' }, 1],
    ['pairs and status that contradict each other: none', { 'metadata[state]': 'paid', status: 'failed' }, 0],
    ['a value that is not there: none', { 'metadata[state]': 'PAID' }, 0],
    ['a key that is not there: none', { 'metadata[paid]': 'state' }, 0],
    ['what would be SQL: none', { 'metadata[state]': "paid' OR '1'='1" }, 0],
    ['a key that every object has: none', { 'metadata[constructor]': 'x' }, 0],
  ];
  for (const [name, query, count] of queries)
    test(name, async () => assert.equal((await found(query)).length, count));

  for (const [key, value] of [
    ['', 'empty key'],
    ['empty value', ''],
    [`a]"b'.[$\\`, "it's 100% & 😀"],
    ['constructor', 'toString'],
  ] as const)
    test(`metadata of ${JSON.stringify({ [key]: value })}`, async () => {
      const { id } = await own.payWith(cards.paid, { payment: { metadata: { [key]: value } } });
      assert.deepEqual((await own.retrieve(`payments/${id}`)).metadata, { [key]: value });
      if (key === '') return;
      assert.deepEqual(await idsOf({ [`metadata[${key}]`]: value }), [id]);
    });
});

describe('payments and invoices are found by', async () => {
  const own = await openService();
  const [one, bill] = [await own.payWith(cards.paid), await own.bill({ metadata: { order: '7' } })];
  await own.advance(3600);
  const [other, otherBill] = [await own.payWith(cards.declined), await own.bill()];
  await own.call('PUT', `/v1/payments/${one.id}`, { body: { description: 'Changed' } });
  await own.call('POST', `/v1/invoices/${otherBill.id}/cancel`);
  const between = '2026-05-15T12:30:00Z';
  const [first, second, both] = [[one.id], [other.id], [other.id, one.id]];
  const rows: ReadonlyArray<readonly [string, readonly string[]]> = [
    [`payments?id=${one.id}`, first],
    ['payments?last_4=5430', first],
    ['payments?last_4=4242', second],
    [`payments?rrn=${one.source.reference_number}`, first],
    [`payments?created[gt]=${between}`, second],
    [`payments?created[lt]=${between}`, first],
    ...['2026-05-15T12:30', '2026-05-15t12:30:00', '2026-05-15 12:30:00'].map(
      (inUtc) => [`payments?created[lt]=${inUtc}`, first] as const,
    ),
    // As the clocks of Python and Ruby write it.
    ...['2026-05-15T15:30:00%2B0300', '2026-05-15T12:30:00z', '2026-05-15 12:30:00 UTC'].map(
      (time) => [`payments?created[lt]=${time}`, first] as const,
    ),
    ['payments?created[gt]=2026-05-15&created[lt]=2026-05-16', both],
    [`payments?updated[gt]=${between}`, both],
    ['invoices?metadata[order]=7', [bill.id]],
    ['invoices?status=canceled', [otherBill.id]],
    [`invoices?id=${bill.id}`, [bill.id]],
    [`invoices?created[gt]=${between}`, [otherBill.id]],
  ];
  for (const [query, expected] of rows)
    test(query.replace(/[\da-f-]{36}|\d{12}/, '…'), async () => {
      const found = await own.retrieve(query);
      assert.deepEqual(ids(found.payments ?? found.invoices), expected);
    });
});
