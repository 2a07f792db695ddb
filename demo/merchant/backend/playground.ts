import { Hono } from 'hono';
import { PayError, type PayClient } from 'pay-checkout/server';
import { testCards } from 'pay-checkout/testing';
import type { Deliveries } from './deliveries.js';
import { paymentView } from './payment-view.js';

interface Playground {
  readonly client: PayClient;
  readonly deliveries: Deliveries;
  readonly checkout: { readonly baseUrl: string; readonly publishableKey: string };
}

/** Where a payer may come back to: the playground, and the form on the front door. */
const pages = ['/demo/merchant/playground.html', '/'];
const currencies = ['SAR', 'AED', 'EUR', 'USD', 'JPY', 'KWD'];
const highest = 99_999_999;

/** The payments of these pages. Those of the shop's customers are theirs. */
const isOwn = (callbackUrl: unknown) =>
  typeof callbackUrl === 'string' &&
  URL.canParse(callbackUrl) &&
  pages.includes(new URL(callbackUrl).pathname);

/**
 * What the playground asks. Nothing is sold there, so the page may say the amount; a real shop reads it from its own
 * database, as the one for orders does.
 */
export function playground({ client, deliveries, checkout }: Playground): Hono {
  const app = new Hono();
  app.get('/', (c) => c.json({ checkout, currencies, cards: testCards }));

  app.post('/intent', async (c) => {
    const amount = Number(c.req.query('amount'));
    const currency = c.req.query('currency') ?? '';
    const [playground = '', door = ''] = pages;
    if (!Number.isInteger(amount) || amount < 100 || amount > highest || !currencies.includes(currency))
      return c.json({ message: 'Which amount, and in which currency?' }, 400);
    const intent = await client.createPaymentIntent({
      amount,
      currency,
      description: 'Playground',
      callback_url: new URL(c.req.query('page') === 'door' ? door : playground, c.req.url).href,
    });
    const { id, client_secret, expires_at } = intent;
    return c.json({ id, client_secret, amount: intent.amount, currency: intent.currency, expires_at }, 201);
  });

  app.get('/status', async (c) => {
    const id = c.req.query('id') ?? '';
    const payment = /^[\da-f-]{36}$/i.test(id) && (await client.retrievePayment(id).catch(unlessMissing));
    return payment && isOwn(payment.callback_url)
      ? c.json(paymentView(payment))
      : c.json({ message: 'There is no such payment.' }, 404);
  });

  app.get('/webhooks', (c) => c.json(deliveries.about(c.req.query('payment') ?? '', isOwn)));
  return app;
}

/** What the service does not know is undefined, every other failure stays one. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PayError && (error.status === 404 || error.code === 'configuration'))) throw error;
}
