import { PayError, type Checkout, type Settlement } from 'pay-checkout/server';
import type { ShopDatabase, Sale, Standing } from './orders.js';
import { bankUrlOf } from './payment-view.js';

/** Writes down what a payment means for its order, as the checkout tells it. Twice is as good as once. */
export function recordSettlement(database: ShopDatabase, { orderId, payment, verdict }: Settlement): void {
  switch (verdict) {
    case 'paid':
    case 'authorized':
      database.saveStanding(orderId, { status: 'paid', paymentId: payment.id });
      return;
    case 'reversed':
      database.saveStanding(orderId, { status: 'refunded' });
      return;
    case 'failed':
      // A decline that is heard of late changes nothing for an order that was paid meanwhile.
      if (['open', 'declined'].includes(database.read(orderId)?.standing.status ?? ''))
        database.saveStanding(orderId, { status: 'declined', message: payment.source?.message ?? '' });
      return;
    case 'mismatch':
    case 'duplicate':
      console.warn(`Order ${orderId}: the payment ${payment.id} is a ${verdict}.`);
      return;
    case 'open':
      return;
    default:
      verdict satisfies never;
  }
}

/** Where an order stands now. While it is not paid, the service is asked about its last payment. */
export async function standingOf(checkout: Checkout, database: ShopDatabase, sale: Sale): Promise<Standing> {
  const { id, standing, lastPayment } = sale;
  if (lastPayment === null || standing.status === 'paid' || standing.status === 'refunded') return standing;
  const settlement = await checkout.settle(lastPayment).catch(unlessNone);
  if (settlement?.orderId !== id) return standing;
  const { verdict, payment } = settlement;
  if (verdict === 'open') return { status: 'pending', bankUrl: bankUrlOf(payment) };
  return database.read(id)?.standing ?? standing;
}

/** No card was sent on the intent, or the payment is for another order. Every other failure stays one. */
function unlessNone(error: unknown): undefined {
  if (!(error instanceof PayError && error.code === 'api' && (error.status ?? 404) === 404)) throw error;
}
