import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { readMetadata } from '../response-metadata.js';
import type { PayClient } from '../client.js';
import type { Dependencies, OrderContext } from './order-context.js';
import type { NewOrderEvent } from './order-store.js';
import type { IntentEntry } from './record.js';
import { isForOrder } from './reference.js';
import { hourMs, minuteMs, parseServiceTime } from './times.js';

/** At most this many pages are searched at a time. */
const maxPages = 100;

/** The service itself says that it does not know the id. The 404 of a proxy or of a wrong address says nothing. */
export const isRecordNotFound = (error: unknown): boolean =>
  error instanceof PayError && error.status === 404 && error.type === 'record_not_found';

/** Awaits a call, and remembers the service's time from its response or error. */
async function awaitAnswer<T>(context: OrderContext, answer: Promise<T>) {
  const { value, error } = await answer.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  const own = readMetadata(error ?? value)?.serviceTime;
  if (own !== undefined) context.serviceTime = Math.max(own, context.serviceTime ?? own);
  return { value, error, serviceTime: own ?? context.serviceTime };
}

/** Reads a payment and saves what it means. Undefined when the service says that there is no such payment. */
export async function fetchPayment(
  dependencies: Dependencies,
  context: OrderContext,
  paymentId: string,
): Promise<Payment | undefined> {
  const { client, orderStore } = dependencies;
  const {
    value: payment,
    error,
    serviceTime,
  } = await awaitAnswer(context, client.retrievePayment(paymentId));
  if (error !== undefined && !isRecordNotFound(error)) throw error;
  context.checked.add(paymentId);
  if (payment) await savePaymentRead(dependencies, context, payment, serviceTime);
  else await orderStore.appendEvents(context.session, { type: 'payment-missing', paymentId, serviceTime });
  return payment;
}

/** Saves what a payment that the service has just shown means. */
export function savePaymentRead(
  { orderStore }: Dependencies,
  context: OrderContext,
  payment: Payment,
  serviceTime = readMetadata(payment)?.serviceTime,
) {
  const { session, order } = context;
  context.payments.set(payment.id, payment);
  context.checked.add(payment.id);
  return orderStore.appendEvents(session, {
    type: 'payment-read',
    payment,
    isForOrder: isForOrder(session.record, order, payment),
    serviceTime,
  });
}

/** Reads an intent and saves what its state proves. `created` proves nothing until `expiryMarginMs` after its expiry. */
export async function fetchServiceIntent(
  { client, orderStore }: Dependencies,
  context: OrderContext,
  intentId: string,
): Promise<void> {
  const {
    value: intent,
    error,
    serviceTime,
  } = await awaitAnswer(context, client.retrievePaymentIntent(intentId));
  if (error !== undefined && !isRecordNotFound(error)) throw error;
  context.checked.add(intentId);
  if (intent) context.intents.set(intentId, intent);
  const event: NewOrderEvent = intent
    ? { type: 'intent-read', intent, serviceTime }
    : { type: 'intent-missing', intentId, serviceTime };
  await orderStore.appendEvents(context.session, event);
}

/**
 * Takes an intent out of use. The service lets an intent be either canceled or used, never both, so a cancel that
 * succeeds proves that it was not used and never will be. An intent that can't be canceled was used, canceled or has
 * expired, and then it is read.
 */
export async function retireIntent(
  dependencies: Dependencies,
  context: OrderContext,
  intentId: string,
): Promise<void> {
  const { client, orderStore } = dependencies;
  const { session } = context;
  const { error, serviceTime } = await awaitAnswer(context, client.cancelPaymentIntent(intentId));
  if (error === undefined) {
    context.checked.add(intentId);
    await orderStore.appendEvents(session, { type: 'intent-canceled', intentId });
  } else if (isRecordNotFound(error)) {
    context.checked.add(intentId);
    await orderStore.appendEvents(session, { type: 'intent-missing', intentId, serviceTime });
  } else if (error instanceof PayError && error.status === 400) {
    await fetchServiceIntent(dependencies, context, intentId);
  } else {
    throw error;
  }
}

/** Looks for the payment of a used intent in the list of payments, and saves what it means. */
export async function searchPayment(
  dependencies: Dependencies,
  context: OrderContext,
  intent: IntentEntry,
): Promise<void> {
  const { client, orderStore } = dependencies;
  context.searched.add(intent.id);
  const isKnown = (id: string) =>
    context.session.record.payments.some((entry) => entry.id === id && entry.verdict !== 'announced');
  const searched = findListedPayment(client, intent, isKnown);
  const { value, error, serviceTime } = await awaitAnswer(context, searched);
  if (error !== undefined) throw error;
  if (value?.payment) await savePaymentRead(dependencies, context, value.payment, serviceTime);
  else
    await orderStore.appendEvents(context.session, {
      type: 'payment-not-listed',
      intentId: intent.id,
      isComplete: value?.isComplete ?? false,
      serviceTime: value?.serviceTime ?? serviceTime,
    });
}

/**
 * The payment of an intent that is not known yet, from the list of payments made while the intent could be used, and
 * whether that list was read as far as it matters.
 */
async function findListedPayment(client: PayClient, intent: IntentEntry, isKnown: (id: string) => boolean) {
  const { callbackUrl, description, expiresAt, usedAt } = intent;
  // All of these times are by the service's clock. The interval is widened by minutes; where the time of
  // the use is not known, by an hour.
  const first = parseServiceTime(usedAt) - 5 * minuteMs || parseServiceTime(expiresAt) - 2 * hourMs;
  const last = parseServiceTime(usedAt) + 15 * minuteMs || parseServiceTime(expiresAt) + hourMs;
  const created = Number.isNaN(first) ? undefined : { gt: new Date(first), lt: new Date(last) };
  const seen = new Set<string>();
  let serviceTime: number | undefined;
  for (let page = 1; page <= maxPages; page++) {
    const list = await client.listPayments({ page, ...(created && { created }) });
    serviceTime ??= readMetadata(list)?.serviceTime;
    const payment = list.payments.find(
      (each) => each.callback_url === callbackUrl && each.description === description && !isKnown(each.id),
    );
    const next = list.meta?.next_page;
    // Where the service does not say whether a page follows, only an empty one is the end.
    const isLast = next === undefined ? list.payments.length === 0 : next === null;
    // A service may pay no attention to the times.
    const isPast = parseServiceTime(list.payments.at(-1)?.created_at) < first;
    if (payment || isLast || isPast) return { payment, isComplete: true, serviceTime };
    // Nor to the number of the page, and answer the first one each time.
    if (list.payments.every(({ id }) => seen.has(id))) break;
    for (const { id } of list.payments) seen.add(id);
  }
  return { payment: undefined, isComplete: false, serviceTime };
}
