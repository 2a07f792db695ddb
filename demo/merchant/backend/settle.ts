import { PayError, type PayClient } from 'pay-checkout/server';
import type { Order, Orders } from './orders.js';

/** Where an order stands, by what the service says of its payments. */
export type Standing =
  | { readonly status: 'open' }
  | { readonly status: 'declined'; readonly message: string }
  /** Somebody, most likely the bank, has not answered yet. Nothing else may be charged meanwhile. */
  | { readonly status: 'pending'; readonly bankUrl?: string | undefined }
  | { readonly status: 'paid'; readonly paymentId: string };

/** For a `catch`: what the service does not know is undefined, every other failure stays one. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PayError && error.status === 404)) throw error;
}

/** Asks the service about every payment that may have been made for an order, and writes down what is final. */
export async function settle(client: PayClient, orders: Orders, order: Order): Promise<Standing> {
  if (order.paidBy) return { status: 'paid', paymentId: order.paidBy };
  let standing: Standing = { status: 'open' };
  for (const { paymentId, declined } of orders.attempts(order.id)) {
    const found =
      declined === null
        ? await judge(client, orders, order, paymentId)
        : { status: 'declined' as const, message: declined };
    if (found.status === 'paid') return found;
    if (found.status !== 'open' && standing.status !== 'pending') standing = found;
  }
  return standing;
}

async function judge(client: PayClient, orders: Orders, order: Order, paymentId: string): Promise<Standing> {
  const payment = await client.retrievePayment(paymentId).catch(unlessMissing);
  // Announced, but never arrived: nothing stands in the way of sending it again.
  if (!payment) return { status: 'open' };
  // The secret key has fixed the callback_url of each intent, so no page can pass off another payment as this one.
  const intent = orders.intents(order.id).find(({ callbackUrl }) => callbackUrl === payment.callback_url);
  if (!intent || payment.amount !== order.amount || payment.currency !== order.currency)
    return { status: 'open' };
  switch (payment.status) {
    case 'paid':
    case 'captured':
      orders.markPaid(order.id, payment.id);
      return { status: 'paid', paymentId: payment.id };
    case 'failed':
    case 'voided':
    case 'refunded': {
      const message = payment.source?.message ?? '';
      orders.markDeclined(payment.id, intent.id, message);
      return { status: 'declined', message };
    }
    default:
      return { status: 'pending', bankUrl: payment.source?.transaction_url ?? undefined };
  }
}
