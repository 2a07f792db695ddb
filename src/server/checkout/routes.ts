import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { readDelivery, type Delivery } from '../delivery.js';
import { BadRequest, cloneRequest, readAttemptBody, readBody, readIntentBody } from './request-body.js';
import { createOrderContext, type Dependencies } from './order-context.js';
import { isBehind } from './apply-payment.js';
import { fetchPayment } from './service-queries.js';
import { buildRefusal, issueIntent, type Refusal } from './issue-intent.js';
import type { Orders } from './order.js';
import { findIntent, isSameMoney } from './reference.js';
import { refreshPayment } from './run-tasks.js';
import { settlePayment } from './settle-payment.js';
import { buildPaymentView } from './payment-view.js';

export interface RouteContext {
  readonly dependencies: Dependencies;
  readonly orders: Orders;
  readonly sharedSecret: string | undefined;
}

const respond = (status: number, body?: object, headers: Record<string, string> = {}) =>
  new Response(body && JSON.stringify(body), {
    status,
    headers: { 'cache-control': 'no-store', ...(body && { 'content-type': 'application/json' }), ...headers },
  });

const refuse = (status: number, type: string, message: string, headers?: Record<string, string>) =>
  respond(status, { type, message }, headers);

const refused = ({ type, payment }: Refusal) => respond(409, { type, payment });

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
    return refuse(404, 'not_found', 'There is nothing here.');
  const { method, handle } = routes[name];
  if (request.method !== method)
    return refuse(405, 'method_not_allowed', `Use ${method}.`, { allow: method });
  try {
    return await handle(context, request);
  } catch (error) {
    if (error instanceof BadRequest) return refuse(error.status, 'invalid_request', error.message);
    context.dependencies.reportError(error);
    // Nothing of the inside is shown. All that is known for sure has been saved, so asking again is right.
    return refuse(503, 'unavailable', 'This cannot be answered now. Try again soon.', { 'retry-after': '5' });
  }
}

const isRoute = (name: string): name is keyof typeof routes => Object.hasOwn(routes, name);

const unknownOrder = () => refuse(404, 'order_not_found', 'There is no order that you may pay here.');

async function postIntent(context: RouteContext, request: Request): Promise<Response> {
  const copy = cloneRequest(request);
  const order = await context.orders.find(request);
  if (!order) return unknownOrder();
  const body = await readIntentBody(copy);
  const result = await issueIntent(context.dependencies, order, body.instead_of);
  if (result.kind === 'refused') return refused(result);
  const { id, client_secret, amount, currency, expires_at } = result.intent;
  return respond(201, { id, client_secret, amount, currency, expires_at });
}

async function postAttempt(context: RouteContext, request: Request): Promise<Response> {
  const copy = cloneRequest(request);
  const order = await context.orders.find(request);
  if (!order) return unknownOrder();
  const body = await readAttemptBody(copy);
  // The order has another price since the page got its intent. What is paid on it now would not pay for the order.
  const { paidBy, intents = [] } = (await context.dependencies.store.load(order.id)) ?? {};
  const open = intents.find(({ state }) => state === 'open');
  if (open && paidBy === undefined && !isSameMoney(open, order))
    return refuse(409, 'price_changed', 'The order has another price now. Ask for an intent again.');
  const event = { type: 'attempt-announced', paymentId: body.payment_id } as const;
  const { reply } = await context.dependencies.store.appendEvents(order.id, event);
  switch (reply.type) {
    case 'accepted':
      return respond(204);
    case 'order_paid':
      return refused(await buildRefusal(context.dependencies, createOrderContext(order), reply));
    case 'too-many-attempts':
      return refuse(429, 'too_many_attempts', 'Too many payments were announced for this order.');
    default:
      throw new Error(`Not an answer to an announcement: ${reply.type}`);
  }
}

async function getStatus({ dependencies, orders }: RouteContext, request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('id') ?? '';
  const order = await orders.find(request);
  const record = order && (await dependencies.store.load(order.id));
  // 404 has one meaning here: the service knows no such payment.
  const refuseUnknown = () => refuse(403, 'not_announced', 'This payment was not announced for this order.');
  const entry = record?.payments.find((each) => each.id === id);
  if (!order || !record || !entry) return refuseUnknown();
  const payment = await fetchPayment(dependencies.client, id);
  if (!payment) {
    if (entry.verdict !== 'announced')
      throw new PayError('api', `The service has shown payment ${id} before, and does not now.`);
    return refuse(404, 'payment_not_found', 'The payment service knows no such payment.');
  }
  // Announced here, but made on an intent of something else: that is nobody's business here.
  if (!findIntent(record, payment)) {
    await refreshPayment(dependencies, createOrderContext(order), id);
    return refuseUnknown();
  }
  const settled = await settlePayment(dependencies, orders, payment);
  settled?.failures.forEach(dependencies.reportError);
  return respond(200, buildPaymentView(payment));
}

/** Shorter than the 10 s after which the service takes a message for lost. */
const webhookTimeoutMs = 8000;

async function postWebhook(context: RouteContext, request: Request): Promise<Response> {
  const delivery = readMessage(await readBody(request), context.sharedSecret ?? '');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new PayError('network', 'A webhook message took longer than 8 s.', { retryable: true });
    timer = setTimeout(() => reject(error), webhookTimeoutMs);
  });
  try {
    await Promise.race([applyDelivery(context, delivery), late]);
  } finally {
    clearTimeout(timer);
  }
  return respond(204);
}

function readMessage(body: string, sharedSecret: string): Delivery {
  try {
    return readDelivery(body, sharedSecret);
  } catch {
    throw new BadRequest(400, 'This is not a message of the payment service.');
  }
}

/**
 * A message only says which payment to look at. Its state is read from the service, since messages come late, twice
 * and in any order. So no message needs to be remembered as handled.
 */
async function applyDelivery({ dependencies, orders }: RouteContext, delivery: Delivery): Promise<void> {
  // Compared as a text, so that kinds of message about a payment which came later are heard too.
  const type: string = delivery.type;
  const said = Object(delivery.data) as Partial<Payment>;
  const { id } = said;
  if (!type.startsWith('payment_') || typeof id !== 'string') return;
  const payment = await dependencies.client.retrievePayment(id);
  const settled = await settlePayment(dependencies, orders, payment);
  // The message comes again, and with it the call that failed.
  if (settled?.failures.length) throw settled.failures[0];
  // Nobody asks again about a payment that is decided, or that has waited at the bank for a day. So a message that is
  // ahead of what the service shows must come again.
  if (settled && !settled.isAwaited && isBehind(payment, said))
    throw new PayError('api', `The service does not show yet what its message says of payment ${id}.`);
}
