import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { PayError } from '../../entries/server.js';
import { isRecordNotFound } from '../../server/checkout/queries.js';
import { respondJson, respondWithError } from '../../server/checkout/respond.js';
import { readBodyText } from '../../server/service-response.js';
import type { Payment } from '../../wire/index.js';
import type { Services } from '../services.js';
import { TokenError } from '../tokens/token-error.js';
import type { ServerEnv, ProgramContext } from './env.js';

const maxBodyBytes = 16_384;

/** An amount that is null was lost on its way: it must not stand for all that is left. */
const operationBody = z.strictObject({ amount: z.optional(z.int().check(z.gte(1))) });
/** `card_of`: the order whose payment saved the card, so that the shop keeps no credential. */
const chargeBody = z.strictObject({
  token: z.optional(z.string()),
  card_of: z.optional(z.string()),
  order: z.optional(z.string()),
  descriptor: z.optional(z.string()),
});
const adoptBody = z.strictObject({ payment_id: z.string().check(z.regex(/^[\w-]{1,100}$/)) });

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request carries the key. The time that it takes says nothing about how much of the key was right. */
function hasOperatorKey(authorization: string | undefined, operatorKey: string | undefined): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  // Digests have one length, so that unequal lengths take the same way.
  const isEqual = timingSafeEqual(digest(given), digest(operatorKey ?? ''));
  return isEqual && operatorKey !== undefined && given !== '';
}

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
      return respondInvalid('Send an `Idempotency-Key`: a repeated request then refunds nothing twice.');
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
      return respondToFailure(error, services, key);
    }
  });

  // What was agreed before, such as a subscription. The payer is not there, so the shop may send the order too.
  app.post('/orders/:id/charge', async (c) => {
    const orderId = c.req.param('id');
    c.set('orderId', orderId);
    const sent = await readKeyAndBody(c);
    if (sent instanceof Response) return sent;
    const { key, value } = sent;
    if (key === undefined)
      return respondInvalid('Send an `Idempotency-Key`: a repeated request then charges nothing twice.');
    const read = chargeBody.safeParse(value);
    if (!read.success || (read.data.token === undefined) === (read.data.card_of === undefined))
      return respondInvalid(
        'The body must be `{ "token" or "card_of": "…", "order"?: "…", "descriptor"?: "…" }`: a saved card, or the order that saved it.',
      );
    const { card_of: cardOf, order, descriptor } = read.data;
    // A repeat returns the result also after the end of its order token, and if the card is no longer shown.
    const known = await services.readCharge(orderId, key);
    if (!known && order !== undefined) await saveOrder(services, orderId, order);
    else if (!(await services.orders.get(orderId))) return respondUnknownOrder();
    const token = read.data.token ?? (await services.readSavedCard(cardOf ?? '')) ?? known?.charge.token;
    if (token === undefined && !known?.payment)
      return respondWithError(409, 'no_saved_card', 'No payment of the order in `card_of` has saved a card.');
    try {
      const terms = { key, ...(descriptor !== undefined && { descriptor }) };
      const { payment, verdict, needsPayer } =
        token === undefined
          ? await checkout.settle(known?.payment?.id ?? '', orderId)
          : await checkout.charge(orderId, { ...terms, token });
      const { id, amount, currency, source } = payment;
      return respondJson(200, {
        ...{ order_id: orderId, verdict, payment_id: id, amount, currency },
        ...{ message: source?.message, needs_payer: needsPayer },
      });
    } catch (error) {
      return respondToFailure(error, services, key);
    }
  });

  // A payment that is not what the order asked for, or that a page made with another id: the operator decides.
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
      // A record that cannot be read is not the caller's mistake.
      if (!(error instanceof PayError) || error.code !== 'configuration' || error.field === 'store')
        throw error;
      return respondInvalid(describeInHttp(error));
    }
    const order = await settleAndReadOrder(orderId);
    return order ? respondJson(200, order) : respondUnknownOrder();
  });
}

const respondUnknownOrder = () =>
  respondWithError(404, 'order_not_found', 'No token of this order was ever opened here.');
const respondInvalid = (message: string) => respondWithError(400, 'invalid_request', message);

/** Keeps the order as the shop has signed it. */
async function saveOrder({ verifier, orders }: Services, orderId: string, text: string): Promise<void> {
  const { claims, isExpired } = await verifier.verify(text);
  if (claims.sub !== orderId) throw new TokenError('invalid_token', 'The order token is of another order.');
  if (isExpired) throw new TokenError('token_expired', 'The order token’s `exp` has passed.');
  if (!(await orders.saveClaims(claims)))
    throw new TokenError('order_changed', 'The shop has made a newer token of this order, at other terms.');
}

async function readOperation(c: ProgramContext) {
  const sent = await readKeyAndBody(c);
  if (sent instanceof Response) return sent;
  const read = operationBody.safeParse(sent.value);
  if (!read.success)
    return respondInvalid('The body may have `amount` only, a whole number in the smallest currency unit.');
  return { amount: read.data.amount, key: sent.key };
}

async function readKeyAndBody(c: ProgramContext) {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && !/^[!-~]{1,255}$/.test(key))
    return respondInvalid(
      '`Idempotency-Key` must have 1 to 255 visible characters of ASCII, without spaces.',
    );
  const body = await readJson(c);
  return body instanceof Response ? body : { key, value: body.value };
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

/** What the arguments of the checkout's methods are in a request. */
const requestNames: Readonly<Record<string, string>> = {
  orderId: 'The order',
  paymentId: '`payment_id`',
  key: '`Idempotency-Key`',
};

/** The refusal of an argument, in the words of the request. */
function describeInHttp({ message, field = '', errors }: PayError): string {
  const [problem] = errors?.[field] ?? [];
  return problem === undefined
    ? message
    : `${requestNames[field] ?? `\`${field}\``} ${problem}. Nothing was sent.`;
}

/** The request did not move money. */
const conflicts = new Set<string | undefined>(['refused', 'order_paid', 'payment_open', 'payment_held']);

function respondToFailure(error: unknown, { onError }: Services, key: string | undefined): Response {
  // The form of a key is checked before, so only another request can be the problem of a key.
  if (error instanceof PayError && error.field === 'key' && key !== undefined)
    return respondWithError(409, 'key_used', describeInHttp(error));
  // A record that cannot be read or saved is not the caller's mistake, and money may have moved.
  if (error instanceof PayError && error.code === 'configuration' && error.field !== 'store')
    return respondInvalid(describeInHttp(error));
  // Anything else, a refused secret key too, says nothing about an earlier request of the same Idempotency-Key.
  if (error instanceof PayError && conflicts.has(error.type))
    return respondJson(409, { type: error.type, message: error.message });
  onError(error);
  return respondWithError(
    503,
    'unavailable',
    'The result is not known yet. Repeat the request with the same Idempotency-Key.',
    { 'retry-after': '5' },
  );
}
