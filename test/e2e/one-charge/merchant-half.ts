import { memoryStore } from '../../../src/entries/stores/memory.js';
import { createCheckout, createPayClient, memoryOrders } from '../../../src/server/index.js';
import type { FlakyProxy } from './proxy.js';
import type { Shop } from './shop.js';

/** The merchant's half as the package ships it, over a database that outlives it. */
export function openMerchantHalf(shop: Shop, service: string, proxy: FlakyProxy) {
  const list = [...shop.orders.values()].map(({ id }) => ({
    id,
    amount: 10_000,
    currency: 'SAR',
    description: id,
    callbackUrl: `${shop.url}/back?order=${id}`,
  }));
  const orders = memoryOrders(list, (request) => new URL(request.url).pathname.split('/')[2]);
  // Orders come while the shop is open.
  const known = (id: string | undefined) => {
    const order = id === undefined ? undefined : shop.orders.get(id);
    if (order && !list.some((listed) => listed.id === id))
      list.push({
        id: order.id,
        amount: 10_000,
        currency: 'SAR',
        description: order.id,
        callbackUrl: `${shop.url}/back?order=${order.id}`,
      });
  };
  const store = memoryStore();
  const client = createPayClient({
    secretKey: 'sk_test_sandbox',
    baseUrl: service,
    fetch: async (input, init) => {
      const url = String(input);
      const sent = proxy.sent.find(({ givenId }) => givenId !== '' && url.includes(givenId));
      const order = shop.orders.get(shop.secrets.get(sent?.secret ?? '') ?? '');
      if (sent && order && Date.now() - sent.at < order.lag)
        return Response.json(
          { type: 'record_not_found', message: 'Object not found', errors: null },
          { status: 404 },
        );
      return fetch(input, init);
    },
  });
  return {
    restart: () =>
      createCheckout({
        client,
        store,
        orders: {
          ...orders,
          find: (request: Request) => {
            known(new URL(request.url).pathname.split('/')[2]);
            return orders.find(request);
          },
        },
      }),
  };
}
