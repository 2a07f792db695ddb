import { createConfigurationError } from '../check.js';
import { PayError } from '../../error.js';
import type { PayClient } from '../client.js';
import type { Store } from '../stores/store.js';
import { createCheckedOrders } from './check-order.js';
import { checkLimits, createCallerLimit, type Limits } from './limits.js';
import type { CaptureWarning, Order, Orders, Settlement } from './order.js';
import type { DecisionEvent } from './decision-event.js';
import { createDecisionEmitter } from './emit-decisions.js';
import type { Dependencies } from './order-context.js';
import { openOrderStore } from './order-store.js';
import { buildOperations, type OrderOperations } from './operations.js';
import { buildReport, type Report } from './report.js';
import { route, type RouteContext } from './routes.js';
import { runTasksForPage } from './run-tasks.js';
import { settlePayment } from './settle-payment.js';
import { createReadThrottle } from './read-throttle.js';
import { createSweep, type SweepOptions, type SweepResult } from './sweep.js';
import { hourMs } from './times.js';

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
  /** Refunds a second payment of the same order automatically: by a void on its day, else by a refund. */
  readonly refundDuplicates?: boolean | undefined;
  /** How many payments may be declined before requests for an intent are refused with 429. */
  readonly limits?: Limits | undefined;
  /**
   * Names the caller for `declinesPerCaller`, such as the IP address. If omitted, that limit is off, because only you know
   * which proxy header to trust.
   */
  readonly caller?: ((request: Request) => string | undefined) | undefined;
  /** Not 3-D Secure: your own bot check, such as a CAPTCHA, before an intent is issued; `false` answers 403. */
  readonly challenge?: ((request: Request, order: Order) => Promise<boolean>) | undefined;
  /**
   * Called once for each payment that is authorized and still not captured `captureDueAfterHours` after this server first
   * saw it, by the sweep and again until it has resolved. Capture the payment, or void it.
   */
  readonly onCaptureDue?: ((warning: CaptureWarning) => unknown) | undefined;
  /** 72 when omitted. Issuers release the authorized money after five to thirty days. */
  readonly captureDueAfterHours?: number | undefined;
  /**
   * Called with each decision, as one flat event: for logs, counters and traces. It never carries a secret or a card.
   * The channels `pay-checkout:<what>` of `node:diagnostics_channel` have the same.
   */
  readonly onEvent?: ((event: DecisionEvent) => unknown) | undefined;
  /** Called with what went wrong behind a 503, in a sweep or in `onSettled`. Log it: it never carries a key. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface Checkout extends OrderOperations {
  /** By the last segment of the path: POST `intent`, GET `status?id=`, POST `webhook`. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * For the page that the payer comes back to. The order that it is about is in the answer: compare it with yours.
   *
   * @param orderId The order, such as `pay_order` of the page's address. If omitted, the payment's own address names it,
   * which the service may leave out of payments without a card.
   * @throws {PayError} with the type `payment_of_no_order` when the payment is for none of these orders, or not for this one.
   */
  settle(paymentId: string, orderId?: string): Promise<Settlement>;
  /** Asks about the orders that are due. Run it every minute, in any number of processes. */
  sweep(options?: SweepOptions): Promise<SweepResult>;
  /** Reads all that is not settled: for a page of the operator or a check every minute, not for each request. */
  report(): Promise<Report>;
}

