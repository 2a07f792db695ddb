import { PayError } from '../../error.js';
import type { PayClient } from '../client.js';
import type { Store } from '../stores/store.js';
import { checkOrders } from './check-order.js';
import { checkLimits, createCallerLimit, type Limits } from './limits.js';
import type { Dependencies } from './order-context.js';
import { openOrderStore } from './order-store.js';
import type { Order, Orders, Settlement } from './order.js';
import { route, runTasksForPage } from './routes.js';
import { settlePayment } from './settle-payment.js';
import { createSweep, type SweepOptions, type SweepResult } from './sweep.js';

export interface CheckoutOptions {
  readonly client: PayClient;
  /** The merchant's orders: what may be paid, and by whom. */
  readonly orders: Orders;
  /** Where the checkout keeps its own records, such as `postgresStore(pool)`. */
  readonly store: Store;
  /** What the webhook was registered with. Without it there is no `webhook` address. */
  readonly sharedSecret?: string | undefined;
  /**
   * Called with each verdict but `open`, at least once, and again after a restart until it has resolved. It may be
   * called with the same verdict twice, so do in it what does no harm twice.
   */
  readonly onSettled?: ((settlement: Settlement) => unknown) | undefined;
  /** Gives a second payment of the same order back by itself: void on its day, else refund. */
  readonly returnDuplicates?: boolean | undefined;
  /** How often cards may be tried before requests are refused with 429. */
  readonly limits?: Limits | undefined;
  /**
   * Who asks, for the limit of each caller. Without it nobody is named: which header of a proxy may be trusted, only you
   * know.
   */
  readonly caller?: ((request: Request) => string | undefined) | undefined;
  /** Asked before an intent is handed out, such as for a CAPTCHA's answer; `false` is answered 403. */
  readonly challenge?: ((request: Request, order: Order) => Promise<boolean>) | undefined;
  /** Called with what went wrong behind a 503, in a sweep or in `onSettled`. Log it: it never carries a key. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Checkout {
  /** By the last segment of the path: POST `intent`, POST `attempt`, GET `status?id=`, POST `webhook`. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** For the page that the payer comes back to. The order that it is about is in the answer: compare it with yours. */
  settle(paymentId: string): Promise<Settlement>;
  /** Asks about the orders that are due. Run it every minute, in any number of processes. */
  sweep(options?: SweepOptions): Promise<SweepResult>;
}

/** The merchant's half of a checkout: at most one payment for each order, whatever browsers and networks do. */
export function createCheckout({
  client,
  orders: givenOrders,
  store: records,
  sharedSecret,
  onSettled,
  returnDuplicates = false,
  limits: givenLimits,
  caller,
  challenge,
  onError,
}: CheckoutOptions): Checkout {
  if (sharedSecret?.trim() === '')
    throw new PayError('configuration', '`sharedSecret` is empty: use the one that was registered.', {
      field: 'sharedSecret',
    });
  checkMethods('orders', givenOrders, ['find', 'get'], 'the functions `find` and `get`');
  checkMethods('store', records, ['load', 'save', 'claimDue'], 'a store, such as `postgresStore(pool)`');
  const limits = checkLimits(givenLimits);
  const orders = checkOrders(givenOrders);
  const store = openOrderStore(records, { returnDuplicates });
  // A log that answers something, throws or rejects changes nothing for those who ask.
  const reportError = (error: unknown): void => {
    new Promise((logged) => logged(onError?.(error))).catch(() => undefined);
  };
  const dependencies: Dependencies = {
    client,
    orders,
    store,
    onSettled,
    reportError,
    notifying: new Set(),
    issuing: new Map(),
  };
  const countCaller = createCallerLimit(limits);
  const routing = { dependencies, sharedSecret, limits, caller, countCaller, challenge };
  const sweep = createSweep(dependencies, records);

  return Object.freeze<Checkout>({
    // An arrow, so that it can be handed to a framework as it is.
    fetch: (request) => route(routing, request),
    async settle(paymentId) {
      const settled = await settlePayment(dependencies, await client.retrievePayment(paymentId));
      if (!settled) throw new PayError('api', `The payment ${paymentId} is for no order of this checkout.`);
      await runTasksForPage(dependencies, settled.runTasks);
      return settled.settlement;
    },
    sweep,
  });
}

/** Said at the start, because a function that is missing would only be noticed when somebody pays. */
function checkMethods(field: string, value: object, names: readonly string[], expected: string): void {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  if (names.every((name) => typeof given[name] === 'function')) return;
  throw new PayError('configuration', `\`${field}\` must be ${expected}.`, { field });
}
