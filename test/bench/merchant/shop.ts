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
  return {
    checkout,
    verdicts,
    errors,
    async requestIntent(orderId: string) {
      const response = await checkout.fetch(
        new Request(`https://shop.example/checkout/${orderId}/intent`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      );
      assert.equal(response.status, 201);
      return (await response.json()) as { readonly id: string; readonly payment_id: string };
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

/** A whole purchase through the merchant's half: the intent, the card, and the return page. */
export async function buy(shop: Shop, service: FakeService, orderId: string): Promise<void> {
  const { id, payment_id: paymentId } = await shop.requestIntent(orderId);
  service.pay(id, paymentId);
  await shop.settle(orderId, paymentId);
}
