import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { isKnownEvent, readDelivery, type Delivery } from '../delivery.js';
import { isOlderState } from './apply-payment.js';
import { issueIntent } from './issue-intent.js';
import type { IssuedIntent, IntentConflict } from './issued-intent.js';
import { findOrderWait, type CheckedLimits } from './limits.js';
import type { OrderSession } from './order-store.js';
import type { OrderRecord } from './record.js';
import { createOrderContext, type Dependencies, type OrderContext } from './order-context.js';
import type { Order } from './order.js';
import { buildIntentDetails, readDetails } from './payment-details.js';
import { buildPaymentView, type PaymentView } from './payment-view.js';
import { isSamePrice } from './reference.js';
import { RequestBodyError, cloneRequest, readAttemptBody, readBody, readIntentBody } from './request-body.js';
import { respondJson, respondWithError } from './respond.js';
import { runTasks } from './run-tasks.js';
import { fetchPayment, isRecordNotFound } from './service-queries.js';
import { settlePayment } from './settle-payment.js';
import type { ReadThrottle } from './read-throttle.js';
import { pageTimeoutMs, webhookTimeoutMs, withTimeout } from './timeouts.js';

export interface RouteContext {
  readonly dependencies: Dependencies;
  readonly sharedSecret: string | undefined;
  readonly limits: CheckedLimits;
  readonly caller: ((request: Request) => string | undefined) | undefined;
  readonly countCaller: (caller: string, now: number) => number;
  readonly throttleStatus: ReadThrottle<StatusReading>;
  readonly challenge: ((request: Request, order: Order) => Promise<boolean>) | undefined;
}

/** What a read for `…/status` has found: `unknown` was not announced for this order, `missing` the service does not know. */
type StatusReading = 'unknown' | 'missing' | PaymentView;

const respondConflict = ({ type, payment }: IntentConflict) => respondJson(409, { type, payment });

const routes = {
  intent: { method: 'POST', handle: postIntent },
  attempt: { method: 'POST', handle: postAttempt },
  status: { method: 'GET', handle: getStatus },
  webhook: { method: 'POST', handle: postWebhook },
} as const;

/** Answers one request, by the last segment of its path. Never rejects. */
export async function route(context: RouteContext, request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.split('/').filter(Boolean).at(-1) ?? '';
  if (!isRoute(name) || (name === 'webhook' && context.sharedSecret === undefined))
    return respondWithError(404, 'not_found', 'There is nothing here.');
  const { method, handle } = routes[name];
  if (request.method !== method)
    return respondWithError(405, 'method_not_allowed', `Use ${method}.`, { allow: method });
  try {
    return await handle(context, request);
  } catch (error) {
    if (error instanceof RequestBodyError)
      return respondWithError(error.status, 'invalid_request', error.message);
    context.dependencies.reportError(error);
    // Do not expose internals. Everything proven is saved, so the client may retry.
    return respondWithError(503, 'unavailable', 'This cannot be answered now. Try again soon.', {
      'retry-after': '5',
    });
  }
}

const isRoute = (name: string): name is keyof typeof routes => Object.hasOwn(routes, name);

const respondUnknownOrder = () =>
  respondWithError(404, 'order_not_found', 'There is no order that you may pay here.');

/** Answers 429 before the service is asked anything. */
function respondTooManyTries(waitMs: number): Response {
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  return respondWithError(429, 'too_many_attempts', 'Too many tries for now. Try again later.', headers);
}

/** Counts a try of this caller, and returns the milliseconds to wait before the next one. */
function countTryAndFindWait({ caller, countCaller }: RouteContext, request: Request): number {
  const name: unknown = caller?.(request);
  // A missing header is null. If it counted as a name, all who send none would share one limit.
  if (name === undefined || name === null || name === '') return 0;
  if (typeof name !== 'string')
    throw new PayError('configuration', '`caller` must answer a text, or undefined.', { field: 'caller' });
  return countCaller(name, Date.now());
}

async function postIntent(context: RouteContext, request: Request): Promise<Response> {
  const { dependencies, limits, challenge } = context;
  const copy = cloneRequest(request);
  const challenged = challenge && cloneRequest(request);
  const order = await dependencies.orders.find(request);
  if (!order) return respondUnknownOrder();
  const body = await readIntentBody(copy);
  const session = await dependencies.orderStore.load(order.id);
  const wait = Math.max(
    findOrderWait(session.record, 'intent', limits, Date.now()),
    countTryAndFindWait(context, request),
  );
  if (wait > 0) return respondTooManyTries(wait);
  if (challenge && challenged && (await challenge(challenged, order)) !== true)
    return respondWithError(403, 'challenge_required', 'Answer the challenge of this shop first.');
  const details = readDetails(order);
  const result = await shareIntent(dependencies, session, order, body.instead_of);
  if (result.kind === 'too-many-tries') return respondTooManyTries(result.waitMs);
  if (result.kind === 'refused') return respondConflict(result);
  const { id, client_secret, amount, currency, expires_at } = result.intent;
  return respondJson(201, {
    id,
    client_secret,
    amount,
    currency,
    expires_at,
    ...buildIntentDetails(details),
  });
}

