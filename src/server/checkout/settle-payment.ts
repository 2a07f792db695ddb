import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { createOrderContext, type Dependencies, type OrderContext } from './order-context.js';
import type { Orders, Settlement } from './order.js';
import { isAwaited } from './pending-tasks.js';
import type { OrderRecord } from './record.js';
import { readOrderId } from './reference.js';
import { runQueries, runTasks } from './run-tasks.js';

interface Settled {
  readonly settlement: Settlement;
  readonly failures: readonly unknown[];
  /** Whether the sweep goes on asking about the payment. */
  readonly isAwaited: boolean;
}

/** Saves what a payment that the service has just shown means. Undefined when it is for none of these orders. */
export async function settlePayment(
  dependencies: Dependencies,
  orders: Orders,
  payment: Payment,
): Promise<Settled | undefined> {
  const { store, reportError } = dependencies;
  const orderId = readOrderId(payment);
  const order = orderId === undefined ? undefined : await orders.get(orderId);
  if (!order) return undefined;
  const context = createOrderContext(order);
  context.payments.set(payment.id, payment);
  const { tasks } = await store.appendEvents(order.id, { type: 'payment-read', payment, order });
  // Another page may still hold an intent of an order that is paid now.
  const retiring = tasks.filter(({ type }) => type === 'retire-intent');
  (await runQueries(dependencies, context, retiring)).forEach(reportError);
  const failures = await runTasks(dependencies, context, tasks);
  const record = await store.load(order.id);
  const [settlement] = listSettlements(context, record).filter((each) => each.payment.id === payment.id);
  const entry = record?.payments.find(({ id }) => id === payment.id);
  if (!record || !entry || !settlement) throw new PayError('api', `The payment ${payment.id} was not saved.`);
  return { settlement, failures, isAwaited: isAwaited(record, entry, Date.now()) };
}

/** The payments that were read in this context, with what they mean. */
export function listSettlements(
  { order, payments }: OrderContext,
  record: OrderRecord | undefined,
): Settlement[] {
  return (record?.payments ?? []).flatMap(({ id, verdict }) => {
    const payment = payments.get(id);
    return payment && verdict !== 'announced' ? [{ orderId: order.id, payment, verdict }] : [];
  });
}
