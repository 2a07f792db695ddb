import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { PayError } from '../../entries/server.js';
import type { Payment } from '../../wire/index.js';
import type { Services } from '../services.js';
import { answer, refuse, type Env, type ProgramContext } from './env.js';
import { hasOperatorKey } from './operator-key.js';

const largestBody = 16_384;

const moveBody = z.strictObject({ amount: z.optional(z.int().check(z.gte(1))) });

/** For the shop's server, with the operator's key: the verdict of an order, and its money afterwards. */
export function operatorRoutes(app: Hono<Env>, services: Services): void {
  const { settings, checkout, readOrder } = services;

  for (const path of ['/orders/*', '/news', '/news/*']) {
    app.use(path, async (c, next) => {
      if (!hasOperatorKey(c.req.header('authorization'), settings.operatorKey))
        return refuse(
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
    const order = await readOrder(orderId);
    return order ? answer(200, order) : unknownOrder();
  });

  app.post('/orders/:id/:move{refund|capture|void}', async (c) => {
    const orderId = c.req.param('id');
    c.set('orderId', orderId);
    const move = c.req.param('move') as 'refund' | 'capture' | 'void';
    const body = await readMove(c);
    if (body instanceof Response) return body;
    const { amount, key } = body;
    if (move === 'refund' && key === undefined)
      return invalid('Send an `Idempotency-Key`: a repeated request then gives nothing back twice.');
    if (move === 'void' && amount !== undefined)
      return invalid('A payment is voided as a whole, without `amount`.');
    if (!(await services.orders.get(orderId))) return unknownOrder();
    try {
      const of = { ...(amount !== undefined && { amount }), ...(key !== undefined && { key }) };
      const payment =
        move === 'refund'
          ? await checkout.refund(orderId, { ...of, key: key ?? '' })
          : await checkout[move](orderId, of);
      return answer(200, moneyOf(orderId, payment));
    } catch (error) {
      return refusedMove(error, services);
    }
  });
}

const unknownOrder = () => refuse(404, 'order_not_found', 'No token of this order was ever opened here.');
const invalid = (message: string) => refuse(400, 'invalid_request', message);

async function readMove(c: ProgramContext) {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && !/^[!-~]{1,255}$/.test(key))
    return invalid('`Idempotency-Key` must have 1 to 255 visible letters of ASCII, without blanks.');
  const text = await readText(c.req.raw);
  if (text === undefined) return refuse(413, 'invalid_request', 'The body is too large.');
  let body: unknown = {};
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return invalid('The body is not JSON.');
  }
  const read = moveBody.safeParse(body);
  if (!read.success)
    return invalid('The body may have `amount` only, a whole number in the smallest currency unit.');
  return { amount: read.data.amount, key };
}

/** The body, or undefined where it is too large. A length is not asked for: a body may come in pieces of any number. */
async function readText({ body }: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const bytes of body ?? []) {
    size += bytes.length;
    if (size > largestBody) return undefined;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** What the shop needs of a payment: no card, and no token that could pay. */
function moneyOf(orderId: string, { id, status, amount, currency, captured, refunded }: Payment) {
  return { order_id: orderId, payment_id: id, status, amount, currency, captured, refunded };
}

function refusedMove(error: unknown, { onError }: Services): Response {
  if (error instanceof PayError && error.code === 'configuration') return invalid(error.message);
  if (error instanceof PayError && error.code === 'api' && !error.retryable && (error.status ?? 500) < 500)
    return answer(409, { type: error.type ?? 'refused', message: error.message });
  onError(error);
  return refuse(
    503,
    'unavailable',
    'Nobody knows yet whether it was carried out. Repeat the request with the same Idempotency-Key.',
    { 'retry-after': '5' },
  );
}
