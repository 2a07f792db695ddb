import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import express from 'express';
import { challenged } from '../server/payer.js';
import { listener, openShop, webhookSecret, type Shop } from './shop.js';

const loadExpress = async ({ load }: Shop) =>
  ((await load('express-webhook.ts')) as { app: express.Express }).app;

const receivers: [title: string, open: (shop: Shop) => Promise<RequestListener>][] = [
  ['Express', loadExpress],
  ['Express, after its JSON parser', async (shop) => express().use(express.json(), await loadExpress(shop))],
  [
    'Hono',
    async ({ load }) => {
      const { default: app } = (await load('hono-webhook.ts')) as { default: { fetch: () => Response } };
      return listener(app.fetch);
    },
  ],
  [
    'a Request and a Response',
    async ({ load }) => {
      const { POST } = (await load('app/webhook/route.ts')) as { POST: () => Promise<Response> };
      return listener(POST);
    },
  ],
];

for (const [title, open] of receivers) {
  describe(`the documents' webhook with ${title}`, () => {
    const post = (shop: Shop, message: object) =>
      fetch(`${shop.url}/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      });

    it('marks the order of a payer who never comes back', async (t) => {
      const shop = await openShop(t);
      shop.serve(await open(shop));
      await shop.load('register.ts');
      const { id } = await shop.payment();
      await shop.delivered();
      assert.equal(shop.order.paidBy, id);
    });

    it('refuses a message with another secret, and marks nothing', async (t) => {
      const shop = await openShop(t);
      shop.serve(await open(shop));
      const data = await shop.payment();
      const forged = { id: 'm1', type: 'payment_paid', secret_token: 'a guess', data };
      assert.equal((await post(shop, forged)).status, 400);
      assert.equal(await shop.questions(data.id), 0);
      assert.equal(shop.order.paidBy, undefined);
    });

    it('wants a message again while the service does not show yet what it says', async (t) => {
      const shop = await openShop(t);
      shop.serve(await open(shop));
      const data = await shop.payment(challenged);
      const message = { id: 'm1', type: 'payment_paid', secret_token: webhookSecret, data };
      assert.equal((await post(shop, message)).status, 503);
      await shop.service.answer(data.source.transaction_url, 'authenticated');
      assert.equal((await post(shop, message)).status, 204);
      assert.equal(shop.order.paidBy, data.id);
    });

    it('takes a message twice, and asks once', async (t) => {
      const shop = await openShop(t);
      shop.serve(await open(shop));
      const data = await shop.payment();
      const message = { id: 'm1', type: 'payment_paid', secret_token: webhookSecret, data };
      assert.equal((await post(shop, message)).status, 204);
      assert.equal((await post(shop, message)).status, 204);
      assert.equal(await shop.questions(data.id), 1);
      assert.equal(shop.order.paidBy, data.id);
    });
  });
}
