import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { before, describe, it, type TestContext } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import type Database from 'libsql';
import type { Pool } from 'pg';
import { secretKey } from '../../src/sandbox/index.js';
import {
  createCheckout,
  createPayClient,
  type Checkout,
  type Orders,
  type Store,
} from '../../src/server/index.js';
import { listen } from '../listen.js';
import { engines, startEngine, stopEngines } from './stores/engines.js';
import { approvedAtOnce, challenged, openService, poor } from './payer.js';

type Handler = (request: Request) => Response | Promise<Response>;
const webhookSecret = 'whsec_of_the_recipes';
const folder = new URL('../../demo/recipes/', import.meta.url);
const recipe = <T>(file: string) => import(new URL(file, folder).href) as Promise<T>;

/** The recipes read their settings when they are loaded, so one service serves them all. */
let service: Awaited<ReturnType<typeof openService>>;
let ended: (() => Promise<void>)[] = [];
before(async () => {
  ended = [];
  service = await openService({ after: (end: () => Promise<void>) => ended.push(end) } as never);
  process.env['PAY_SECRET_KEY'] = secretKey;
  process.env['PAY_BASE_URL'] = service.baseUrl;
  process.env['PAY_WEBHOOK_SECRET'] = webhookSecret;
  process.env['DATABASE'] = ':memory:';
  // The sweep of a shop goes on for ever; the one of this test must not keep it running.
  const { setInterval: repeat } = globalThis;
  globalThis.setInterval = ((...values: Parameters<typeof repeat>) => repeat(...values).unref()) as never;
});

const serve = (t: TestContext, fetch: Handler) => {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  return listen(t, (request, response) => void listener(request, response));
};

/** The orders of the recipes, in a table of SQLite. */
const sqlite = () =>
  recipe<{ db: InstanceType<typeof Database>; orders: Orders; store: Store }>('orders-sql.ts');
const theCheckout = async () => (await recipe<{ checkout: Checkout }>('checkout.ts')).checkout;

/** A row in the table of the recipe. */
async function addOrder(callbackUrl = 'https://shop.example/back', id: string = crypto.randomUUID()) {
  const { db } = await sqlite();
  const insert = db.prepare(
    "INSERT INTO orders (id, amount, currency, callbackUrl) VALUES (?, 10000, 'SAR', ?)",
  );
  insert.run(id, callbackUrl);
  return id;
}

interface Pair {
  readonly client_secret: string;
  readonly payment_id: string;
}
const headers = { 'content-type': 'application/json' };
const askIntent = (checkout: Checkout, id: string) =>
  checkout.fetch(new Request(`https://shop.example/checkout/${id}/intent`, { method: 'POST', headers }));

/** Pays in a page, and settles. */
async function payInPage(checkout: Checkout, id: string, more: object = {}) {
  const intent = (await (await askIntent(checkout, id)).json()) as Pair;
  const { client_secret: secret, payment_id: given_id } = intent;
  await service.pay({ secret, save: true, more: { given_id, ...more } });
  return checkout.settle(given_id);
}