/** The merchant's half of a checkout: at most one payment for each order, whatever browsers and networks do. */
export function createCheckout(options: CheckoutOptions): Checkout {
  const {
    client,
    orders: givenOrders,
    store,
    sharedSecret,
    onSettled,
    refundDuplicates = false,
    limits: givenLimits,
    caller,
    challenge,
    onCaptureDue,
    captureDueAfterHours = 72,
    onEvent,
    onError,
    ...unknown
  } = dropNullOptions(options);
  const [unknownName] = Object.keys(unknown);
  if (unknownName !== undefined)
    throw createConfigurationError(
      unknownName,
      unknownName === 'returnDuplicates'
        ? '`returnDuplicates` has a new name: `refundDuplicates`.'
        : `\`${unknownName}\` is not an option of \`createCheckout\`.`,
    );
  checkOption('sharedSecret', ['undefined', 'string'].includes(typeof sharedSecret), 'a string');
  if (sharedSecret?.trim() === '')
    throw createConfigurationError(
      'sharedSecret',
      '`sharedSecret` is empty: use the one that was registered.',
    );
  // The string 'false', as of an environment variable, would count as true and move money.
  checkOption('refundDuplicates', typeof refundDuplicates === 'boolean', 'true or false');
  for (const [name, callback] of Object.entries({
    onSettled,
    caller,
    challenge,
    onCaptureDue,
    onEvent,
    onError,
  }))
    checkOption(name, ['undefined', 'function'].includes(typeof callback), 'a function');
  checkMethods('client', client, ['createPaymentIntent', 'retrievePayment'], 'a client of `createPayClient`');
  checkMethods('orders', givenOrders, ['find', 'get'], 'the functions `find` and `get`');
  checkMethods('store', store, ['load', 'save', 'claimDue'], 'a store, such as `postgresStore(pool)`');
  const limits = checkLimits(givenLimits);
  checkOption(
    'captureDueAfterHours',
    typeof captureDueAfterHours === 'number' && captureDueAfterHours > 0 && captureDueAfterHours < 10_000,
    'a number of hours above 0',
  );
  const policy = {
    refundDuplicates,
    // A store takes whole milliseconds only.
    captureDueAfterMs: Math.round(captureDueAfterHours * hourMs),
  };
  // An `onError` that throws or rejects must not affect the request.
  const reportError = (error: unknown): void => {
    void (async () => onError?.(error))().catch(() => undefined);
  };
  const orders = createCheckedOrders(givenOrders, reportError);
  const emitter = createDecisionEmitter(onEvent, reportError);
  const orderStore = openOrderStore(store, policy, emitter);
  const dependencies: Dependencies = {
    ...{ client, orders, store, orderStore, onSettled, onCaptureDue, policy, emitter, reportError },
    callerLimit: createCallerLimit(limits),
    notifying: new Set(),
  };
  const routing: RouteContext = {
    ...dependencies,
    ...{ sharedSecret, limits, caller, challenge },
    throttleIntent: createReadThrottle(),
    throttleStatus: createReadThrottle(),
    runningIntents: new Map(),
  };
  let runningReport: Promise<Report> | undefined;

  return Object.freeze<Checkout>({
    // An arrow, so that it can be handed to a framework as it is.
    fetch: (request) => route(routing, request),
    async settle(paymentId, orderId) {
      const settled = await settlePayment(dependencies, await client.retrievePayment(paymentId), orderId);
      if (!settled)
        throw new PayError('api', `The payment ${paymentId} is for no order of this checkout.`, {
          type: 'payment_of_no_order',
        });
      await runTasksForPage(settled.context);
      return settled.settlement;
    },
    sweep: createSweep(dependencies),
    ...buildOperations(dependencies),
    async report() {
      checkMethods('store', store, ['list'], 'a store with the function `list`');
      // One at a time: each reads all that is open.
      return (runningReport ??= buildReport(dependencies).finally(() => {
        runningReport = undefined;
      }));
    },
  });
}

/** Null is absent, as in an order. */
const dropNullOptions = (options: CheckoutOptions): CheckoutOptions =>
  Object.fromEntries(
    Object.entries(Object(options)).filter(([, value]) => value !== null),
  ) as unknown as CheckoutOptions;

/** Checked at the start, because a missing function would only be noticed when a customer pays. */
function checkMethods(field: string, value: object, names: readonly string[], expected: string): void {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  checkOption(
    field,
    names.every((name) => typeof given[name] === 'function'),
    expected,
  );
}

function checkOption(field: string, isRight: boolean, expected: string): void {
  if (!isRight) throw createConfigurationError(field, `\`${field}\` must be ${expected}.`);
}