/** Requests that mean the same at the same moment get the same answer, so a hot order asks the service once. */
async function shareIntent(
  dependencies: Dependencies,
  session: OrderSession,
  order: Order,
  insteadOf: string | undefined,
) {
  const { runningIntentRequests } = dependencies;
  const { id, amount, currency, callbackUrl, description } = order;
  // Only what is checked: a row of a database may hold what JSON cannot, or a `toJSON` that hides the price.
  const key = JSON.stringify([id, amount, currency, callbackUrl, description, readDetails(order), insteadOf]);
  const running = runningIntentRequests.get(key) ?? issueAndSettle(dependencies, session, order, insteadOf);
  runningIntentRequests.set(key, running);
  try {
    return await running;
  } finally {
    if (runningIntentRequests.get(key) === running) runningIntentRequests.delete(key);
  }
}

async function issueAndSettle(
  dependencies: Dependencies,
  session: OrderSession,
  order: Order,
  insteadOf: string | undefined,
): Promise<IssuedIntent> {
  const { orderStore } = dependencies;
  const context = createOrderContext(session, order);
  // A try that is let through is always saved, and a save that another request was faster than loads the record again. So
  // from here on the record is as it is stored, also when the challenge took long.
  const { reply } = await orderStore.appendEvents(session, { type: 'intent-requested' });
  if (reply.type === 'too-many-tries') return { kind: reply.type, waitMs: reply.waitMs };
  if (insteadOf !== undefined) {
    // It may have been approved since the page last asked about it, and then it pays for the order.
    if (session.record.payments.some(({ id }) => id === insteadOf))
      await fetchPayment(dependencies, context, insteadOf);
    await orderStore.appendEvents(session, { type: 'payment-released', paymentId: insteadOf });
  }
  const issued = await issueIntent(dependencies, context, order);
  if (issued.kind === 'refused') emitConflict(dependencies, context, issued);
  await runTasksForPage(dependencies, () => runTasks(dependencies, context));
  return issued;
}

function emitConflict(
  { emitter }: Dependencies,
  { session }: OrderContext,
  { type, payment }: IntentConflict,
): void {
  if (!emitter.hasListeners()) return;
  const what = type === 'order_paid' ? 'order-paid-answered' : 'payment-open-answered';
  const paymentId = payment?.id;
  const change = { what, ...(paymentId !== undefined && { paymentId }) } as const;
  emitter.emit(session.orderId, [change], Date.now() - session.startedAt);
}

/** The response does not wait long for `onSettled`, and does not mention its failure. */
export async function runTasksForPage(
  { reportError }: Dependencies,
  run: () => Promise<readonly unknown[]>,
): Promise<void> {
  const done = run().then((failures) => failures.forEach(reportError));
  const message = 'A page was answered before `onSettled` had ended.';
  await withTimeout(done, pageTimeoutMs, message).catch(reportError);
}

async function postAttempt(context: RouteContext, request: Request): Promise<Response> {
  const { dependencies, limits } = context;
  const copy = cloneRequest(request);
  const order = await dependencies.orders.find(request);
  if (!order) return respondUnknownOrder();
  const { payment_id: paymentId } = await readAttemptBody(copy);
  const session = await dependencies.orderStore.load(order.id);
  const { paidBy, intents, payments } = session.record;
  const isKnown = payments.some(({ id }) => id === paymentId);
  if (!isKnown && paidBy === undefined) {
    const ofOrder = findOrderWait(session.record, 'attempt', limits, Date.now());
    const wait = Math.max(ofOrder, countTryAndFindWait(context, request));
    if (wait > 0) return respondTooManyTries(wait);
  }
  // The order has another price since the page got its intent. What the payer was shown is no longer what it costs.
  const open = intents.find(({ state }) => state === 'open');
  if (open && paidBy === undefined && !isSamePrice(open, order))
    return respondWithError(
      409,
      'price_changed',
      'The order has another price now. Ask for an intent again.',
    );
  const event = { type: 'attempt-announced', paymentId } as const;
  const { reply } = await dependencies.orderStore.appendEvents(session, event);
  if (reply.type === 'too-many-tries') return respondTooManyTries(reply.waitMs);
  if (reply.type === 'order_paid') return respondConflict(buildPaidConflict(session.record, reply.paymentId));
  return respondJson(204);
}

