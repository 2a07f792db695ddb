import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it, test, type TestContext } from 'node:test';
import express from 'express';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { challenged } from '../server/payer.js';
import { listener, openShop, webhookSecret, type Handler, type Shop } from './shop.js';

/** Each recipe of the documents in the documents' own shop, over HTTP where it answers requests. */
type Open = (shop: Shop) => Promise<RequestListener>;
type Recipes = readonly (readonly [title: string, open: Open])[];

const expressApp =
  (file: string): Open =>
  async ({ load }) =>
    ((await load(file)) as { app: express.Express }).app;
const honoApp =
  (file: string): Open =>
  async ({ load }) =>
    listener(((await load(file)) as { default: { fetch: Handler } }).default.fetch);

async function openWith(t: TestContext, open: Open): Promise<Shop> {
  const shop = await openShop(t);
  shop.serve(await open(shop));
  return shop;
}

const post = (shop: Shop, path: string, body: object) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

type Route = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>;
const intents: Recipes = [
  ['Express', expressApp('express-intent.ts')],
  ['Hono', honoApp('hono-intent.ts')],
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

for (const [title, open] of intents) {
  describe(`the documents' intent with ${title}`, () => {
    /** A page that asks, and lies about the price. */
    const ask = (shop: Shop, id: string) =>
      post(shop, `/orders/${id}/intent`, { amount: 100, currency: 'KWD' });

    it("is at the service, with the shop's price", async (t) => {
      const shop = await openWith(t, open);
      const answer = await ask(shop, '7');
      assert.equal(answer.status, 201);
      const { id, client_secret: secret } = (await answer.json()) as { id: string; client_secret: string };
      const found = await shop.pay.retrievePaymentIntent(id);
      const { amount, currency, callback_url: callbackUrl } = found;
      assert.deepEqual({ amount, currency, callbackUrl }, shop.order);
      assert.equal(found.client_secret, secret);
    });

    it('is not made for an order that is not there', async (t) => {
      assert.equal((await ask(await openWith(t, open), '8')).status, 404);
    });

    it('is not made for an order that is paid', async (t) => {
      const shop = await openWith(t, open);
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
    for (const { id } of [first, second, first]) await settle(shop, id);
    assert.equal(shop.order.paidBy, first.id);
  });

  const others: [title: string, card: string | undefined, intent: object][] = [
    ['that was declined', '4242424242424242', {}],
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
  const loadStatus = async ({ load }: Shop) => ((await load('status.ts')) as { GET: Handler }).GET;
  const ask = async (t: TestContext, choose: (shop: Shop) => Promise<string>) => {
    const shop = await openWith(t, async (shop) => listener(await loadStatus(shop)));
    const id = await choose(shop);
    return { shop, id, answer: await fetch(`${shop.url}/payments/status?id=${id}`) };
  };

  it('tells what the tags need, and neither the card nor the payer', async (t) => {
    const { shop, id, answer } = await ask(t, async (shop) => (await shop.payment()).id);
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
    assert.equal((await ask(t, async () => crypto.randomUUID())).answer.status, 404);
  });

  it('is not 404 when the answer is not the own word of the service', async (t) => {
    const shop = await openShop(t);
    const GET = await loadStatus(shop);
    const request = new Request(`${shop.url}/payments/status?id=${crypto.randomUUID()}`);
    t.mock.method(globalThis, 'fetch', async () => new Response('<h1>Not found</h1>', { status: 404 }));
    await assert.rejects(async () => GET(request), { code: 'api', status: 404 });
  });
});

const receivers: Recipes = [
  ['Express', expressApp('express-webhook.ts')],
  [
    'Express, after its JSON parser',
    async (shop) => express().use(express.json(), await expressApp('express-webhook.ts')(shop)),
  ],
  ['Hono', honoApp('hono-webhook.ts')],
  [
    'a Request and a Response',
    async ({ load }) => listener(((await load('app/webhook/route.ts')) as { POST: Handler }).POST),
  ],
];

for (const [title, open] of receivers) {
  describe(`the documents' webhook with ${title}`, () => {
    const send = async (shop: Shop, data: object, secret = webhookSecret) => {
      const message = { id: 'm1', type: 'payment_paid', secret_token: secret, data };
      return (await post(shop, '/webhook', message)).status;
    };

    it('marks the order of a payer who never comes back', async (t) => {
      const shop = await openWith(t, open);
      await shop.load('register.ts');
      const { id } = await shop.payment();
      await shop.delivered();
      assert.equal(shop.order.paidBy, id);
    });

    it('refuses a message with another secret, and marks nothing', async (t) => {
      const shop = await openWith(t, open);
      const data = await shop.payment();
      assert.equal(await send(shop, data, 'a guess'), 400);
      assert.equal(await shop.questions(data.id), 0);
      assert.equal(shop.order.paidBy, undefined);
    });

    it('wants a message again while the service does not show yet what it says', async (t) => {
      const shop = await openWith(t, open);
      const data = await shop.payment(challenged);
      assert.equal(await send(shop, data), 503);
      await shop.service.answer(data.source.transaction_url, 'authenticated');
      assert.equal(await send(shop, data), 204);
      assert.equal(shop.order.paidBy, data.id);
    });

    it('takes a message twice, and asks once', async (t) => {
      const shop = await openWith(t, open);
      const data = await shop.payment();
      assert.deepEqual([await send(shop, data), await send(shop, data)], [204, 204]);
      assert.equal(await shop.questions(data.id), 1);
      assert.equal(shop.order.paidBy, data.id);
    });
  });
}

test('the page of the document has the form in it, with the order’s amount', async (t) => {
  const { load, order } = await openShop(t);
  type Page = (order: object) => string;
  const { checkoutPage } = (await load('checkout-page.ts')) as { checkoutPage: Page };
  assert.match(
    checkoutPage({ id: '7', amount: order.amount, currency: 'SAR' }),
    /<pay-checkout [^>]*>\s*<template shadowrootmode="open">[^]*100\.00[^]*<\/template>\s*<\/pay-checkout>/,
  );
});

test('a sandbox of one’s own can be opened in code, and takes a client', async (t) => {
  const { load } = await openShop(t);
  type Opened = { baseUrl: string; close: () => Promise<void> };
  const { openSandbox } = (await load('own-sandbox.ts')) as { openSandbox: () => Promise<Opened> };
  const { baseUrl, close } = await openSandbox();
  t.after(close);
  const { status } = await createPayClient({ secretKey, baseUrl }).createPaymentIntent({ amount: 100 });
  assert.equal(status, 'created');
});
