import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listener, openShop, type Shop } from './shop.js';

const declined = '4242424242424242';

describe("the documents' answer to a payer who is back", () => {
  type Settle = (paymentId: string) => Promise<{ status: string }>;
  const settle = async ({ load }: Shop, id: string) =>
    ((await load('settle.ts')) as { settle: Settle }).settle(id);

  it('marks the order that a payment pays for', async (t) => {
    const shop = await openShop(t);
    const { id } = await shop.payment();
    assert.equal((await settle(shop, id)).status, 'paid');
    assert.equal(shop.order.paidBy, id);
  });

  it('marks it once', async (t) => {
    const shop = await openShop(t);
    const [first, second] = [await shop.payment(), await shop.payment()];
    await settle(shop, first.id);
    await settle(shop, second.id);
    await settle(shop, first.id);
    assert.equal(shop.order.paidBy, first.id);
  });

  const others: [title: string, card: string | undefined, intent: object][] = [
    ['that was declined', declined, {}],
    ['of another amount', undefined, { amount: 9999 }],
    ['in another currency', undefined, { currency: 'USD' }],
    ['for something else', undefined, { callback_url: 'https://other.example/back?order=7' }],
    ['for nothing in particular', undefined, { callback_url: 'https://other.example/' }],
  ];
  for (const [title, card, intent] of others) {
    it(`marks nothing for a payment ${title}`, async (t) => {
      const shop = await openShop(t);
      const { id } = await shop.payment(card, intent);
      await settle(shop, id);
      assert.equal(shop.order.paidBy, undefined);
    });
  }

  it('rejects for a payment that is not there', async (t) => {
    const shop = await openShop(t);
    await assert.rejects(settle(shop, crypto.randomUUID()), { code: 'api', status: 404 });
  });
});

describe("the documents' `status-url`", () => {
  const open = async (t: Parameters<typeof openShop>[0]) => {
    const shop = await openShop(t);
    const { GET } = (await shop.load('status.ts')) as { GET: (request: Request) => Promise<Response> };
    shop.serve(listener(GET));
    return { shop, ask: (id: string) => fetch(`${shop.url}/payments/status?id=${id}`) };
  };

  it('tells what the tags need, and neither the card nor the payer', async (t) => {
    const { shop, ask } = await open(t);
    const { id } = await shop.payment();
    const answer = await ask(id);
    assert.equal(answer.status, 200);
    const { source, ...payment } = (await answer.json()) as { source: object };
    const { amount, currency, callbackUrl: callback_url } = shop.order;
    assert.deepEqual(payment, { id, status: 'paid', amount, currency, callback_url });
    assert.deepEqual(source, {
      type: 'creditcard',
      company: 'visa',
      message: 'APPROVED',
      transaction_url: null,
    });
  });

  it('is 404 for a payment that is not there', async (t) => {
    const { ask } = await open(t);
    assert.equal((await ask(crypto.randomUUID())).status, 404);
  });

  it('is not 404 when the answer is not the own word of the service', async (t) => {
    const shop = await openShop(t);
    const { GET } = (await shop.load('status.ts')) as { GET: (request: Request) => Promise<Response> };
    const request = new Request(`${shop.url}/payments/status?id=${crypto.randomUUID()}`);
    t.mock.method(globalThis, 'fetch', async () => new Response('<h1>Not found</h1>', { status: 404 }));
    await assert.rejects(GET(request), { code: 'api', status: 404 });
  });
});
