import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { createOrderContext, type Dependencies, type OrderContext } from './order-context.js';
import type { Settlement } from './order.js';
import { runQuery, savePayment } from './queries.js';
import { describeSettlement } from './payment-view.js';
import { findIntentOf, isUnidentified } from './record.js';
import { isOrderId, readOrderId } from './terms.js';

/**
 * Saves what a payment that the service has just shown means. The caller or the payment's address names the order, and the
 * record proves that its id is one of the order's own. Undefined for any other payment, which changes nothing.
 */
export async function settlePayment(
  dependencies: Dependencies,
  payment: Payment,
  orderId = readOrderId(payment),
): Promise<{ readonly settlement: Settlement; readonly context: OrderContext } | undefined> {
  const { orders, orderStore, reportError } = dependencies;
  if (!isOrderId(orderId)) return undefined;
  const session = await orderStore.load(orderId);
  const isOwn = () => findIntentOf(session.record, payment.id) !== undefined;
  if (!isOwn() && !session.record.intents.some(isUnidentified)) return undefined;
  const order = await orders.get(orderId);
  const context = createOrderContext(dependencies, session, order);
  if (!isOwn()) {
    for (const { id: intentId } of session.record.intents.filter(isUnidentified))
      await runQuery(context, { type: 'list-candidates', intentId });
    if (!isOwn()) return undefined;
  }
  const { tasks } = await savePayment(context, payment);
  const settlement = describeSettlement(session.record, orderId, payment);
  if (!settlement) return undefined;
  if (!order)
    reportError(
      new PayError(
        'api',
        `Payment ${payment.id} is for order ${orderId}, for which \`orders.get\` has no order.`,
      ),
    );
  // Another page may still hold an intent of an order that is paid now.
  for (const task of tasks)
    if (task.type === 'retire-intent') await runQuery(context, task).catch(reportError);
  return { settlement, context };
}

/** The payments that were read in this context, with what they mean. */
export const listSettlements = ({ session, payments }: OrderContext): Settlement[] =>
  [...payments.values()].flatMap(
    (payment) => describeSettlement(session.record, session.orderId, payment) ?? [],
  );
