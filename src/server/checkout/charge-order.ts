import * as z from 'zod/mini';
import { statementDescriptor } from '../../wire/index.js';
import { payTokenSource } from '../../wire/token.js';
import { digestText } from '../account.js';
import { checkBody, createArgumentError } from '../check.js';
import { createOrderContext, type Dependencies } from './order-context.js';
import type { ChargeRequest } from './order-event.js';
import type { Settlement } from './order.js';
import { operationKey } from './payment-operation.js';
import { runCharge } from './run-charge.js';
import { runTasks, runTasksForPage } from './run-tasks.js';

/** What the merchant charges without the payer. */
export interface ChargeTerms {
  /** A saved card: `source.token` of a payment that was made with `save-card`. */
  readonly token: string;
  /** The same `key` charges once, however often and wherever it is called. One for each attempt, such as `2026-05 #1`. */
  readonly key: string;
  /** On the customer's statement: 1 to 64 letters, digits, spaces, `_`, `-` and `~`. */
  readonly descriptor?: string | undefined;
}

const chargeTerms = z.strictObject({
  token: payTokenSource.shape.token,
  key: operationKey,
  descriptor: z.optional(statementDescriptor),
});

async function readChargeRequest(given: ChargeTerms): Promise<ChargeRequest> {
  const { token, key, descriptor } = checkBody('charge', chargeTerms, given);
  return {
    ...{ token, key, digest: await digestText(JSON.stringify([token, descriptor])) },
    ...(descriptor !== undefined && { descriptor }),
  };
}

export async function chargeOrder(
  dependencies: Dependencies,
  orderId: string,
  terms: ChargeTerms,
): Promise<Settlement> {
  const { orders, orderStore } = dependencies;
  if (typeof orderId !== 'string' || orderId === '')
    throw createArgumentError('charge', 'orderId', 'must be a string with something in it');
  const request = await readChargeRequest(terms);
  const [session, order] = await Promise.all([orderStore.load(orderId), orders.get(orderId)]);
  const context = createOrderContext(session, order);
  try {
    return await runCharge(dependencies, context, request);
  } finally {
    // Notify the verdict at once; the sweep repeats what fails.
    await runTasksForPage(dependencies, () => runTasks(dependencies, context));
  }
}
