import { PayError, type PayClient } from 'pay-checkout/server';
import type { Payment } from 'pay-checkout/wire';
import type { Order, Orders } from './orders.js';

/** Where an order stands, by what the service says of its payments. */
export type Standing =
  | { readonly status: 'open' }
  | { readonly status: 'declined'; readonly message: string }
  /** Somebody, most likely the bank, has not answered yet. Nothing else may be charged meanwhile. */
  | { readonly status: 'pending'; readonly bankUrl?: string | undefined }
  | { readonly status: 'paid'; readonly paymentId: string }
  /** It was paid, and all of it was given back. */
  | { readonly status: 'refunded' };

/** For a `catch`: what the service does not know is undefined, every other failure stays one. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PayError && error.status === 404)) throw error;
}

/** Asks the service about every payment that may have been made for an order, and writes down what is final. */
export async function settle(client: PayClient, orders: Orders, order: Order): Promise<Standing> {
  if (order.returned) return { status: 'refunded' };
  if (order.paidBy) return { status: 'paid', paymentId: order.paidBy };
  let standing: Standing = { status: 'open' };
  for (const { paymentId, declined } of orders.attempts(order.id)) {
    const found =
      declined === null
        ? judge(orders, order, await client.retrievePayment(paymentId).catch(unlessMissing))
        : { status: 'declined' as const, message: declined };
    if (found.status === 'paid') return found;
    if (found.status !== 'open' && standing.status !== 'pending') standing = found;
  }
  return standing;
}

/**
 * What a payment, as the service has just told it, means for an order. The payer's return and the webhook both come
 * here, so they agree, whichever is first.
 */
export function judge(orders: Orders, order: Order, payment: Payment | undefined): Standing {
  // Announced, but never arrived: nothing stands in the way of sending it again.
  if (!payment) return { status: 'open' };
  // The secret key has fixed the callback_url of each intent, so no page can pass off another payment as this one.
  const intent = orders.intents(order.id).find(({ callbackUrl }) => callbackUrl === payment.callback_url);
  if (!intent || payment.amount !== order.amount || payment.currency !== order.currency)
    return { status: 'open' };
  switch (payment.status) {
    case 'paid':
    case 'captured':
      return paid(orders, order, payment.id);
    case 'refunded':
      // A part was given back: the rest still pays for the order.
      if ((payment.refunded ?? 0) < order.amount) return paid(orders, order, payment.id);
      return givenBack(orders, order, payment, intent.id);
    case 'voided':
      return givenBack(orders, order, payment, intent.id);
    case 'failed':
      return declined(orders, order, payment, intent.id);
    default:
      return { status: 'pending', bankUrl: payment.source?.transaction_url ?? undefined };
  }
}

function paid(orders: Orders, { id }: Order, paymentId: string): Standing {
  orders.markPaid(id, paymentId);
  return { status: 'paid', paymentId };
}

function declined(
  orders: Orders,
  { id }: Order,
  { id: paymentId, source }: Payment,
  intentId: string,
): Standing {
  const message = source?.message ?? '';
  orders.markDeclined(id, paymentId, intentId, message);
  return { status: 'declined', message };
}

/** An order that has been paid stays one that cannot be paid again; one that never was is as after a decline. */
function givenBack(orders: Orders, order: Order, payment: Payment, intentId: string): Standing {
  // Asked anew: it may have been marked while the service was being asked.
  if (orders.find(order.id)?.paidBy !== payment.id) return declined(orders, order, payment, intentId);
  orders.markReturned(order.id);
  return { status: 'refunded' };
}
