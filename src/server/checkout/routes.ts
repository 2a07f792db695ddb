import { PayError } from '../../error.js';
import type { Payment } from '../../wire/index.js';
import { readDelivery, type Delivery } from '../delivery.js';
import { BadRequest, copyOf, readAttemptBody, readBody, readIntentBody } from './body.js';
import { askPayment, newErrand, type Parts } from './errand.js';
import { isBehind } from './hear-payment.js';
import { readPayment } from './inquiry.js';
import { intentFor, refusal, type Refusal } from './intent.js';
import type { Orders } from './order.js';
import { intentOf, isSameMoney } from './reference.js';
import { settlePayment } from './settle.js';
import { viewOf } from './view.js';

export interface Desk {
  readonly parts: Parts;
  readonly orders: Orders;
  readonly sharedSecret: string | undefined;
}

const answer = (status: number, body?: object, headers: Record<string, string> = {}) =>
  new Response(body && JSON.stringify(body), {
    status,
    headers: { 'cache-control': 'no-store', ...(body && { 'content-type': 'application/json' }), ...headers },
  });

const refuse = (status: number, type: string, message: string, headers?: Record<string, string>) =>
  answer(status, { type, message }, headers);

const refused = ({ type, payment }: Refusal) => answer(409, { type, payment });

const routes = {
  intent: { method: 'POST', handle: postIntent },
  attempt: { method: 'POST', handle: postAttempt },
  status: { method: 'GET', handle: getStatus },
  webhook: { method: 'POST', handle: postWebhook },
} as const;

/** Answers one request, by the last segment of its path. Never rejects. */
export async function route(desk: Desk, request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.split('/').filter(Boolean).at(-1) ?? '';
  if (!isRoute(name) || (name === 'webhook' && desk.sharedSecret === undefined))
    return refuse(404, 'not_found', 'There is nothing here.');
  const { method, handle } = routes[name];
  if (request.method !== method)
    return refuse(405, 'method_not_allowed', `Use ${method}.`, { allow: method });
  try {
    return await handle(desk, request);
  } catch (error) {
    if (error instanceof BadRequest) return refuse(error.status, 'invalid_request', error.message);
    desk.parts.report(error);
    // Nothing of the inside is shown. All that is known for sure has been saved, so asking again is right.
    return refuse(503, 'unavailable', 'This cannot be answered now. Try again soon.', { 'retry-after': '5' });
  }
}

const isRoute = (name: string): name is keyof typeof routes => Object.hasOwn(routes, name);

const unknownOrder = () => refuse(404, 'order_not_found', 'There is no order that you may pay here.');

async function postIntent(desk: Desk, request: Request): Promise<Response> {
  const copy = copyOf(request);
  const order = await desk.orders.find(request);
  if (!order) return unknownOrder();
  const body = await readIntentBody(copy);
  const result = await intentFor(desk.parts, order, body.instead_of);
  if (result.kind === 'refused') return refused(result);
  const { id, client_secret, amount, currency, expires_at } = result.intent;
  return answer(201, { id, client_secret, amount, currency, expires_at });
}

async function postAttempt(desk: Desk, request: Request): Promise<Response> {
  const copy = copyOf(request);
  const order = await desk.orders.find(request);
  if (!order) return unknownOrder();
  const body = await readAttemptBody(copy);
  // The order has another price since the page got its intent. What is paid on it now would not pay for the order.
  const { paidBy, intents = [] } = (await desk.parts.books.read(order.id)) ?? {};
  const open = intents.find(({ state }) => state === 'open');
  if (open && paidBy === undefined && !isSameMoney(open, order))
    return refuse(409, 'price_changed', 'The order has another price now. Ask for an intent again.');
  const news = { kind: 'announced', paymentId: body.payment_id } as const;
  const { answer: said } = await desk.parts.books.note(order.id, news);
  switch (said.say) {
    case 'noted':
      return answer(204);
    case 'order_paid':
      return refused(await refusal(desk.parts, newErrand(order), said));
    case 'too-many':
      return refuse(429, 'too_many_attempts', 'Too many payments were announced for this order.');
    default:
      throw new Error(`Not an answer to an announcement: ${said.say}`);
  }
}

async function getStatus({ parts, orders }: Desk, request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('id') ?? '';
  const order = await orders.find(request);
  const record = order && (await parts.books.read(order.id));
  // 404 has one meaning here: the service knows no such payment.
  const notYours = () => refuse(403, 'not_announced', 'This payment was not announced for this order.');
  const entry = record?.payments.find((each) => each.id === id);
  if (!order || !record || !entry) return notYours();
  const payment = await readPayment(parts.client, id);
  if (!payment) {
    if (entry.verdict !== 'announced')
      throw new PayError('api', `The service has shown payment ${id} before, and does not now.`);
    return refuse(404, 'payment_not_found', 'The payment service knows no such payment.');
  }
  // Announced here, but made on an intent of something else: that is nobody's business here.
  if (!intentOf(record, payment)) {
    await askPayment(parts, newErrand(order), id);
    return notYours();
  }
  const settled = await settlePayment(parts, orders, payment);
  settled?.failures.forEach(parts.report);
  return answer(200, viewOf(payment));
}

/** Shorter than the 10 s after which the service takes a message for lost. */
const webhookTime = 8000;

async function postWebhook(desk: Desk, request: Request): Promise<Response> {
  const delivery = readMessage(await readBody(request), desk.sharedSecret ?? '');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new PayError('network', 'A webhook message took longer than 8 s.', { retryable: true });
    timer = setTimeout(() => reject(error), webhookTime);
  });
  try {
    await Promise.race([hear(desk, delivery), late]);
  } finally {
    clearTimeout(timer);
  }
  return answer(204);
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
async function hear({ parts, orders }: Desk, delivery: Delivery): Promise<void> {
  // Compared as a text, so that kinds of message about a payment which came later are heard too.
  const type: string = delivery.type;
  const said = Object(delivery.data) as Partial<Payment>;
  const { id } = said;
  if (!type.startsWith('payment_') || typeof id !== 'string') return;
  const payment = await parts.client.retrievePayment(id);
  const settled = await settlePayment(parts, orders, payment);
  // The message comes again, and with it the call that failed.
  if (settled?.failures.length) throw settled.failures[0];
  // Nobody asks again about a payment that is decided, or that has waited at the bank for a day. So a message that is
  // ahead of what the service shows must come again.
  if (settled && !settled.awaited && isBehind(payment, said))
    throw new PayError('api', `The service does not show yet what its message says of payment ${id}.`);
}
