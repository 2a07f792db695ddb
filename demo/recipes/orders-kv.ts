import { Readable } from 'node:stream';
import { openKv } from '@deno/kv'; // In Deno itself: Deno.openKv()
import type { Order, Orders } from 'pay-checkout/server';
export const kv = await openKv(process.env['KV'] ?? '');
export const orders: Orders = {
  get: async (id) => (await kv.get<Order>(['orders', id])).value ?? undefined,
  find: (request) => orders.get(new URL(request.url).pathname.split('/').at(-2) ?? ''),
  load: async (id) => (await kv.get<{ record: string; version: number }>(['records', id])).value ?? undefined,
  async save(id, record, version) {
    const stored = await kv.get<{ version: number }>(['records', id]);
    const swap = kv.atomic().check(stored).set(['records', id], { record, version });
    const listed = JSON.parse(record).open ? swap.set(['open', id], id) : swap.delete(['open', id]);
    return (stored.value?.version ?? 0) === version - 1 && (await listed.commit()).ok;
  },
  open: async () => (await Readable.from(kv.list({ prefix: ['open'] })).toArray()).map(({ value }) => value),
};
