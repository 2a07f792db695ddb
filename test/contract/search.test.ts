import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cards, openService } from './service.js';
import { payments } from './situations.js';
import { paymentStates } from './tables/moves.js';
import * as tables from './tables/resources.js';

const shop = await openService();

const made = new Map<string, string[]>();
for (const [state, status] of Object.entries(paymentStates)) {
  const id = await payments[state as keyof typeof payments](shop, { metadata: { state, batch: '1' } });
  made.set(status, [id, ...(made.get(status) ?? [])]);
}

const idsOf = async (query: Record<string, string>): Promise<string[]> => {
  const { payments: found } = await shop.retrieve(`payments?${new URLSearchParams(query)}`);
  return found.map(({ id }: { id: string }) => id);
};
const found = (query: Record<string, string>) => idsOf({ 'metadata[batch]': '1', ...query });

describe('payments are found by', () => {
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
      const { id } = await shop.payWith(cards.paid, { payment: { metadata: { [key]: value } } });
      assert.deepEqual((await shop.retrieve(`payments/${id}`)).metadata, { [key]: value });
      if (key === '') return;
      assert.deepEqual(await idsOf({ [`metadata[${key}]`]: value }), [id]);
    });
});
