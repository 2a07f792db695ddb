import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { askAll, finish, newErrand, type Errand, type Parts } from './errand.js';
import type { Orders, Settlement } from './order.js';
import { isAwaited } from './outstanding.js';
import type { OrderRecord } from './record.js';
import { orderIdOf } from './reference.js';

interface Settled {
  readonly settlement: Settlement;
  readonly failures: readonly unknown[];
  /** Whether the sweep goes on asking about the payment. */
  readonly awaited: boolean;
}

/** What a payment that the service has just shown means, noted and done. Undefined when it is for none of these orders. */
export async function settlePayment(
  parts: Parts,
  orders: Orders,
  payment: Payment,
): Promise<Settled | undefined> {
  const orderId = orderIdOf(payment);
  const order = orderId === undefined ? undefined : await orders.get(orderId);
  if (!order) return undefined;
  const errand = newErrand(order);
  errand.payments.set(payment.id, payment);
  const { work } = await parts.books.note(order.id, { kind: 'payment', payment, order });
  // Another page may still be holding an intent of an order that is paid now.
  const unasked = await askAll(
    parts,
    errand,
    work.filter((each) => each.do === 'retire'),
  );
  unasked.forEach(parts.report);
  const failures = await finish(parts, errand, work);
  const record = await parts.books.read(order.id);
  const [settlement] = settlements(errand, record).filter((each) => each.payment.id === payment.id);
  const entry = record?.payments.find(({ id }) => id === payment.id);
  if (!record || !entry || !settlement) throw new PayError('api', `The payment ${payment.id} was not noted.`);
  return { settlement, failures, awaited: isAwaited(record, entry, Date.now()) };
}

/** Asks about all that is open for one order, as nobody else may come and ask. */
export async function sweepOrder(parts: Parts, orders: Orders, orderId: string): Promise<Settlement[]> {
  const order = await orders.get(orderId);
  if (!order) return [];
  const errand = newErrand(order);
  // Twice, because the first answers may show that there is more to ask.
  for (const _ of [1, 2]) {
    const { work } = await parts.books.note(orderId, { kind: 'time' });
    (await askAll(parts, errand, work)).forEach(parts.report);
  }
  const { work } = await parts.books.note(orderId, { kind: 'time' });
  (await finish(parts, errand, work)).forEach(parts.report);
  return settlements(errand, await parts.books.read(orderId));
}

/** What was seen of the payments, with what it means. */
function settlements({ order, payments }: Errand, record: OrderRecord | undefined): Settlement[] {
  return (record?.payments ?? []).flatMap(({ id, verdict }) => {
    const payment = payments.get(id);
    return payment && verdict !== 'announced' ? [{ orderId: order.id, payment, verdict }] : [];
  });
}
