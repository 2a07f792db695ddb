import { createConfigurationError } from '../check.js';
import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { readAccount } from '../client.js';
import { isKnownEvent, maxDeliveryBytes, readDelivery, type Delivery } from '../delivery.js';
import { isExpired } from './charge.js';
import { isOfOtherAccount } from './intent-state.js';
import { issueIntent } from './issue-intent.js';
import { isOlderState } from './judge-payment.js';
import { findWait, type CheckedLimits } from './limits.js';
import {
  createOrderContext,
  type Dependencies,
  type IntentConflict,
  type IssuedIntent,
  type OrderContext,
} from './order-context.js';
import type { Order } from './order.js';
import { buildPageView, type PaymentView } from './payment-view.js';
import { fetchPayment, isRecordNotFound } from './queries.js';
import type { ReadThrottle } from './read-throttle.js';
import { findIntentOf, isRefusedCharge, paymentIdOf } from './record.js';
import { RequestBodyError, cloneRequest, isFromOwnPage, readBody, readIntentBody } from './request-body.js';
import { respondJson, respondWithError } from './respond.js';
import { runTasks, runTasksForPage } from './run-tasks.js';
import { settlePayment } from './settle-payment.js';
import { buildIntentTerms, readTerms } from './terms.js';
import { webhookTimeoutMs, withTimeout } from './times.js';

export interface RouteContext extends Dependencies {
  readonly sharedSecret: string | undefined;
  readonly limits: CheckedLimits;
  readonly caller: ((request: Request) => string | undefined) | undefined;
  readonly throttleIntent: ReadThrottle<IssuedIntent>;
  readonly throttleStatus: ReadThrottle<StatusReading>;
  readonly challenge: ((request: Request, order: Order) => Promise<boolean>) | undefined;
  /** Running requests for an intent by all that decides their answer, so that equal requests share one. */
  readonly runningIntents: Map<string, Promise<IssuedIntent>>;
}

/** What a read for `…/status` has found: `missing`, the service knows no such payment. */
type StatusReading = 'missing' | PaymentView;

const routes = {
  intent: { method: 'POST', handle: postIntent },
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
    if (error instanceof RequestBodyError) {
      if (error.cause !== undefined) context.reportError(error.cause);
      return respondWithError(error.status, 'invalid_request', error.message);
    }
    context.reportError(error);
    // Do not expose internals. Everything proven is saved, so the client may retry.
    return respondWithError(503, 'unavailable', 'This cannot be answered now. Try again soon.', {
      'retry-after': '5',
    });
  }
}

const isRoute = (name: string): name is keyof typeof routes => Object.hasOwn(routes, name);

async function postIntent(context: RouteContext, request: Request): Promise<Response> {
  const { orders, orderStore, callerLimit, limits, challenge } = context;
  if (!isFromOwnPage(request))
    return respondWithError(
      403,
      'forbidden_origin',
      'Send `Content-Type: application/json`: a page of another site cannot, without asking first.',
    );
  const copy = cloneRequest(request);
  const challenged = challenge && cloneRequest(request);
  const order = await orders.find(request);
  if (!order || isExpired(order, Date.now()))
    return respondWithError(404, 'order_not_found', 'There is no order that you may pay here.');
  const body = await readIntentBody(copy);
  const { record } = await orderStore.load(order.id);
  const caller = readCaller(context, request);
  const now = Date.now();
  const wait = Math.max(
    findWait(record.declines, limits.declinesPerOrder, now),
    caller === undefined ? 0 : callerLimit.findWait(caller, now),
  );
  if (wait > 0)
    return respondWithError(429, 'too_many_attempts', 'Too many tries for now. Try again later.', {
      'retry-after': String(Math.ceil(wait / 1000)),
    });
  if (challenge && challenged && (await challenge(challenged, order)) !== true)
    return respondWithError(403, 'challenge_required', 'Answer the challenge of this shop first.');
  // In the record's own spelling, so that all spellings are one question. An id of another order gives nothing up.
  const givenUp = body.instead_of ? findIntentOf(record, body.instead_of) : undefined;
  const issued = await shareIntent(context, order, givenUp && paymentIdOf(givenUp));
  if (issued.kind === 'refused') return respondJson(409, { type: issued.type, payment: issued.payment });
  const { id, client_secret, amount, currency, expires_at } = issued.intent;
  if (caller !== undefined) callerLimit.handOut(id, caller);
  return respondJson(201, {
    ...{ id, client_secret, amount, currency, expires_at },
    payment_id: issued.paymentId,
    ...buildIntentTerms(readTerms(order)),
  });
}

/** Who calls, for the limit of each caller. */
function readCaller({ caller }: RouteContext, request: Request): string | undefined {
  const name: unknown = caller?.(request);
  // A missing header is null. If it counted as a name, all who send none would share one limit.
  if (name === undefined || name === null || name === '') return undefined;
  if (typeof name === 'string') return name;
  throw createConfigurationError('caller', '`caller` must return a string, or undefined.');
}

