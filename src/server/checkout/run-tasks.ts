import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import type { NewOrderEvent } from './order-store.js';
import type { Dependencies, OrderContext } from './order-context.js';
import type { Settlement } from './order.js';
import type { Task } from './pending-tasks.js';
import {
  fetchIntent,
  fetchPayment,
  interpretIntent,
  retireIntent,
  searchPayment,
} from './service-queries.js';

/** Reads one payment from the service, and saves what it means. Undefined when there is no such payment. */
export async function refreshPayment({ client, store }: Dependencies, context: OrderContext, id: string) {
  const payment = await fetchPayment(client, id);
  if (payment) await store.appendEvents(context.order.id, paymentRead(context, payment));
  return payment;
}

const paymentRead = ({ order, payments }: OrderContext, payment: Payment): NewOrderEvent => {
  payments.set(payment.id, payment);
  return { type: 'payment-read', payment, order };
};

/**
 * Asks the service about everything that is undecided, and saves what it says. Resolves with what failed: what could be
 * learned is saved all the same.
 */
export async function runQueries(
  dependencies: Dependencies,
  context: OrderContext,
  tasks: readonly Task[],
): Promise<unknown[]> {
  const events: NewOrderEvent[] = [];
  const results = await Promise.allSettled(
    tasks.map(async (task) => void events.push(...(await runQuery(dependencies, context, task)))),
  );
  const [first, ...rest] = events;
  if (first) await dependencies.store.appendEvents(context.order.id, first, ...rest);
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
}

async function runQuery(
  { client }: Dependencies,
  context: OrderContext,
  task: Task,
): Promise<NewOrderEvent[]> {
  switch (task.type) {
    case 'read-payment': {
      const payment = await fetchPayment(client, task.paymentId);
      return payment ? [paymentRead(context, payment)] : [];
    }
    case 'search-payment': {
      const payment = await searchPayment(client, task.intent);
      return payment ? [paymentRead(context, payment)] : [];
    }
    case 'read-intent': {
      const intent = await fetchIntent(client, task.intent.id);
      if (!intent) return [];
      context.intents.set(intent.id, intent);
      return interpretIntent(intent);
    }
    case 'retire-intent': {
      // The clocks may differ: what counts here is only whether the intent's whole life has passed.
      const proof = await retireIntent(client, task.intent, task.intent.until <= Date.now() ? Infinity : 0);
      return proof ? [proof] : [];
    }
    // These follow when all that can be known is known.
    case 'return-duplicate':
    case 'notify':
      return [];
    default:
      return task satisfies never;
  }
}

/** Returns duplicates and calls `onSettled`. Resolves with what failed, which is left for the next time. */
export async function runTasks(
  dependencies: Dependencies,
  context: OrderContext,
  tasks: readonly Task[],
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const task of tasks)
    if (task.type === 'return-duplicate')
      await returnDuplicate(dependencies, context, task.paymentId).catch(
        (error: unknown) => void failures.push(error),
      );
  const failed = new Set<string>();
  for (const task of tasks) {
    // The verdicts of one payment are told in their order, so a later one waits for an earlier one that failed.
    if (task.type !== 'notify' || failed.has(task.paymentId)) continue;
    await notify(dependencies, context, task.paymentId, task.verdict).catch((error: unknown) => {
      failures.push(error);
      failed.add(task.paymentId);
    });
  }
  return failures;
}

/**
 * The wish is saved, so this may run again after a crash, and at two places at once: the service voids and refunds a
 * payment at most once, whoever asks. Whether it is done is read from the service, never concluded.
 */
async function returnDuplicate(dependencies: Dependencies, context: OrderContext, id: string): Promise<void> {
  const { client, store } = dependencies;
  const isDone = async () => {
    await refreshPayment(dependencies, context, id);
    const entry = (await store.load(context.order.id))?.payments.find((payment) => payment.id === id);
    return entry?.money === 'returned';
  };
  if (!(await isDone())) {
    // Only on the day of the payment; a refusal by the service leaves the refund. Silence leaves it for later.
    await client.voidPayment(id).catch(unlessRefused);
    if (!(await isDone())) await client.refundPayment(id).catch(unlessRefused);
    if (!(await isDone())) throw new PayError('api', `The duplicate payment ${id} is not given back yet.`);
  }
  await store.appendEvents(context.order.id, { type: 'duplicate-returned', paymentId: id });
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof PayError && error.status === 400)) throw error;
}

async function notify(
  { client, store, onSettled }: Dependencies,
  context: OrderContext,
  paymentId: string,
  verdict: Settlement['verdict'],
): Promise<void> {
  const orderId = context.order.id;
  const payment = context.payments.get(paymentId) ?? (await client.retrievePayment(paymentId));
  await onSettled?.({ orderId, payment, verdict });
  await store.appendEvents(orderId, { type: 'notified', paymentId, verdict });
}
