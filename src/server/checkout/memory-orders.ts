import type { Order, Orders } from './order.js';

/**
 * Orders in this process's memory, for tests.
 *
 * @param find The id of the order that a request is about; undefined when the caller may pay none.
 */
export function memoryOrders(
  orders: readonly Order[],
  find: (request: Request) => string | undefined,
): Orders {
  const stored = new Map<string, { readonly record: string; readonly version: number }>();
  const get = (id: string | undefined) => orders.find((order) => order.id === id);
  return {
    find: async (request) => get(find(request)),
    get: async (id) => get(id),
    load: async (id) => stored.get(id),
    async save(id, record, version) {
      if ((stored.get(id)?.version ?? 0) !== version - 1) return false;
      stored.set(id, { record, version });
      return true;
    },
    open: async () =>
      [...stored]
        .filter(([, { record }]) => (JSON.parse(record) as { open: boolean }).open)
        .map(([id]) => id),
  };
}
