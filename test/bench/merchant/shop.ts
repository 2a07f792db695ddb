import assert from 'node:assert/strict';
import type { CheckoutOptions, Order, Verdict } from '../../../src/entries/server.js';
import type { Store } from '../../../src/server/stores/store.js';
import { createCheckout, createPayClient } from './built.js';
import type { FakeService } from './fake-service.js';

export const buildOrder = (id: string): Order => ({
  ...{ id, amount: 10_000, currency: 'SAR', callbackUrl: 'https://shop.example/back?lang=en' },
});

interface Options {
  readonly store: Store;
  readonly service: { fetch(url: string, init: RequestInit): Response | Promise<Response> };
  readonly more?: Partial<CheckoutOptions>;
}

/** A checkout of which the order is named in the address. Anything that goes wrong unseen ends the measurement. */
export function openShop({ store, service, more }: Options) {
  const verdicts = new Map<Verdict, number>();
  const errors: unknown[] = [];
  const checkout = createCheckout({
    client: createPayClient({
      secretKey: 'sk_test_bench',
      baseUrl: 'https://service.example/v1',
      fetch: (url, init) => service.fetch(url, init),
    }),
    orders: {
      find: async (request) => buildOrder(new URL(request.url).pathname.split('/')[2] ?? ''),
      get: async (id) => buildOrder(id),
    },
    store,
    onSettled: ({ verdict }) => void verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1),
    onError: (error) => void errors.push(error),
    ...more,
  });
  const post = async (orderId: string, action: string, body?: object) =>
    checkout.fetch(
      new Request(`https://shop.example/checkout/${orderId}/${action}`, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  return {
    checkout,
    verdicts,
    errors,
    async requestIntent(orderId: string) {
      const response = await post(orderId, 'intent');
      assert.equal(response.status, 201);
      return (await response.json()) as { readonly id: string };
    },
    async announce(orderId: string, paymentId: string) {
      assert.equal((await post(orderId, 'attempt', { payment_id: paymentId })).status, 204);
    },
    async settle(orderId: string, paymentId: string) {
      const settlement = await checkout.settle(paymentId);
      assert.deepEqual([settlement.orderId, settlement.verdict], [orderId, 'paid']);
    },
    /** So many orders were told as paid, once each, and nothing went wrong behind an answer. */
    expectPaid(count: number) {
      assert.deepEqual(errors, []);
      assert.deepEqual([...verdicts], [['paid', count]]);
    },
  };
}

export type Shop = ReturnType<typeof openShop>;

/** A whole purchase through the merchant's half: the intent, the announcement, the card, and the way back. */
export async function buy(shop: Shop, service: FakeService, orderId: string): Promise<void> {
  const { id } = await shop.requestIntent(orderId);
  const paymentId = crypto.randomUUID();
  await shop.announce(orderId, paymentId);
  service.pay(id, paymentId);
  await shop.settle(orderId, paymentId);
}
