import { PayError, type PayClient } from 'pay-checkout/server';
import type { PaymentIntent } from 'pay-checkout/wire';
import type { Order, Orders } from './orders.js';
import { settle, unlessMissing } from './settle.js';

/** Whether an order can be paid now, and if so, with which intent. */
export type IntentAnswer =
  | { readonly kind: 'intent'; readonly intent: PaymentIntent }
  | { readonly kind: 'refused'; readonly reason: 'paid' | 'pending' };

/** Time enough to send a card: an intent with less of it left is not handed out any more. */
const margin = 60_000;

/**
 * The intent that an order is paid with: the last one as long as it is unused, else a new one, and no new one while it
 * is not known what became of an earlier one.
 */
export async function intentFor(
  client: PayClient,
  orders: Orders,
  order: Order,
  callbackPage: string,
): Promise<IntentAnswer> {
  const { status } = await settle(client, orders, order);
  if (status === 'paid' || status === 'pending') return { kind: 'refused', reason: status };
  const made = orders.intents(order.id);
  const last = made.at(-1);
  const unused = last && (await reuse(client, last.id));
  if (unused) return { kind: 'intent', intent: unused };
  if (last && !(await isDone(client, orders, order, last.id))) return { kind: 'refused', reason: 'pending' };
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

/** The intent itself while it can be paid with. One that is about to expire is taken out of use. */
async function reuse(client: PayClient, id: string): Promise<PaymentIntent | undefined> {
  const intent = await find(client, id);
  if (intent?.status !== 'created') return undefined;
  if (Date.parse(intent.expires_at ?? '') - Date.now() > margin) return intent;
  try {
    await client.cancelPaymentIntent(id);
  } catch (error) {
    // It has expired or was used while we looked at it; which of the two is asked next.
    if (!(error instanceof PayError && error.status === 400)) throw error;
  }
  return undefined;
}

/** Whether nothing more can come of an intent: nobody can use it, or its payment has been declined. */
async function isDone(client: PayClient, orders: Orders, order: Order, id: string): Promise<boolean> {
  const intent = await find(client, id);
  if (!intent || intent.status === 'canceled') return true;
  if (intent.status === 'created') return Date.parse(intent.expires_at ?? '') <= Date.now();
  return orders.attempts(order.id).some(({ intentId, declined }) => intentId === id && declined !== null);
}

const find = (client: PayClient, id: string) => client.retrievePaymentIntent(id).catch(unlessMissing);
