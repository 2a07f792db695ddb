import { createConfigurationError } from '../check.js';
import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { readAccount, type PayClient } from '../client.js';
import { readMetadata } from '../response-metadata.js';
import { isOfOtherAccount } from './intent-state.js';
import type { OrderContext } from './order-context.js';
import type { Query } from './order-event.js';
import { findIntent, findIntentOf, type IntentEntry } from './record.js';
import { isSameAddress, readScalar } from './terms.js';
import { hourMs, lagBoundMs, minuteMs, parseServiceTime, useMarginMs } from './times.js';

/** Asks the service one question, and saves what the answer means. */
export async function runQuery(context: OrderContext, query: Query): Promise<void> {
  switch (query.type) {
    case 'read-payment':
      await fetchPayment(context, query.paymentId);
      return;
    case 'read-intent':
      return fetchServiceIntent(context, query.intentId);
    case 'retire-intent':
      return retireIntent(context, query.intentId);
    case 'list-candidates':
      return listCandidates(context, query.intentId);
    default:
      return query satisfies never;
  }
}

/** The service itself says that it does not know the id. The 404 of a proxy or of a wrong address proves nothing. */
export const isRecordNotFound = (error: unknown): boolean =>
  error instanceof PayError &&
  error.status === 404 &&
  // Older services write `api_error`.
  (error.type === 'record_not_found' || error.type === 'api_error');

/** The same in words that no wrong address of the service has: `api_error` may mean that. */
const isCertainlyGone = (error: unknown): boolean =>
  isRecordNotFound(error) && (error as PayError).type === 'record_not_found';

/** Awaits a call, and remembers the service's time from its response or error. */
async function awaitAnswer<T>(context: OrderContext, answer: Promise<T>) {
  const { value, error } = await answer.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  const serviceTime = readMetadata(error ?? value)?.serviceTime;
  if (serviceTime !== undefined)
    context.serviceTime = Math.max(serviceTime, context.serviceTime ?? serviceTime);
  return { value, error, serviceTime: serviceTime ?? context.serviceTime };
}

/** Reads a payment and saves what it means. Undefined if the service says that there is no such payment. */
export async function fetchPayment(context: OrderContext, paymentId: string): Promise<Payment | undefined> {
  const { client, appendEvents } = context;
  const answer = await awaitAnswer(context, client.retrievePayment(paymentId));
  const { value: payment, error, serviceTime } = answer;
  if (error !== undefined && !isRecordNotFound(error)) throw error;
  context.checked.add(paymentId);
  if (payment) await savePayment(context, payment, serviceTime);
  else {
    const intent = findIntentOf(context.session.record, paymentId);
    // A wrong address does not show the intent either, and then this rejects.
    if (intent && !intent.charge && !isCertainlyGone(error)) await client.retrievePaymentIntent(intent.id);
    await appendEvents({ type: 'payment-missing', paymentId, serviceTime });
    if (intent) reportUnreadable(context, intent, await readAccount(client));
  }
  return payment;
}

/** What the present key cannot read although it is there stays as it is, and the operator has to know. */
function reportUnreadable(
  { reportError, session }: OrderContext,
  intent: IntentEntry,
  account: string | undefined,
): void {
  const isOther = isOfOtherAccount(intent, account);
  if (!isOther && !intent.payment) return;
  const what = isOther
    ? 'an intent that was made with another secret key, and the present key cannot read it'
    : `payment ${intent.payment?.id}, which the service has shown before and does not know now`;
  reportError(
    createConfigurationError(
      'secretKey',
      `Order ${session.orderId} has ${what}. The order stays as it is. Use the key of the account that made intent ${intent.id}.`,
    ),
  );
}

/** Saves what a payment that the service has just shown means. */
export async function savePayment(
  context: OrderContext,
  payment: Payment,
  serviceTime = readMetadata(payment)?.serviceTime,
) {
  const { appendEvents, callerLimit, session } = context;
  const before = findIntentOf(session.record, payment.id)?.payment?.verdict;
  context.payments.set(payment.id, payment);
  context.checked.add(payment.id);
  const decision = await appendEvents({ type: 'payment-read', payment, serviceTime });
  const intent = findIntentOf(decision.record, payment.id);
  if (intent?.payment?.verdict === 'failed' && before !== 'failed') callerLimit.countDecline(intent.id);
  return decision;
}

