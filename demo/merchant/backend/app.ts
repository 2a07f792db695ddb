import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createCheckout, PayError, type Checkout, type PayClient } from 'pay-checkout/server';
import { currency } from '../products.js';
import { price } from './basket.js';
import { customerOf, recognise, type Customers } from './customers.js';
import { keepDeliveries } from './deliveries.js';
import { checkoutPage } from './checkout-page.js';
import { besideScript, documents, files, script, documentSource } from './files.js';
import { guard } from './guard.js';
import type { ShopDatabase } from './orders.js';
import { playground } from './playground.js';
import { recordSettlement, standingOf } from './standing.js';

export interface Options {
  readonly client: PayClient;
  readonly database: ShopDatabase;
  readonly customers: Customers;
  /** What the service's messages must carry. */
  readonly webhookSecret: string;
  /** What the pages need for `<pay-checkout>`; both may be public. */
  readonly settings: { readonly baseUrl: string; readonly publishableKey: string };
}

export interface Shop {
  readonly app: Hono;
  readonly checkout: Checkout;
}

/**
 * The shop's backend. Whatever a browser says about prices or payments is not believed: prices are in the catalogue,
 * and everything about payments is left to the checkout.
 */
export function createShop({ client, database, customers, webhookSecret, settings }: Options): Shop {
  const checkout = createCheckout({
    client,
    orders: database.orders,
    store: database.store,
    sharedSecret: webhookSecret,
    refundDuplicates: true,
    async onSettled(settlement) {
      recordSettlement(database, settlement);
      const { orderId, payment, verdict } = settlement;
      if (verdict === 'paid' || verdict === 'authorized') await customers.keepCard(client, orderId, payment);
    },
    onError: console.error,
  });
  const app = new Hono();
  const deliveries = keepDeliveries();
  app.use(guard(new URL(settings.baseUrl).origin));
  app.post('/api/webhook', async (c) => {
    const copy = c.req.raw.clone();
    const answer = await checkout.fetch(c.req.raw);
    // The playground shows the messages that were verified.
    if (answer.ok) deliveries.keep((await copy.json()) as Record<string, unknown>);
    return answer;
  });
  app.use('/api/*', bodyLimit({ maxSize: 10_000, onError: (c) => c.json({ message: 'Too large.' }, 413) }));
  app.use('/api/*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });

  app.post('/api/orders', async (c) => {
    const basket = price((await readJson(c.req.raw))['items']);
    if (!basket) return c.json({ message: 'Which products, and how many of each?' }, 400);
    const id = crypto.randomUUID();
    const callbackUrl = new URL(`/demo/merchant/callback.html?order=${id}`, c.req.url).href;
    database.add({ id, currency, callbackUrl, ...basket });
    customers.saveBuyer(id, recognise(c));
    return c.json({ id }, 201);
  });

  app.get('/api/orders/:id', async (c) => {
    const sale = database.read(c.req.param('id'));
    if (!sale) return c.json({ message: 'There is no such order.' }, 404);
    const { id, lines, amount, currency } = sale;
    const standing = await standingOf(checkout, database, sale);
    const savedCards = customers.cardsFor(id, customerOf(c));
    return c.json({ id, lines, amount, currency, standing, savedCards, checkout: settings });
  });

  app.all('/api/orders/:id/:action', async (c) => {
    const answer = await checkout.fetch(c.req.raw);
    if (c.req.param('action') === 'intent' && answer.ok)
      database.saveAttempt(c.req.param('id'), String((await readJson(answer.clone()))['payment_id']));
    return answer;
  });

  app.route('/api/playground', playground({ client, deliveries, checkout: settings }));
  app.all('/api/*', (c) => c.json({ message: 'There is nothing here.' }, 404));
  app.get('/pay-checkout.js', script);
  for (const path of ['/pay-framed.js', '/pay-methods.js', '/pay-result.js', '/languages/*'])
    app.get(path, besideScript);
  app.get('/docs', (c) => c.redirect('/docs/index.html'));
  app.get('/docs/*', documents);
  app.get('/docs/*', documentSource);
  app.get('/demo/merchant/checkout.html', checkoutPage({ checkout, database, settings }));
  app.get('*', files);
  app.onError(failed);
  return { app, checkout };
}

function failed(error: Error, c: Context): Response {
  console.error(error);
  return error instanceof PayError
    ? c.json({ message: 'The payment service does not answer.' }, 503)
    : c.json({ message: 'Something went wrong.' }, 500);
}

async function readJson(request: Request | Response): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
