import { PayError } from '../../error.js';
import type { PayClient } from '../client.js';
import { openBooks } from './books.js';
import type { Parts } from './errand.js';
import type { Orders, Settlement } from './order.js';
import { route } from './routes.js';
import { settlePayment, sweepOrder } from './settle.js';

export interface CheckoutOptions {
  readonly client: PayClient;
  readonly orders: Orders;
  /** What the webhook was registered with. Without it there is no `webhook` address. */
  readonly sharedSecret?: string | undefined;
  /**
   * Told each verdict but `open`, at least once, and again after a restart until it has resolved. It may be told the
   * same twice, so do in it what does no harm twice.
   */
  readonly onSettled?: ((settlement: Settlement) => unknown) | undefined;
  /** Gives a second payment of the same order back by itself: void on its day, else refund. */
  readonly returnDuplicates?: boolean | undefined;
  /** Told what went wrong behind a 503, in a sweep or in `onSettled`. Log it: it never carries a key. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Checkout {
  /** By the last segment of the path: POST `intent`, POST `attempt`, GET `status?id=`, POST `webhook`. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** For the page that the payer comes back to. The order that it is about is in the answer: compare it with yours. */
  settle(paymentId: string): Promise<Settlement>;
  /** Asks about everything that is still open. Run it from time to time, such as every minute. */
  sweep(): Promise<Settlement[]>;
}

/** The merchant's half of a checkout: at most one payment for each order, whatever browsers and networks do. */
export function createCheckout({
  client,
  orders,
  sharedSecret,
  onSettled,
  returnDuplicates = false,
  onError,
}: CheckoutOptions): Checkout {
  if (sharedSecret?.trim() === '')
    throw new PayError('configuration', '`sharedSecret` is empty: use the one that was registered.', {
      field: 'sharedSecret',
    });
  const books = openBooks(orders, { returnDuplicates, listens: onSettled !== undefined });
  // A log that answers something, throws or rejects changes nothing for those who ask.
  const report = (error: unknown): void => {
    new Promise((logged) => logged(onError?.(error))).catch(() => undefined);
  };
  const parts: Parts = { client, books, onSettled, report };

  return Object.freeze<Checkout>({
    // An arrow, so that it can be handed to a framework as it is.
    fetch: (request) => route({ parts, orders, sharedSecret }, request),
    async settle(paymentId) {
      const settled = await settlePayment(parts, orders, await client.retrievePayment(paymentId));
      if (!settled) throw new PayError('api', `The payment ${paymentId} is for no order of this checkout.`);
      settled.failures.forEach(parts.report);
      return settled.settlement;
    },
    async sweep() {
      const settlements: Settlement[] = [];
      for (const orderId of await orders.open()) {
        // What is wrong with one order must not keep the others waiting.
        const ofOrder = await sweepOrder(parts, orders, orderId).catch(parts.report);
        settlements.push(...(ofOrder ?? []));
      }
      return settlements;
    },
  });
}
