import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { PayError, type PayClient } from 'pay-checkout/server';
import { currency } from '../products.js';
import { price } from './basket.js';
import { keepDeliveries } from './deliveries.js';
import { files, languages, script } from './files.js';
import { guard } from './guard.js';
import { intentFor } from './intent.js';
import type { Order, Orders } from './orders.js';
import { paymentView } from './payment-view.js';
import { playground } from './playground.js';
import { oneAtATime } from './queue.js';
import { settle, unlessMissing } from './settle.js';
import { webhook } from './webhook.js';

export interface Shop {
  readonly client: PayClient;
  readonly orders: Orders;
  /** What the service's messages must carry. */
  readonly webhookSecret: string;
  /** What the pages need for `<pay-checkout>`; both may be public. */
  readonly checkout: { readonly baseUrl: string; readonly publishableKey: string };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The shop's backend. An order's id is the ticket to it: nobody can guess one. Whatever a browser says about prices or
 * payments is not believed; prices are in the catalogue, and payments are asked from the service.
 */
export function createShop({ client, orders, webhookSecret, checkout }: Shop): Hono {
  const app = new Hono();
  const deliveries = keepDeliveries();
  app.use(guard(new URL(checkout.baseUrl).origin));
  // Before the limits for browsers: a message holds a whole payment, with whatever metadata it has.
  app.route('/api/webhook', webhook({ client, orders, deliveries, secret: webhookSecret }));
  app.use('/api/*', bodyLimit({ maxSize: 10_000, onError: (c) => c.json({ message: 'Too large.' }, 413) }));
  app.use('/api/*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });

  app.post('/api/orders', async (c) => {
    const basket = price((await readJson(c))['items']);
    if (!basket) return c.json({ message: 'Which products, and how many of each?' }, 400);
    const id = crypto.randomUUID();
    orders.add({ id, currency, ...basket });
    return c.json({ id }, 201);
  });

  const withOrder = async (c: Context, then: (order: Order) => Promise<Response>) => {
    const order = orders.find(c.req.param('id') ?? '');
    return order ? then(order) : c.json({ message: 'There is no such order.' }, 404);
  };

  app.get('/api/orders/:id', (c) =>
    withOrder(c, async (order) => {
      const { id, lines, amount, currency } = order;
      return c.json({ id, lines, amount, currency, standing: await settle(client, orders, order), checkout });
    }),
  );

  app.post('/api/orders/:id/intent', (c) =>
    withOrder(c, (order) =>
      oneAtATime(order.id, async () => {
        const callbackPage = new URL('/demo/merchant/callback.html', c.req.url).href;
        const answer = await intentFor(client, orders, order, callbackPage);
        if (answer.kind === 'refused') return c.json({ message: `This order is ${answer.reason}.` }, 409);
        const { id, client_secret, amount, currency, expires_at } = answer.intent;
        return c.json({ id, client_secret, amount, currency, expires_at }, 201);
      }),
    ),
  );

  app.post('/api/orders/:id/attempts', (c) =>
    withOrder(c, async (order) => {
      const { paymentId } = await readJson(c);
      if (typeof paymentId !== 'string' || !uuid.test(paymentId))
        return c.json({ message: 'Which payment?' }, 400);
      if (!orders.announce(order.id, paymentId))
        return c.json({ message: 'It belongs to another order.' }, 409);
      return c.body(null, 204);
    }),
  );

  app.get('/api/payments/status', async (c) => {
    const paymentId = c.req.query('id') ?? '';
    const order = orders.orderOf(paymentId);
    const payment = order && (await client.retrievePayment(paymentId).catch(unlessMissing));
    if (!payment || !orders.intents(order.id).some(({ callbackUrl }) => callbackUrl === payment.callback_url))
      return c.json({ message: 'There is no such payment.' }, 404);
    return c.json(paymentView(payment));
  });

  app.route('/api/playground', playground({ client, deliveries, checkout }));
  app.all('/api/*', (c) => c.json({ message: 'There is nothing here.' }, 404));
  app.get('/pay-checkout.js', script);
  app.get('/languages/*', languages);
  app.get('*', files);

  app.onError((error, c) => {
    console.error(error);
    return error instanceof PayError
      ? c.json({ message: 'The payment service does not answer.' }, 503)
      : c.json({ message: 'Something went wrong.' }, 500);
  });
  return app;
}

async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
