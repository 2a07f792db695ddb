import { orderIdOf, type Order, type Orders } from 'pay-checkout/server';

/** Your orders: rows of your database. Here there is one; 10000 halalas are 100.00 SAR. */
const order = (): Order => ({
  id: '7',
  amount: 10_000,
  currency: 'SAR',
  callbackUrl: `${process.env['SHOP_URL'] ?? ''}/back`,
});

export const orders: Orders = {
  get: async (id) => (id === '7' ? order() : undefined),
  // Which order this request may pay is your own check: a session, or a number that nobody can guess.
  find: (request) => orders.get(orderIdOf(request) ?? ''),
};
