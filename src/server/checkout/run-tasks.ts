import { PayError } from '../../error.js';
import { addOrderToError } from './add-order-to-error.js';
import type { Dependencies, OrderContext } from './order-context.js';
import type { Settlement } from './order.js';
import type { Query } from './task.js';
import { fetchServiceIntent, fetchPayment, retireIntent, searchPayment } from './service-queries.js';
import { onSettledTimeoutMs, withTimeout } from './timeouts.js';

/** Asks the service one question, and saves what it says. */
export async function runQuery(
  dependencies: Dependencies,
  context: OrderContext,
  query: Query,
): Promise<void> {
  switch (query.type) {
    case 'read-payment':
      await fetchPayment(dependencies, context, query.paymentId);
      return;
    case 'search-payment':
      return searchPayment(dependencies, context, query.intent);
    case 'read-intent':
      return fetchServiceIntent(dependencies, context, query.intent.id);
    case 'retire-intent':
      return retireIntent(dependencies, context, query.intent.id);
    default:
      return query satisfies never;
  }
}

/** Returns duplicates and calls `onSettled`. Resolves with what failed, which is left for the next time. */
export async function runTasks(
  dependencies: Dependencies,
  context: OrderContext,
): Promise<readonly unknown[]> {
  const { orderStore } = dependencies;
  const failures: unknown[] = [];
  const { tasks } = await orderStore.appendEvents(context.session, { type: 'time-passed' });
  for (const task of tasks)
    if (task.type === 'return-duplicate')
      await returnDuplicate(dependencies, context, task.paymentId).catch(
        (error: unknown) => void failures.push(error),
      );
  if (tasks.some(({ type }) => type === 'notify' || type === 'return-duplicate'))
    failures.push(...(await notifyAll(dependencies, context)));
  return failures.map((failure) => addOrderToError(context.session.orderId, failure));
}

/** Calls `onSettled` for one order at a time, and never from within itself. */
async function notifyAll(dependencies: Dependencies, context: OrderContext): Promise<unknown[]> {
  const { orderStore, notifying, onSettled } = dependencies;
  const { orderId } = context.session;
  // A process without `onSettled` leaves the verdicts to one that has it.
  if (!onSettled || notifying.has(orderId)) return [];
  notifying.add(orderId);
  try {
    // Another request may have notified the merchant meanwhile: reload.
    await orderStore.reload(context.session);
    const failures: unknown[] = [];
    for (const { id } of context.session.record.payments)
      await notifyOfPayment(dependencies, context, id).catch((error: unknown) => void failures.push(error));
    return failures;
  } finally {
    notifying.delete(orderId);
  }
}

/** Notifies verdicts of one payment in order; a failed one stops the later ones. */
async function notifyOfPayment(
  { client, orderStore, onSettled }: Dependencies,
  { session, payments }: OrderContext,
  paymentId: string,
): Promise<void> {
  const { orderId } = session;
  const entry = session.record.payments.find(({ id }) => id === paymentId);
  for (const verdict of entry?.unnotified ?? []) {
    const payment = payments.get(paymentId) ?? (await client.retrievePayment(paymentId));
    const settlement: Settlement = { orderId, payment, verdict };
    const message = `\`onSettled\` has not ended within ${onSettledTimeoutMs / 1000} s for order ${orderId}.`;
    await withTimeout(Promise.resolve(onSettled?.(settlement)), onSettledTimeoutMs, message);
    await orderStore.appendEvents(session, { type: 'notified', paymentId, verdict });
  }
}

/**
 * The request is saved first, so the return can resume after a crash or run in two processes: the service voids and
 * refunds a payment at most once, whoever asks. Whether the money is back is read from the service, never concluded.
 */
async function returnDuplicate(
  dependencies: Dependencies,
  context: OrderContext,
  paymentId: string,
): Promise<void> {
  const { client, orderStore } = dependencies;
  const { session } = context;
  const findEntry = () => session.record.payments.find(({ id }) => id === paymentId);
  const isDone = async () => {
    await fetchPayment(dependencies, context, paymentId);
    return findEntry()?.money === 'returned';
  };
  if (!(await isDone())) {
    // Meanwhile it may have become the payment that pays for the order.
    if (findEntry()?.verdict !== 'duplicate') return;
    await orderStore.appendEvents(session, { type: 'return-requested', paymentId });
    if (findEntry()?.verdict !== 'duplicate') return;
    // Only on the day of the payment; a refusal by the service leaves the refund. Silence leaves it for later.
    await client.voidPayment(paymentId).catch(ignoreRejection);
    if (!(await isDone())) await client.refundPayment(paymentId).catch(ignoreRejection);
    if (!(await isDone()))
      throw new PayError('api', `The duplicate payment ${paymentId} is not given back yet.`);
  }
  await orderStore.appendEvents(session, { type: 'duplicate-returned', paymentId });
}

function ignoreRejection(error: unknown): void {
  if (!(error instanceof PayError && error.status === 400)) throw error;
}
