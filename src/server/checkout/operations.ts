import * as z from 'zod/mini';
import type { Payment } from '../../wire/index.js';
import { createArgumentError, checkBody } from '../check.js';
import { createOrderContext, type Dependencies } from './order-context.js';
import { operationKey, type OperationRequest } from './payment-operation.js';
import { runOperation } from './run-operation.js';
import { runTasks } from './run-tasks.js';

const amount = z.optional(z.int().check(z.gte(1)));
const requests = {
  refund: z.strictObject({ amount, key: operationKey }),
  capture: z.strictObject({ amount, key: z.optional(operationKey) }),
  void: z.strictObject({ key: z.optional(operationKey) }),
};

/** What the merchant does with the money of an order afterwards. */
export interface MoneyOperations {
  /**
   * Gives back what the order's payment has taken, or a part of it (`amount` in the smallest currency unit). The same
   * `key` gives back once, however often and wherever it is called. Resolves with the payment once the service shows
   * that it is done; rejects with `retryable` while nobody knows, and the sweep goes on with it.
   */
  refund(orderId: string, what: { readonly amount?: number; readonly key: string }): Promise<Payment>;
  /** Takes what was authorized, or a part of it, once. */
  capture(orderId: string, what?: { readonly amount?: number; readonly key?: string }): Promise<Payment>;
  /** Undoes the order's payment as a whole: an authorization, or a payment on its day. */
  void(orderId: string, what?: { readonly key?: string }): Promise<Payment>;
}

export function buildOperations(dependencies: Dependencies): MoneyOperations {
  const run = async (orderId: string, request: OperationRequest) => {
    const { orders, orderStore, reportError } = dependencies;
    if (typeof orderId !== 'string' || orderId === '')
      throw createArgumentError(request.type, 'orderId', 'must be a string with something in it');
    const [session, order] = await Promise.all([orderStore.load(orderId), orders.get(orderId)]);
    const context = createOrderContext(session, order);
    try {
      return await runOperation(dependencies, context, request);
    } finally {
      // Notify a changed verdict at once; the sweep repeats what fails, and what became of the operation stands.
      await runTasks(dependencies, context).then((failures) => failures.forEach(reportError), reportError);
    }
  };
  return {
    refund: async (orderId, what) => run(orderId, readRequest('refund', what)),
    capture: async (orderId, what = {}) => run(orderId, readRequest('capture', what)),
    void: async (orderId, what = {}) => run(orderId, readRequest('void', what)),
  };
}

function readRequest(type: keyof typeof requests, what: object): OperationRequest {
  // The value of a misspelt property is undefined. If it counted as omitted, the operation would take the whole amount.
  const isUndefined = 'amount' in Object(what) && (what as { amount?: unknown }).amount === undefined;
  if (isUndefined) throw createArgumentError(type, 'amount', 'is undefined: give a value, or leave it out');
  const { key = type, ...rest } = checkBody<{ amount?: number | undefined; key?: string | undefined }>(
    type,
    requests[type],
    what,
  );
  return { key, type, ...(rest.amount !== undefined && { amount: rest.amount }) };
}
