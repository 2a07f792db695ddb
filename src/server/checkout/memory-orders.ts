import type { Order, Orders } from './order.js';

/**
 * Orders in this process's memory, for tests. `memoryStore()` keeps the checkout's records likewise.
 *
 * @param find The id of the order that a request is about; undefined when the caller may pay none.
 */
export function memoryOrders(
  orders: readonly Order[],
  find: (request: Request) => string | undefined,
): Orders {
  const get = (id: string | undefined) => orders.find((order) => order.id === id);
  return {
    find: async (request) => get(find(request)),
    get: async (id) => get(id),
  };
}
