import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { PayError } from '../../entries/server.js';
import { isRecordNotFound } from '../../server/checkout/queries.js';
import { respondJson, respondWithError } from '../../server/checkout/respond.js';
import { readBodyText } from '../../server/service-response.js';
import type { Payment } from '../../wire/index.js';
import type { Services } from '../services.js';
import type { ServerEnv, ProgramContext } from './env.js';
import { hasOperatorKey } from './operator-key.js';

const maxBodyBytes = 16_384;

/** An amount that is null was lost on its way: it must not stand for all that is left. */
const operationBody = z.strictObject({ amount: z.optional(z.int().check(z.gte(1))) });
const adoptBody = z.strictObject({ payment_id: z.string().check(z.regex(/^[\w-]{1,100}$/)) });

/** For the shop's server, with the operator's key: the verdict of an order, and its money afterwards. */
export function addOperatorRoutes(app: Hono<ServerEnv>, services: Services): void {
  const { settings, checkout, settleAndReadOrder } = services;

  for (const path of ['/orders/*', '/webhooks', '/webhooks/*']) {
    app.use(path, async (c, next) => {
      if (!hasOperatorKey(c.req.header('authorization'), settings.operatorKey))
        return respondWithError(
          401,
          'unauthorized',
          settings.operatorKey === undefined
            ? 'Set OPERATOR_KEY to use this.'
            : 'Send `Authorization: Bearer` and the value of OPERATOR_KEY.',
          { 'www-authenticate': 'Bearer' },
        );
      return next();
    });
  }

  app.get('/orders/:id', async (c) => {
    const orderId = c.req.param('id');
    c.set('orderId', orderId);
    const order = await settleAndReadOrder(orderId);
    return order ? respondJson(200, order) : respondUnknownOrder();
  });

  // The pattern is a label of the metrics: another name than `move` would change published series.
  app.post('/orders/:id/:move{refund|capture|void}', async (c) => {
    const orderId = c.req.param('id');
    c.set('orderId', orderId);
    const operation = c.req.param('move') as 'refund' | 'capture' | 'void';
    // An amount that was overlooked in an address would move all that is left.
    if (new URL(c.req.url).search !== '')
      return respondInvalid('Send `amount` in the body: an address with a query is refused.');
    const body = await readOperation(c);
    if (body instanceof Response) return body;
    const { amount, key } = body;
    if (operation === 'refund' && key === undefined)
      return respondInvalid('Send an `Idempotency-Key`: a repeated request then gives nothing back twice.');
    if (operation === 'void' && amount !== undefined)
      return respondInvalid('A payment is voided as a whole, without `amount`.');
    if (!(await services.orders.get(orderId))) return respondUnknownOrder();
    try {
      const options = { ...(amount !== undefined && { amount }), ...(key !== undefined && { key }) };
      const payment =
        operation === 'refund'
          ? await checkout.refund(orderId, { ...options, key: key ?? '' })
          : await checkout[operation](orderId, options);
      return respondJson(200, buildPaymentSummary(orderId, payment));
    } catch (error) {
      return respondToFailure(error, services);
    }
  });

  // A payment that is not what the order asked for, or that a page made with an id of its own: the operator decides.
  app.post('/orders/:id/adopt', async (c) => {
    const orderId = c.req.param('id');
    c.set('orderId', orderId);
    const body = await readJson(c);
    if (body instanceof Response) return body;
    const read = adoptBody.safeParse(body.value);
    if (!read.success)
      return respondInvalid('The body must be `{ "payment_id": "…" }`, the id of a payment of the service.');
    if (!(await services.orders.get(orderId))) return respondUnknownOrder();
    try {
      await checkout.adopt(orderId, read.data.payment_id);
    } catch (error) {
      if (isRecordNotFound(error))
        return respondWithError(404, 'payment_not_found', 'The payment service knows no such payment.');
      // A record that cannot be read is no mistake of the request.
      if (!(error instanceof PayError) || error.code !== 'configuration' || error.field === 'store')
        throw error;
      return respondInvalid(error.message);
    }
    const order = await settleAndReadOrder(orderId);
    return order ? respondJson(200, order) : respondUnknownOrder();
  });
}

const respondUnknownOrder = () =>
  respondWithError(404, 'order_not_found', 'No token of this order was ever opened here.');
const respondInvalid = (message: string) => respondWithError(400, 'invalid_request', message);

async function readOperation(c: ProgramContext) {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && !/^[!-~]{1,255}$/.test(key))
    return respondInvalid('`Idempotency-Key` must have 1 to 255 visible letters of ASCII, without blanks.');
  const body = await readJson(c);
  if (body instanceof Response) return body;
  const read = operationBody.safeParse(body.value);
  if (!read.success)
    return respondInvalid('The body may have `amount` only, a whole number in the smallest currency unit.');
  return { amount: read.data.amount, key };
}

/** PHP writes `[]` for an empty map. */
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

async function readJson(c: ProgramContext): Promise<{ readonly value: unknown } | Response> {
  // A length is not asked for: a body may come in pieces of any number.
  const text = await readBodyText(c.req.raw, maxBodyBytes);
  if (text === undefined) return respondWithError(413, 'invalid_request', 'The body is too large.');
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return { value: isEmptyList(value) ? {} : value };
  } catch {
    return respondInvalid('The body is not JSON.');
  }
}

/** What the shop needs of a payment: no card, and no token that could pay. */
function buildPaymentSummary(orderId: string, { id, status, amount, currency, captured, refunded }: Payment) {
  return { order_id: orderId, payment_id: id, status, amount, currency, captured, refunded };
}

function respondToFailure(error: unknown, { onError }: Services): Response {
  // A record that cannot be read or saved is no mistake of the request, and money may have moved.
  if (error instanceof PayError && error.code === 'configuration' && error.field !== 'store')
    return respondInvalid(error.message);
  // Anything else, a refused secret key too, says nothing about an earlier request of the same Idempotency-Key.
  if (error instanceof PayError && error.type === 'refused')
    return respondJson(409, { type: error.type, message: error.message });
  onError(error);
  return respondWithError(
    503,
    'unavailable',
    'Nobody knows yet whether it was carried out. Repeat the request with the same Idempotency-Key.',
    { 'retry-after': '5' },
  );
}
