import { createArgumentError } from '../check.js';
import type { Dependencies } from './order-context.js';
import { createOrderContext } from './order-context.js';
import type { Settlement } from './order.js';
import { findIntentOf, isMismatchHeld, isUnidentified } from './record.js';
import { runTasks, runTasksForPage } from './run-tasks.js';
import { describeSettlement } from './payment-view.js';

/** The operator's word that this payment is the one of an intent of the order, and pays for the order. */
export async function adoptPayment(
  dependencies: Dependencies,
  orderId: string,
  paymentId: string,
): Promise<Settlement> {
  const { client, orders, orderStore } = dependencies;
  if (typeof orderId !== 'string' || orderId === '')
    throw createArgumentError('adopt', 'orderId', 'must be a string with something in it');
  const payment = await client.retrievePayment(paymentId);
  const session = await orderStore.load(orderId);
  const own = findIntentOf(session.record, payment.id);
  const known = own && describeSettlement(session.record, orderId, payment);
  // A repeat of what was done.
  if (known && known.verdict !== 'mismatch') return known;
  const intent = own
    ? [own].find(isMismatchHeld)
    : (session.record.intents.find(
        (each) =>
          isUnidentified(each) && each.amount === payment.amount && each.currency === payment.currency,
      ) ?? session.record.intents.find(isUnidentified));
  if (!intent)
    throw createArgumentError(
      'adopt',
      'paymentId',
      `fits no intent of order ${orderId} that waits for a decision: \`report()\` names what does`,
    );
  const context = createOrderContext(session, await orders.get(orderId));
  context.payments.set(payment.id, payment);
  await orderStore.appendEvents(session, {
    ...{ type: 'payment-adopted', intentId: intent.id, payment, serviceTime: undefined },
  });
  await runTasksForPage(dependencies, () => runTasks(dependencies, context));
  const settlement = describeSettlement(session.record, orderId, payment);
  if (!settlement) throw new Error('An adopted payment is in the record.');
  return settlement;
}
