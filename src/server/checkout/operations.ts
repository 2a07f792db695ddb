import * as z from 'zod/mini';
import { statementDescriptor, type Payment } from '../../wire/index.js';
import { payTokenSource } from '../../wire/token.js';
import { digestText } from '../client.js';
import { createArgumentError, checkBody, refuseUndefined } from '../check.js';
import { createOrderContext, type Dependencies, type OrderContext } from './order-context.js';
import type { ChargeRequest } from './order-event.js';
import type { Settlement } from './order.js';
import { operationKey, type OperationRequest } from './payment-operation.js';
import { describeSettlement } from './payment-view.js';
import { findIntentOf, isMismatchHeld, isUnidentified } from './record.js';
import { runCharge } from './run-charge.js';
import { runOperation } from './run-operation.js';
import { runTasks } from './run-tasks.js';
import { readOrderId } from './terms.js';

const amount = z.optional(z.int().check(z.gte(1)));
const requests = {
  refund: z.strictObject({ amount, key: operationKey }),
  capture: z.strictObject({ amount, key: z.optional(operationKey) }),
  void: z.strictObject({ key: z.optional(operationKey) }),
};
const chargeTerms = z.strictObject({
  token: payTokenSource.shape.token,
  key: operationKey,
  descriptor: z.optional(statementDescriptor),
});

/** What the merchant charges without the payer. */
export interface ChargeTerms {
  /** A saved card: `source.token` of a payment that was made with `save-card`. */
  readonly token: string;
  /** The same `key` charges once, however often and wherever it is called. One for each attempt, such as `2026-05 #1`. */
  readonly key: string;
  /** On the customer's statement: 1 to 64 letters, digits, spaces, `_`, `-` and `~`. */
  readonly descriptor?: string | undefined;
}

/** What the merchant does with the money of an order. */
export interface OrderOperations {
  /**
   * Charges the order by a saved card, without the payer: what was agreed before, such as a subscription. The same `key`
   * charges once, however often and wherever it is called. Resolves with the verdict; `open` if the service has not shown
   * the payment yet (the sweep goes on with it), or if it asks for the payer: then `needsPayer`, and the page can pay.
   *
   * @throws {PayError} with the type `refused` if the service refuses the card, `order_paid`, `payment_open` (the payer is
   * paying) or `payment_held`. This call has charged nothing then.
   */
  charge(orderId: string, terms: ChargeTerms): Promise<Settlement>;
  /**
   * Refunds what the order's payment has taken, or a part of it (`amount` in the smallest currency unit). The same
   * `key` refunds once, however often and wherever it is called. Resolves with the payment once the service shows
   * that it is done; rejects with `retryable` while that is not known, and the sweep goes on with it.
   */
  refund(orderId: string, what: { readonly amount?: number; readonly key: string }): Promise<Payment>;
  /** Takes what was authorized, or a part of it, once. */
  capture(orderId: string, what?: { readonly amount?: number; readonly key?: string }): Promise<Payment>;
  /** Undoes the order's payment as a whole: an authorization, or a payment on its day. */
  void(orderId: string, what?: { readonly key?: string }): Promise<Payment>;
  /**
   * The operator's word that a payment pays for the order: one that is not what the order asked for, or one that a page
   * made with an id of its own. Resolves with the verdict.
   */
  adopt(orderId: string, paymentId: string): Promise<Settlement>;
}

export function buildOperations(dependencies: Dependencies): OrderOperations {
  const { orders, orderStore, reportError } = dependencies;
  const runFor = async <T>(method: string, orderId: string, run: (context: OrderContext) => Promise<T>) => {
    if (typeof orderId !== 'string' || orderId === '')
      throw createArgumentError(method, 'orderId', 'must be a string with something in it');
    const [session, order] = await Promise.all([orderStore.load(orderId), orders.get(orderId)]);
    const context = createOrderContext(dependencies, session, order);
    try {
      return await run(context);
    } finally {
      // Notify a changed verdict at once; the sweep repeats what fails, and the result of the operation stands.
      await runTasks(context).then((failures) => failures.forEach(reportError), reportError);
    }
  };
  const move = async (orderId: string, request: OperationRequest) =>
    runFor(request.type, orderId, (context) => runOperation(context, request));
  return {
    async charge(orderId, terms) {
      const request = await readChargeRequest(terms);
      return runFor('charge', orderId, (context) => runCharge(context, request));
    },
    refund: async (orderId, what) => move(orderId, readRequest('refund', what)),
    capture: async (orderId, what = {}) => move(orderId, readRequest('capture', what)),
    void: async (orderId, what = {}) => move(orderId, readRequest('void', what)),
    adopt: async (orderId, paymentId) =>
      runFor('adopt', orderId, (context) => adoptPayment(context, paymentId)),
  };
}

async function readChargeRequest(given: ChargeTerms): Promise<ChargeRequest> {
  const { token, key, descriptor } = checkBody('charge', chargeTerms, given);
  return { token, key, descriptor, digest: await digestText(JSON.stringify([token, descriptor])) };
}

function readRequest(type: keyof typeof requests, what: object): OperationRequest {
  refuseUndefined(type, Object(what) as object);
  const request: { amount?: number | undefined; key?: string | undefined } = checkBody(
    type,
    requests[type],
    what,
  );
  return { type, key: request.key ?? type, amount: request.amount };
}

async function adoptPayment(
  { client, appendEvents, session, payments }: OrderContext,
  paymentId: string,
): Promise<Settlement> {
  const { orderId } = session;
  const payment = await client.retrievePayment(paymentId);
  const own = findIntentOf(session.record, payment.id);
  const known = own && describeSettlement(session.record, orderId, payment);
  // A repeat of what was done.
  if (known && known.verdict !== 'mismatch') return known;
  // A payment that names another order would pay for both.
  const isOfOther = (readOrderId(payment) ?? orderId) !== orderId;
  const unidentified = isOfOther ? [] : session.record.intents.filter(isUnidentified);
  const isSamePrice = (each: { amount: number; currency: string }) =>
    each.amount === payment.amount && each.currency === payment.currency;
  const intent = own ? [own].find(isMismatchHeld) : (unidentified.find(isSamePrice) ?? unidentified[0]);
  if (!intent)
    throw createArgumentError(
      'adopt',
      'paymentId',
      `fits no intent of order ${orderId} that waits for a decision`,
    );
  payments.set(payment.id, payment);
  await appendEvents({ type: 'payment-adopted', intentId: intent.id, payment, serviceTime: undefined });
  const settlement = describeSettlement(session.record, orderId, payment);
  if (!settlement) throw new Error('An adopted payment is in the record.');
  return settlement;
}
