import { createCheckout, createPayClient } from '../../../src/server/index.js';
import { memoryStore } from '../../../src/server/stores/memory.js';
import type { FlakyProxy } from './proxy.js';
import type { Shop } from './shop.js';

/** The merchant's half as the package ships it, over a database that outlives it. */
export function openMerchantHalf(shop: Shop, service: string, proxy: FlakyProxy) {
  const orderOf = (id: string | undefined) => {
    const order = id === undefined ? undefined : shop.orders.get(id);
    if (!order) return undefined;
    const callbackUrl = `${shop.url}/back?order=${order.id}`;
    return { id: order.id, amount: order.amount, currency: 'SAR', description: order.id, callbackUrl };
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
          find: async (request: Request) => orderOf(new URL(request.url).pathname.split('/')[2]),
          get: async (id: string) => orderOf(id),
        },
        onSettled: ({ orderId, payment, verdict }) =>
          void shop.told.push({ orderId, paymentId: payment.id, verdict }),
      }),
  };
}
