import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { readDelivery, type Delivery, type PayClient } from 'pay-checkout/server';
import type { Deliveries } from './deliveries.js';
import type { Orders } from './orders.js';
import { judge, unlessMissing } from './settle.js';

interface Receiver {
  readonly client: PayClient;
  readonly orders: Orders;
  readonly deliveries: Deliveries;
  readonly secret: string;
}

/**
 * Where the service tells what became of a payment, also of one whose payer never comes back. 2xx is for "dealt with";
 * after anything else the service sends the message again later.
 */
export function webhook({ client, orders, deliveries, secret }: Receiver): Hono {
  const app = new Hono();
  app.use(bodyLimit({ maxSize: 1_000_000, onError: (c) => c.json({ message: 'Too large.' }, 413) }));
  app.post('/', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null) return c.json({ message: 'Not a message.' }, 400);
    const delivery = verify(body, secret);
    if (!delivery) return c.json({ message: 'Not a message of the payment service.' }, 401);
    deliveries.keep(delivery, body);
    if (!orders.hasHeard(delivery.id)) await hear(client, orders, delivery);
    orders.hear(delivery.id);
    return c.body(null, 204);
  });
  return app;
}

function verify(body: object, secret: string): Delivery | undefined {
  try {
    return readDelivery(body, secret);
  } catch {
    return undefined;
  }
}

/**
 * A message is a hint which payment to look at. How that stands is asked from the service, as when a payer returns:
 * messages come late and in any order, and what is asked now is never older than what has been written down.
 */
async function hear(client: PayClient, orders: Orders, delivery: Delivery): Promise<void> {
  switch (delivery.type) {
    case 'payment_paid':
    case 'payment_captured':
    case 'payment_failed':
    case 'payment_voided':
    case 'payment_refunded': {
      const payment = await client.retrievePayment(delivery.data.id).catch(unlessMissing);
      // The secret key has fixed the callback_url, and each is one order's. Another one is for another business.
      const order = payment && orders.orderFor(payment.callback_url ?? '');
      if (!order) return;
      // The page's own announcement may have been lost.
      orders.announce(order.id, payment.id);
      judge(orders, order, payment);
      return;
    }
    default:
      return;
  }
}

/**
 * Asks for the messages, with a secret of this start. Registrations of earlier starts go: their secret is forgotten.
 * What was on its way to them is lost: orders whose payer had announced the payment find out when they are looked at.
 */
export async function register(client: PayClient, url: string, secret: string): Promise<void> {
  const { webhooks } = await client.listWebhooks();
  await client.registerWebhook({
    url,
    shared_secret: secret,
    events: ['payment_paid', 'payment_captured', 'payment_failed', 'payment_voided', 'payment_refunded'],
  });
  for (const { id, url: other } of webhooks) if (other === url) await client.deleteWebhook(id);
}
