import { findPendingTasks } from './pending-tasks.js';
import type { Task } from './task.js';
import type { Dependencies, OrderContext } from './order-context.js';
import type { NewOrderEvent, OrderSession } from './order-store.js';
import { buildOperationRequest, runOperation } from './run-operation.js';
import { savePaymentRead } from './service-queries.js';
import { onSettledTimeoutMs, withTimeout } from './timeouts.js';

/**
 * What only a sweep does, because no payer waits for it: goes on with refunds, captures and voids whose caller has gone,
 * and warns of captures. Resolves with what failed.
 */
export async function runSweepTasks(
  dependencies: Dependencies,
  context: OrderContext,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  const { tasks } = await dependencies.orderStore.appendEvents(context.session, { type: 'time-passed' });
  for (const task of tasks)
    await runSweepTask(dependencies, context, task).catch((error: unknown) => void failures.push(error));
  return failures;
}

async function runSweepTask(dependencies: Dependencies, context: OrderContext, task: Task): Promise<void> {
  if (task.type === 'run-operation')
    await runOperation(dependencies, context, buildOperationRequest(task.operation));
  else if (task.type === 'warn-of-capture') await warnOfCapture(dependencies, context, task.paymentId);
}

/** Updates the report index, and resolves with the event to append. */
export async function updateReport(
  { reportIndex, policy }: Dependencies,
  { orderId, record }: OrderSession,
): Promise<NewOrderEvent[]> {
  const task = findPendingTasks(record, Date.now(), policy).find(({ type }) => type === 'update-report');
  if (task?.type !== 'update-report') return [];
  await reportIndex.update(orderId, task.isListed);
  return [{ type: 'report-updated', isListed: task.isListed }];
}

/** A process without `onCaptureDue` leaves the warning to one that has it. */
async function warnOfCapture(
  dependencies: Dependencies,
  context: OrderContext,
  paymentId: string,
): Promise<void> {
  const { client, orderStore, onCaptureDue, policy } = dependencies;
  if (!onCaptureDue) return;
  const { session } = context;
  const payment = await client.retrievePayment(paymentId);
  await savePaymentRead(dependencies, context, payment);
  // Captured or voided meanwhile, by hand.
  const isDue = findPendingTasks(session.record, Date.now(), policy).some(
    (task) => task.type === 'warn-of-capture' && task.paymentId === paymentId,
  );
  if (!isDue) return;
  const warning = { orderId: session.orderId, payment };
  const message = `\`onCaptureDue\` has not ended within ${onSettledTimeoutMs / 1000} s for order ${session.orderId}.`;
  await withTimeout(Promise.resolve(onCaptureDue(warning)), onSettledTimeoutMs, message);
  await orderStore.appendEvents(session, { type: 'capture-warned', paymentId });
}