/** Built from the record: announcing an attempt asks the service nothing. */
function buildPaidConflict({ intents, payments }: OrderRecord, paymentId: string): IntentConflict {
  const entry = payments.find(({ id }) => id === paymentId);
  const intent = intents.find(({ number }) => number === entry?.intent);
  if (!intent) return { kind: 'refused', type: 'order_paid', payment: { id: paymentId, status: 'unknown' } };
  const { amount, currency, callbackUrl: callback_url } = intent;
  const status = entry?.verdict === 'authorized' ? 'authorized' : 'paid';
  const payment = buildPaymentView({ id: paymentId, status, amount, currency, callback_url });
  return { kind: 'refused', type: 'order_paid', payment };
}

async function getStatus(
  { dependencies, throttleStatus }: RouteContext,
  request: Request,
): Promise<Response> {
  // The element adds the payment's id at the end of a query that may have an `id` of its own.
  const id = new URL(request.url).searchParams.getAll('id').at(-1) ?? '';
  const order = await dependencies.orders.find(request);
  // 404 has one meaning here: the service knows no such payment.
  const respondNotAnnounced = () =>
    respondWithError(403, 'not_announced', 'This payment was not announced for this order.');
  if (!order) return respondNotAnnounced();
  const { record } = await dependencies.orderStore.load(order.id);
  if (!record.payments.some((entry) => entry.id === id)) return respondNotAnnounced();
  const reading = await throttleStatus(JSON.stringify([order.id, id]), () =>
    readStatus(dependencies, order, id),
  );
  if (reading === 'unknown') return respondNotAnnounced();
  if (reading === 'missing')
    return respondWithError(404, 'payment_not_found', 'The payment service knows no such payment.');
  return respondJson(200, reading);
}

async function readStatus(dependencies: Dependencies, order: Order, id: string): Promise<StatusReading> {
  const session = await dependencies.orderStore.load(order.id);
  const findEntry = () => session.record.payments.find((entry) => entry.id === id);
  const before = findEntry();
  if (!before) return 'unknown';
  const context = createOrderContext(session, order);
  const payment = await fetchPayment(dependencies, context, id);
  if (!payment) {
    if (before.verdict !== 'announced')
      throw new PayError('api', `The service has shown payment ${id} before, and does not now.`);
    return 'missing';
  }
  await runTasksForPage(dependencies, () => runTasks(dependencies, context));
  // Announced here, but made on an intent of something else: such a payment must not be revealed here.
  const intent = findEntry()?.intent;
  if (!session.record.intents.some(({ number }) => number === intent) || findEntry()?.verdict === 'announced')
    return 'unknown';
  return buildPaymentView(payment);
}

async function postWebhook(context: RouteContext, request: Request): Promise<Response> {
  const delivery = parseDelivery(await readBody(request), context.sharedSecret ?? '');
  const message = `A webhook message took longer than ${webhookTimeoutMs / 1000} s.`;
  await withTimeout(applyDelivery(context, delivery), webhookTimeoutMs, message);
  return respondJson(204);
}

function parseDelivery(body: string, sharedSecret: string): Delivery {
  try {
    return readDelivery(body, sharedSecret);
  } catch {
    throw new RequestBodyError(400, 'This is not a message of the payment service.');
  }
}

/**
 * A message only says which payment to look at. Its state is read from the service, since messages come late, twice
 * and in any order. So no message needs to be remembered as handled.
 */
async function applyDelivery({ dependencies }: RouteContext, delivery: Delivery): Promise<void> {
  // Compared as a text, so that kinds of message about a payment which came later are read too.
  const type: string = delivery.type;
  const said = Object(delivery.data) as Partial<Payment>;
  const { id } = said;
  if (!type.startsWith('payment_') || typeof id !== 'string') return;
  const payment = await dependencies.client.retrievePayment(id).catch((error: unknown) => {
    // A kind that came later may be about something else, such as a link, and then no repeat of it can be read.
    const isNoId = error instanceof PayError && error.code === 'configuration';
    if (!isKnownEvent(type) && (isNoId || isRecordNotFound(error))) return undefined;
    throw error;
  });
  const settled = payment && (await settlePayment(dependencies, payment));
  if (!settled) return;
  const [failure] = await settled.runTasks();
  // The service repeats the message, and the failed call is then made again.
  if (failure !== undefined) throw failure;
  // Nobody asks again about a payment that is decided, or that has waited at the bank for a day. So a message that is
  // ahead of what the service shows must come again.
  if (!settled.isPolled && isOlderState(payment, said))
    throw new PayError('api', `The service does not show yet what its message says of payment ${id}.`);
}