async function fetchServiceIntent(context: OrderContext, intentId: string): Promise<void> {
  const { client, appendEvents, reportError } = context;
  const { value, error, serviceTime } = await awaitAnswer(context, client.retrievePaymentIntent(intentId));
  if (error !== undefined && !isCertainlyGone(error)) throw error;
  context.checked.add(intentId);
  if (!value) return saveMissingIntent(context, intentId, serviceTime);
  // In the record's spelling: the service may answer in capitals.
  const intent = { ...value, id: intentId };
  context.intents.set(intentId, intent);
  await appendEvents({ type: 'intent-read', intent, serviceTime });
  if (serviceTime === undefined)
    reportError(
      new PayError(
        'api',
        'An answer of the service has no `Date` header, so unused intents stay open until a page asks for the next one. Does a proxy remove the header?',
      ),
    );
}

async function saveMissingIntent(
  context: OrderContext,
  intentId: string,
  serviceTime: number | undefined,
): Promise<void> {
  const account = await readAccount(context.client);
  const { record } = await context.appendEvents({ type: 'intent-missing', intentId, serviceTime, account });
  const intent = findIntent(record, intentId);
  if (intent) reportUnreadable(context, intent, account);
}

/**
 * Takes an intent out of use. The service lets an intent be either canceled or used, never both, so a cancel that
 * succeeds proves that it was not used and never will be. An intent that cannot be canceled was used, canceled or has
 * expired, and then it is read.
 */
async function retireIntent(context: OrderContext, intentId: string): Promise<void> {
  const { client, appendEvents } = context;
  const { error, serviceTime } = await awaitAnswer(context, client.cancelPaymentIntent(intentId));
  if (error instanceof PayError && error.status === 400) return fetchServiceIntent(context, intentId);
  if (error !== undefined && !isCertainlyGone(error)) throw error;
  context.checked.add(intentId);
  if (error !== undefined) return saveMissingIntent(context, intentId, serviceTime);
  await appendEvents({ type: 'intent-canceled', intentId });
}

/** Searches the list of payments, and saves what it shows if it was read as far as it matters. */
async function listCandidates(context: OrderContext, intentId: string): Promise<void> {
  const { client, appendEvents, session } = context;
  const intent = findIntent(session.record, intentId);
  if (!intent) return;
  const { value: candidates, error } = await awaitAnswer(context, findCandidates(client, intent));
  if (error !== undefined) throw error;
  if (!candidates)
    throw new PayError(
      'api',
      `The list of payments could not be read to its end for order ${session.orderId}.`,
    );
  for (const payment of candidates) context.payments.set(payment.id, payment);
  await appendEvents({ type: 'candidates-listed', intentId, candidates });
}

/** At most this many pages are searched at a time. */
const maxPages = 100;

/** The payments of the intent's amount, currency and address that were made when it was used. */
async function findCandidates(client: PayClient, intent: IntentEntry): Promise<Payment[] | undefined> {
  const usedAt = parseServiceTime(intent.usedAt);
  return listPaymentsAround(
    client,
    usedAt,
    (payment) =>
      // An app that sends no `apply_coupon` gets the service's coupon.
      (payment.amount === intent.amount ||
        Number(readScalar(payment, '#coupon_original_amount')) === intent.amount) &&
      payment.currency === intent.currency &&
      isSameAddress(payment.callback_url, intent.callbackUrl) &&
      Math.abs(parseServiceTime(payment.created_at) - usedAt) <= useMarginMs,
  );
}

/**
 * The payments around a time that are wanted; undefined if the list was not read as far as it matters. All times are by
 * the service's clock.
 */
export async function listPaymentsAround(
  client: PayClient,
  time: number,
  isWanted: (payment: Payment) => boolean,
): Promise<Payment[] | undefined> {
  if (Number.isNaN(time)) return undefined;
  const created = { gt: new Date(time - lagBoundMs), lt: new Date(time + 15 * minuteMs) };
  const found = new Map<string, Payment>();
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page++) {
    const { payments, meta } = await client.listPayments({ page, created });
    // A service may ignore the number of the page, and answer the first one each time.
    if (payments.length > 0 && payments.every(({ id }) => seen.has(id))) return undefined;
    for (const payment of payments) {
      seen.add(payment.id);
      if (isWanted(payment)) found.set(payment.id, payment);
    }
    // If the service does not say whether a page follows, only an empty one is the end.
    const next = meta?.next_page;
    const isLast = next === undefined ? payments.length === 0 : next === null;
    // A service may ignore the times: the list is newest first.
    const isPast = parseServiceTime(payments.at(-1)?.created_at) < time - hourMs;
    if (isLast || isPast) return [...found.values()];
  }
  return undefined;
}
