import { PayError, type PayClient } from 'pay-checkout/server';
import type { PaymentIntent } from 'pay-checkout/wire';
import type { Order, Orders } from './orders.js';
import { settle } from './settle.js';

/** Whether an order can be paid now, and if so, with which intent. */
export type IntentAnswer =
  | { readonly kind: 'intent'; readonly intent: PaymentIntent }
  | { readonly kind: 'refused'; readonly reason: 'paid' | 'pending' | 'refunded' };

/**
 * A new intent for an order. The one before is taken out of use first, so at no time can an order be paid twice; and
 * while it is not known what became of that one, there is no new one.
 */
export async function intentFor(
  client: PayClient,
  orders: Orders,
  order: Order,
  callbackPage: string,
): Promise<IntentAnswer> {
  const { status } = await settle(client, orders, order);
  if (status === 'paid' || status === 'pending' || status === 'refunded')
    return { kind: 'refused', reason: status };
  const made = orders.intents(order.id);
  const last = made.at(-1);
  if (last && !(await retire(client, orders, order, last.id))) return { kind: 'refused', reason: 'pending' };
  const callbackUrl = `${callbackPage}?order=${order.id}&attempt=${made.length + 1}`;
  const intent = await client.createPaymentIntent({
    amount: order.amount,
    currency: order.currency,
    description: `Order ${order.id}`,
    callback_url: callbackUrl,
  });
  orders.addIntent(order.id, { id: intent.id, callbackUrl });
  return { kind: 'intent', intent };
}

/** Cancels an intent. False when it has been used, and nobody knows yet how that ended. */
async function retire(client: PayClient, orders: Orders, order: Order, id: string): Promise<boolean> {
  try {
    await client.cancelPaymentIntent(id);
    return true;
  } catch (error) {
    if (error instanceof PayError && error.status === 404) return true;
    if (!(error instanceof PayError && error.status === 400)) throw error;
  }
  const { status } = await client.retrievePaymentIntent(id);
  // Unused, and yet not to be canceled: it has expired.
  if (status === 'created' || status === 'canceled') return true;
  return orders.attempts(order.id).some(({ intentId, declined }) => intentId === id && declined !== null);
}