/** From nothing to a paid order, by HTTP, as the element and the service do it. */
async function walk(shop: string): Promise<void> {
  const id = await addOrder(`${shop}/back`);
  const post = (path: string, body?: object) =>
    fetch(`${shop}/checkout/${path}`, {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  const response = await post(`${id}/intent`);
  assert.equal(response.status, 201);
  const { client_secret: secret, payment_id: given_id } = (await response.json()) as Pair;
  const { source } = await service.pay({ secret, card: challenged, more: { given_id } });
  assert.equal((await post(`${id}/intent`)).status, 409);
  await service.answer(source.transaction_url, 'authenticated');
  const status = await fetch(`${shop}/checkout/${id}/status?id=${given_id}`);
  assert.equal(((await status.json()) as { status: string }).status, 'paid');
  const data = { id: given_id, status: 'paid' };
  const message = { id: 'm', type: 'payment_paid', secret_token: webhookSecret, data };
  assert.equal((await post('webhook', message)).status, 204);
  assert.equal((await fetch(`${shop}/checkout/${id}/refund`, { method: 'POST' })).status, 404);
  const back = await fetch(`${shop}/back?id=${given_id}`);
  assert.equal(await back.text(), `Order ${id}: paid`);
}

describe('a recipe takes an order from nothing to paid:', () => {
  it('Hono', async (t) => {
    const { app } = await recipe<{ app: { fetch: Handler } }>('hono.ts');
    await walk(await serve(t, app.fetch));
  });

  it('Express 5', async (t) => {
    const { app } = await recipe<{ app: RequestListener }>('express.ts');
    await walk(await listen(t, app));
  });

  it('Express 5, refused when a body parser has run first, so that nothing in a body is lost', async (t) => {
    const { app } = await recipe<{ app: RequestListener }>('express.ts');
    const { default: express } = await import('express');
    const shop = await listen(t, express().use(express.json(), app));
    const order = await addOrder();
    for (const [path, body] of [
      ['intent', { instead_of: crypto.randomUUID() }],
      ['webhook', { secret_token: webhookSecret }],
    ] as const) {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${shop}/checkout/${order}/${path}`, init);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /The body cannot be read\./);
    }
  });

  it('Next.js, its route handlers called as the functions that they are', async (t) => {
    type Handlers = Record<'GET' | 'POST', Handler>;
    const { GET, POST } = await recipe<Handlers>('next/app/checkout/[...path]/route.ts');
    const back = await recipe<Handlers>('next/app/back/route.ts');
    await walk(
      await serve(t, (request) => {
        if (new URL(request.url).pathname === '/back') return back.GET(request);
        return request.method === 'GET' ? GET(request) : POST(request);
      }),
    );
  });

  for (const [title, file] of [
    ['Bun', 'bun.ts'],
    ['Deno', 'deno.ts'],
  ] as const) {
    it(`${title}, its handler run on Node`, async (t) => {
      const { default: server } = await recipe<{ default: { fetch: Handler } }>(file);
      const { GET: back } = await recipe<{ GET: Handler }>('next/app/back/route.ts');
      await walk(
        await serve(t, (request) =>
          new URL(request.url).pathname === '/back' ? back(request) : server.fetch(request),
        ),
      );
    });
  }

  it('and its money is given back once for each return, or the reason is told', async () => {
    type Refund = (id: string, returnId: string, ...amount: object[]) => Promise<{ refunded: number }>;
    const { refundOrder } = await recipe<{ refundOrder: Refund }>('refund-order.ts');
    const id = await addOrder();
    assert.equal((await payInPage(await theCheckout(), id)).verdict, 'paid');
    for (const _ of [1, 2]) assert.equal((await refundOrder(id, 'r1', { amount: 200 })).refunded, 200);
    assert.equal((await refundOrder(id, 'r2')).refunded, 10_000);
    await assert.rejects(refundOrder(id, 'r3'), { code: 'configuration', message: /no payment/ });
  });

  it('and a card is kept for the customer who asked for it, and for nobody else', async () => {
    const { keepCard } = await recipe<{
      keepCard(customer: string, settlement: object): Promise<void>;
    }>('keep-card.ts');
    const { keptCards, forgetCard } = await recipe<{
      keptCards(customer: string): { token: string }[];
      forgetCard(customer: string, token: string): Promise<void>;
    }>('kept-cards.ts');
    const client = createPayClient({ secretKey, baseUrl: service.baseUrl });
    const settle = async (save: boolean, verdict: string) => {
      const callback_url = 'https://shop.example/back';
      const { client_secret: secret } = await client.createPaymentIntent({ amount: 500, callback_url });
      const { id } = await service.pay({ secret, save });
      return { orderId: 'a', verdict, payment: await client.retrievePayment(id) };
    };
    const kept = await settle(true, 'paid');
    const { token = '' } = kept.payment.source as { token?: string };
    // It may be told the same more than once.
    for (const settlement of [kept, kept, await settle(false, 'paid'), await settle(true, 'mismatch')])
      await keepCard('sara', settlement);
    assert.deepEqual(keptCards('sara'), [
      { token, company: 'visa', number: '4111-11XX-XXXX-5430', month: '12', year: '2039', name: 'Noura' },
    ]);
    // A payment by a saved card names its token too, also where somebody else has got hold of it.
    await keepCard('omar', kept);
    assert.deepEqual(
      keptCards('sara').map((card) => card.token),
      [token],
    );
    assert.deepEqual(keptCards('omar'), []);
    await forgetCard('omar', token);
    assert.equal((await client.retrieveToken(token)).status, 'active');
    await forgetCard('sara', token);
    await assert.rejects(client.retrieveToken(token), { status: 404 });
    assert.deepEqual(keptCards('sara'), []);
  });

  it('and the webhook is registered once, however often the shop starts', async () => {
    process.env['SHOP_URL'] = 'http://127.0.0.1:9';
    await recipe('register.ts');
    await recipe('register.ts?again');
    const client = createPayClient({ secretKey, baseUrl: service.baseUrl });
    const { webhooks } = await client.listWebhooks();
    assert.deepEqual(
      webhooks.map(({ url }) => url),
      ['http://127.0.0.1:9/checkout/webhook'],
    );
  });
});

/** Four requests at once get one intent, and its payment pays for the order. */
async function expectPaidOnce(id: string, { orders, store }: { orders: Orders; store: Store }) {
  const client = createPayClient({ secretKey, baseUrl: service.baseUrl });
  const checkout = createCheckout({ client, orders, store });
  const ask = () => askIntent(checkout, id);
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  const intents = (await Promise.all(answers.map((answer) => answer.json()))) as (Pair & { id: string })[];
  assert.equal(new Set(intents.map((intent) => intent.id)).size, 1);
  const { client_secret: secret, payment_id: given_id } = intents[0]!;
  await service.pay({ secret, more: { given_id } });
  const { orderId, verdict } = await checkout.settle(given_id);
  assert.deepEqual([orderId, verdict], [id, 'paid']);
  assert.equal((await ask()).status, 409);
  assert.equal(await orders.get('no such order'), undefined);
}

describe('orders in a table of SQL are found by their number in the address, and paid once:', () => {
  it('SQLite', async () => {
    await expectPaidOnce(await addOrder(), await sqlite());
  });

  const postgres = engines.find(({ name }) => name === 'PostgreSQL')!;
  it('PostgreSQL, with a `uuid` and a `bigint`', { skip: postgres.missing ?? false }, async (t) => {
    const { address } = await startEngine(postgres);
    t.after(stopEngines);
    process.env['DATABASE_URL'] = address;
    type Shop = { pool: Pool; orders: Orders; store: Store };
    const { pool, ...shop } = await recipe<Shop>('orders-postgres.ts');
    t.after(() => pool.end());
    assert.equal(pool.listenerCount('error'), 1, 'an idle connection that breaks must not end the shop');
    await pool.query(
      'CREATE TABLE orders (id uuid PRIMARY KEY, amount bigint, currency text, callback_url text)',
    );
    const id = crypto.randomUUID();
    await pool.query("INSERT INTO orders VALUES ($1, 10000, 'SAR', 'https://shop.example/back')", [id]);
    await expectPaidOnce(id, shop);
  });
});

describe('a subscription', () => {
  it('is renewed once a month by the saved card, or by the customer in the page if the card is refused', async (t) => {
    const checkout = await theCheckout();
    type Renew = (today: string, ask: (orderId: string) => unknown) => Promise<void>;
    const { renew } = await recipe<{ renew: Renew }>('renew.ts');
    const { renewed } = await recipe<{ renewed(settlement: object): void }>('subscriptions.ts');
    type Subscription = { readonly id: string; readonly paidUntil: string };
    const logged = t.mock.method(console, 'error', () => undefined);
    const { db } = await sqlite();
    const client = createPayClient({ secretKey, baseUrl: service.baseUrl });
    const insert = (id: string, token: string | null | undefined, amount: number, paidUntil: string) =>
      db
        .prepare(
          "INSERT INTO subscriptions (id, token, amount, currency, callbackUrl, day, paidUntil) VALUES (?, ?, ?, 'SAR', 'https://shop.example/back', ?, ?)",
        )
        .run(id, token, amount, Number(paidUntil.slice(-2)), paidUntil);
    /** The first payment, in the page, with `save-card="always"`. */
    const subscribe = async (id: string, card: object = {}) => {
      const source = { type: 'creditcard', name: 'N N', number: approvedAtOnce, month: '12', year: '2039' };
      const first = await payInPage(checkout, await addOrder(), {
        source: { ...source, cvc: '123', save_card: true, ...card },
      });
      renewed(first);
      insert(id, first.payment.source?.token, 10_000, '2026-06-01');
    };
    const now = new Date(String((await client.createPaymentIntent({ amount: 100 })).created_at));
    const [month, year] = [String(now.getUTCMonth() + 1), String(now.getUTCFullYear())];
    await subscribe('good');
    await subscribe('poor');
    await subscribe('changed');
    // A card without money by then.
    const { client_secret: secret } = await client.createPaymentIntent({
      ...{ amount: 100, callback_url: 'https://shop.example/back' },
    });
    const declined = await service.pay({ secret, card: poor, save: true });
    await service.answer(declined.source.transaction_url, 'authenticated');
    const { source } = await client.retrievePayment(declined.id);
    db.prepare("UPDATE subscriptions SET token = ? WHERE id = 'poor'").run(source?.token);
    await subscribe('old', { month, year });
    // The month passes: the third card expires.
    await fetch(new URL('/sandbox/clock', service.baseUrl), {
      ...{ method: 'POST', headers, body: JSON.stringify({ advance: 32 * 86_400 }) },
    });

    // A process has charged the card of before, and died; and an order that cannot be charged keeps none waiting.
    await addOrder(undefined, 'changed-2026-06-01');
    await checkout.charge('changed-2026-06-01', { token: source?.token ?? '', key: 'try 0' });
    insert('wrong', 'token_wrong', 0, '2026-06-01');

    const asked: string[] = [];
    const day = async (today: string) => {
      await renew(today, (orderId) => asked.push(orderId.split('-')[0]!));
      for (const id of ['good', 'poor', 'changed', 'old']) {
        const { payments } = await client.listPayments({ status: 'paid' });
        const own = payments.find(({ callback_url }) => callback_url?.endsWith(`pay_order=${id}-2026-06-01`));
        if (own) renewed(await checkout.settle(own.id));
      }
    };
    await day('2026-05-31');
    assert.deepEqual(asked, []);
    // A second run on one day tries nothing again, and mails nobody twice.
    for (const today of ['2026-06-01', '2026-06-01', '2026-06-02']) await day(today);
    assert.deepEqual(asked, ['poor', 'changed', 'old', 'poor', 'old']);
    assert.deepEqual(
      logged.mock.calls.map(({ arguments: [orderId] }) => orderId as string),
      Array(3).fill('wrong-2026-06-01'),
    );
    for (const id of ['poor-2026-06-01', 'old-2026-06-01']) renewed(await payInPage(checkout, id));
    await day('2026-06-03');
    assert.equal(asked.length, 5);
    insert('last', 'token_last', 10_000, '2026-01-31');
    for (const month of ['01-31', '02-28']) renewed({ orderId: `last-2026-${month}`, verdict: 'paid' });
    const rows = db.prepare('SELECT id, paidUntil FROM subscriptions ORDER BY id').all() as Subscription[];
    assert.deepEqual(
      rows.map(({ id, paidUntil }) => `${id} ${paidUntil}`),
      [
        ...['changed 2026-07-01', 'good 2026-07-01', 'last 2026-03-31', 'old 2026-07-01'],
        ...['poor 2026-07-01', 'wrong 2026-06-01'],
      ],
    );
    const { payments } = await client.listPayments({ status: 'paid' });
    const renewals = payments.filter(({ callback_url }) => callback_url?.endsWith('-2026-06-01'));
    assert.equal(renewals.length, 4);
  });
});

describe('each recipe', () => {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    it(`is short: ${file}`, () => {
      const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
      assert.deepEqual(lines.filter((line) => line !== '' && !line.startsWith('import ')).slice(15), []);
    });
  }

  it('leaves nothing running', async () => {
    for (const end of ended.reverse()) await end();
  });
});