/** Requests that mean the same at the same moment get the same answer, so a hot order asks the service once. */
async function shareIntent(
  context: RouteContext,
  order: Order,
  insteadOf: string | undefined,
): Promise<IssuedIntent> {
  const { runningIntents, throttleIntent } = context;
  const key = JSON.stringify([order, insteadOf]);
  const issue = async () => {
    const running = runningIntents.get(key) ?? issueAndSettle(context, order, insteadOf);
    runningIntents.set(key, running);
    try {
      return await running;
    } finally {
      if (runningIntents.get(key) === running) runningIntents.delete(key);
    }
  };
  return runningIntents.get(key) ?? throttleIntent(order.id, key, issue);
}

async function issueAndSettle(
  dependencies: Dependencies,
  order: Order,
  insteadOf: string | undefined,
): Promise<IssuedIntent> {
  const session = await dependencies.orderStore.load(order.id);
  const context = createOrderContext(dependencies, session, order);
  const issued = await issueIntent(context, order, insteadOf);
  if (issued.kind === 'refused') emitConflict(context, issued);
  await runTasksForPage(context);
  return issued;
}

const answers = {
  order_paid: 'order-paid-answered',
  payment_open: 'payment-open-answered',
  payment_held: 'payment-held-answered',
} as const;

function emitConflict({ emitter, session }: OrderContext, { type, payment }: IntentConflict): void {
  if (!emitter.hasListeners()) return;
  const change = { what: answers[type], paymentId: payment.id };
  emitter.emit(session.orderId, [change], Date.now() - session.startedAt);
}

async function getStatus(context: RouteContext, request: Request): Promise<Response> {
  const { orders, orderStore, throttleStatus } = context;
  // The element adds the payment's id at the end of a query that may have an `id` of its own.
  const asked = new URL(request.url).searchParams.getAll('id').at(-1);
  const order = await orders.find(request);
  const { record } = order ? await orderStore.load(order.id) : { record: undefined };
  const intent =
    record &&
    (asked ? findIntentOf(record, asked) : record.intents.filter((each) => !isRefusedCharge(each)).at(-1));
  // 404 has one meaning here: the service knows no such payment.
  if (!order || !intent)
    return respondWithError(403, 'payment_of_other_order', 'The order has no payment with this id.');
  const id = paymentIdOf(intent);
  const name = JSON.stringify([order.id, id]);
  const reading = await throttleStatus(name, name, () => readStatus(context, order, id));
  if (reading === 'missing')
    return respondWithError(404, 'payment_not_found', 'The payment service knows no such payment.');
  return respondJson(200, reading);
}

async function readStatus(
  dependencies: Dependencies,
  order: Order,
  paymentId: string,
): Promise<StatusReading> {
  const session = await dependencies.orderStore.load(order.id);
  const intent = findIntentOf(session.record, paymentId);
  const context = createOrderContext(dependencies, session, order);
  const payment = await fetchPayment(context, paymentId);
  if (!payment) {
    const isOther = intent && isOfOtherAccount(intent, await readAccount(dependencies.client));
    // A page would say that the payment never arrived.
    if (isOther || intent?.payment)
      throw new PayError('api', `The service does not show payment ${paymentId} now, or to this secret key.`);
    return 'missing';
  }
  await runTasksForPage(context);
  return buildPageView(payment);
}

async function postWebhook(context: RouteContext, request: Request): Promise<Response> {
  const delivery = parseDelivery(await readBody(request, maxDeliveryBytes), context.sharedSecret ?? '');
  const message = `A webhook message took longer than ${webhookTimeoutMs / 1000} s.`;
  await withTimeout(applyDelivery(context, delivery), webhookTimeoutMs, message);
  return respondJson(204);
}

function parseDelivery(body: string, sharedSecret: string): Delivery {
  try {
    return readDelivery(body, sharedSecret);
  } catch (error) {
    // A member at fault is named once the secret was right. So the service sent it, and the operator has to know.
    const isOfService =
      error instanceof PayError && error.type === 'unreadable_message' && error.field !== undefined;
    const refusal = new RequestBodyError(400, 'This is not a message of the payment service.');
    throw isOfService ? Object.assign(refusal, { cause: error }) : refusal;
  }
}

/**
 * A message only says which payment to look at. Its state is read from the service, since messages come late, twice
 * and in any order. So no message needs to be remembered as handled.
 */
async function applyDelivery(dependencies: Dependencies, delivery: Delivery): Promise<void> {
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
  const [failure] = await runTasks(settled.context);
  // The service repeats the message, and the failed call is then made again.
  if (failure !== undefined) throw failure;
  // The sweep does not ask again about a payment that is decided. So a message that is ahead of what the service shows
  // must come again.
  if (settled.settlement.verdict !== 'open' && isOlderState(payment, said))
    throw new PayError('api', `The service does not show yet what its message says of payment ${id}.`);
}
