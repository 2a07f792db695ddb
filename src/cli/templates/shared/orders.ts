import { orderIdOf, type Order, type Orders } from 'pay-checkout/server';

/** Your orders. Here they are in memory; in a shop they are rows of your database. */
const all = new Map<string, Order>();

export function addOrder(order: Order): void {
  all.set(order.id, order);
}

export const orders: Orders = {
  get: async (id) => all.get(id),
  // Which order this request may pay is your own check: a session, or a number that nobody can guess.
  find: (request) => orders.get(orderIdOf(request) ?? ''),
};
