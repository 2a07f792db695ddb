import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { listener, openShop, type Shop } from './shop.js';

type Route = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>;

/** How each recipe is put on the network; a Next.js router takes the id out of the path. */
const recipes: [title: string, open: (shop: Shop) => Promise<RequestListener>][] = [
  ['Express', async ({ load }) => ((await load('express-intent.ts')) as { app: RequestListener }).app],
  [
    'Hono',
    async ({ load }) => {
      const { default: app } = (await load('hono-intent.ts')) as { default: { fetch: () => Response } };
      return listener(app.fetch);
    },
  ],
  [
    'Next.js',
    async ({ load }) => {
      const { POST } = (await load('app/orders/[id]/intent/route.ts')) as { POST: Route };
      return listener((request) => {
        const id = new URL(request.url).pathname.split('/')[2] ?? '';
        return POST(request, { params: Promise.resolve({ id }) });
      });
    },
  ],
];

for (const [title, open] of recipes) {
  describe(`the documents' intent with ${title}`, () => {
    /** A page that asks, and lies about the price. */
    const ask = async (shop: Shop, id: string) => {
      shop.serve(await open(shop));
      return fetch(`${shop.url}/orders/${id}/intent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 100, currency: 'KWD' }),
      });
    };

    it("is at the service, with the shop's price", async (t) => {
      const shop = await openShop(t);
      const answer = await ask(shop, '7');
      assert.equal(answer.status, 201);
      const intent = (await answer.json()) as { id: string; client_secret: string };
      const { amount, currency, callback_url, client_secret } = await shop.pay.retrievePaymentIntent(
        intent.id,
      );
      assert.deepEqual(
        { amount, currency, callbackUrl: callback_url, client_secret },
        { ...shop.order, client_secret: intent.client_secret },
      );
    });

    it('is not made for an order that is not there', async (t) => {
      assert.equal((await ask(await openShop(t), '8')).status, 404);
    });

    it('is not made for an order that is paid', async (t) => {
      const shop = await openShop(t);
      Object.assign(shop.order, { paidBy: 'a payment' });
      assert.equal((await ask(shop, '7')).status, 404);
    });
  });
}

describe("the documents' intent with plain fetch", () => {
  type Create = (order: object) => Promise<{ id: string; client_secret: string }>;
  const create = async ({ load }: Shop) => (await load('plain-intent.ts')) as { createIntent: Create };

  it('is at the service, and can be paid', async (t) => {
    const shop = await openShop(t);
    const { createIntent } = await create(shop);
    const { id, client_secret: secret } = await createIntent(shop.order);
    const { amount, currency, callback_url: callbackUrl } = await shop.pay.retrievePaymentIntent(id);
    assert.deepEqual({ amount, currency, callbackUrl }, shop.order);
    assert.equal((await shop.service.pay({ secret })).status, 'paid');
  });

  it('rejects when the service refuses', async (t) => {
    const shop = await openShop(t);
    const { createIntent } = await create(shop);
    await assert.rejects(createIntent({ ...shop.order, amount: 99 }), /answered 400/);
  });
});
