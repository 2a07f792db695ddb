import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { createOrderContext, type Dependencies, type OrderContext } from './order-context.js';
import type { Settlement } from './order.js';
import { isPolled } from './pending-tasks.js';
import { isForOrder, isShown, readOrderId } from './reference.js';
import { runQuery, runTasks } from './run-tasks.js';
import { savePaymentRead } from './service-queries.js';

interface SettleResult {
  readonly settlement: Settlement;
  /** Whether the sweep goes on asking about the payment. */
  readonly isPolled: boolean;
  /** Gives duplicates back and calls `onSettled`; resolves with what failed. */
  readonly runTasks: () => Promise<readonly unknown[]>;
}

/** Saves what a payment that the service has just shown means. Undefined when it is for none of these orders. */
export async function settlePayment(
  dependencies: Dependencies,
  payment: Payment,
): Promise<SettleResult | undefined> {
  const { orders, orderStore, reportError } = dependencies;
  const orderId = readOrderId(payment);
  if (orderId === undefined) return undefined;
  const [session, order] = await Promise.all([orderStore.load(orderId), orders.get(orderId)]);
  if (!isForOrder(session.record, order, payment)) return undefined;
  const context = createOrderContext(session, order);
  const { tasks } = await savePaymentRead(dependencies, context, payment);
  const entry = session.record.payments.find(({ id }) => id === payment.id);
  // The payment names the order's address, but was made on none of its intents and holds no money.
  if (!entry || !isShown(entry) || entry.verdict === 'announced') return undefined;
  if (!order)
    reportError(
      new PayError(
        'api',
        `Payment ${payment.id} is for order ${orderId}, for which \`orders.get\` has no order.`,
      ),
    );
  // Another page may still hold an intent of an order that is paid now.
  for (const task of tasks)
    if (task.type === 'retire-intent') await runQuery(dependencies, context, task).catch(reportError);
  return {
    settlement: { orderId, payment, verdict: entry.verdict },
    isPolled: isPolled(session.record, entry),
    runTasks: () => runTasks(dependencies, context),
  };
}

/** The payments that were read in this context, with what they mean. */
export const listSettlements = ({ session, payments }: OrderContext): Settlement[] =>
  session.record.payments.flatMap(({ id, verdict }) => {
    const payment = payments.get(id);
    return payment && verdict !== 'announced' ? [{ orderId: session.orderId, payment, verdict }] : [];
  });
