import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { paymentContract, paymentStatuses } from '../../wire/index.js';
import { cardProblems } from '../bank/cards.js';
import { parsedBody, requireKey } from '../http/auth.js';
import { json, jsonBy, metadataProblems, noBody, read } from '../http/body.js';
import { type SandboxEnv, pagesUrl } from '../http/context.js';
import {
  byMetadata,
  conditionsOf,
  equals,
  filterParameters,
  isFilter,
  isPaging,
  listPage,
  moment,
  isOneOf,
  pageIn,
  pageMeta,
  pageParameters,
  parametersOf,
} from '../http/list-query.js';
import { operation } from '../http/operation.js';
import { invalidFields, type Problems } from '../http/refusal.js';
import { requireIntent, type IntentRow } from '../intents.js';
import { cardIn, requireToken } from '../tokens.js';
import type { Namespace } from '../namespace.js';
import { fulfilIntent, payDirectly, wrongSecret } from './create-payment.js';
import { requirePayment, type PaymentRow, buildPaymentView, setDeliveryFault } from './payment.js';
import {
  couponRequest,
  decryptedPayment,
  directPayment,
  type DirectPayment,
  fulfilment,
  part,
  type PaymentUpdate,
  paymentUpdate,
} from './requests.js';
import { needsCallback, type RequestOrigin } from './source.js';
import { findCouponView } from './coupons.js';
import { capture, refund, voidPayment } from './transitions.js';

const paymentPage = z.object({ payments: z.array(paymentContract), meta: pageMeta });

const filters = [
  equals('id', 'id'),
  isOneOf('status', paymentStatuses),
  ...['card_last_digits', 'last_4'].map((name) =>
    equals(name, "substr(json_extract(source_json, '$.number'), -4)"),
  ),
  ...['receipt_no', 'rrn'].map((name) => equals(name, "json_extract(source_json, '$.reference_number')")),
  moment('created', 'created_at'),
  moment('updated', 'updated_at'),
  byMetadata,
];

/** The payments that match every filter of an address. */
function listPayments(namespace: Namespace, url: string) {
  const parameters = parametersOf(url, (name) => isPaging(name) || isFilter(name));
  const { where, values } = conditionsOf(parameters, filters);
  const { rows, meta } = listPage<PaymentRow>(
    namespace,
    pageIn(parameters, namespace.decisions.current),
    `payments${where}`,
    ...values,
  );
  return { payments: rows.map(buildPaymentView), meta };
}

/** Changes the description or the metadata, and keeps what is not given. */
function changePayment({ store, clock }: Namespace, id: string, wanted: PaymentUpdate): PaymentRow {
  return store.transaction(() => {
    const row = requirePayment(store, id);
    return store.get<PaymentRow>(
      'UPDATE payments SET description = ?, metadata_json = ?, updated_at = ? WHERE id = ? RETURNING *',
      wanted.description ?? row.description,
      wanted.metadata ? JSON.stringify(wanted.metadata) : row.metadata_json,
      clock.now(),
      row.id,
    ) as PaymentRow;
  });
}

const described = { tag: 'payments', keys: ['secret'] } as const;

export function paymentRoutes(app: Hono<SandboxEnv>): void {
  app.get(
    '/v1/payments',
    operation({
      route: 'list-payments',
      ...described,
      summary: 'List payments, newest first',
      answers: [200, paymentPage],
      refuses: [400],
      parameters: [
        ...pageParameters,
        ...filterParameters(paymentStatuses),
        {
          name: 'card_last_digits',
          in: 'query',
          description: 'The last digits of the card',
          schema: { type: 'string' },
        },
        { name: 'receipt_no', in: 'query', description: 'The reference number', schema: { type: 'string' } },
      ],
    }),
    (c) => c.json(listPayments(c.var.namespace, c.req.url)),
  );

  app.get(
    '/v1/payments/:id',
    operation({
      route: 'status',
      ...described,
      summary: 'Retrieve a payment',
      answers: [200, paymentContract],
      refuses: [404],
    }),
    (c) => {
      c.set('paymentId', c.req.param('id'));
      return c.json(buildPaymentView(requirePayment(c.var.namespace.store, c.req.param('id'))));
    },
  );

  app.put(
    '/v1/payments/:id',
    operation({
      route: 'update-payment',
      ...described,
      summary: 'Change the description or the metadata of a payment',
      answers: [200, paymentContract],
      refuses: [400, 404],
    }),
    json(paymentUpdate, { more: metadataProblems }),
    (c) => c.json(buildPaymentView(changePayment(c.var.namespace, c.req.param('id'), c.req.valid('json')))),
  );
}

const move = {
  tag: 'payments',
  keys: ['secret'],
  answers: [200, paymentContract],
  refuses: [400, 404],
} as const;

/** How much to refund or to capture: some clients send `amount` in the address, where missing it would take everything. */
const readPart = (body: Record<string, unknown>, c: Context<SandboxEnv>) => {
  const amount = c.req.query('amount');
  return read(part, amount === undefined ? body : { amount, ...body });
};

const findProblems = (body: Record<string, unknown>, c: Context<SandboxEnv>) => ({
  ...cardProblems(body['source'], 'source.', c.var.namespace.clock.now()),
  ...metadataProblems(body, c),
});

const describeSource = (c: Context<SandboxEnv>): RequestOrigin => ({
  ip: c.env.ip,
  key: c.var.key.kind === 'secret' ? 'secret' : 'publishable',
  url: pagesUrl(c),
  deliveryFault: c.get('deliveryFault'),
});

function respondPayment(c: Context<SandboxEnv>, payment: PaymentRow): Response {
  c.set('paymentId', payment.id);
  return c.json(buildPaymentView(payment), 201);
}

const callbackProblems = ({ source, callback_url: callback }: Record<string, unknown>): Problems =>
  (callback ?? null) === null && needsCallback((source ?? {}) as object)
    ? { callback_url: ['is required'] }
    : {};

/** Only a merchant's server decrypts what Apple has encrypted. */
function readDirectPayment(body: Record<string, unknown>, c: Context<SandboxEnv>): DirectPayment {
  const isDecrypted = Object.hasOwn(Object(body['source']) as object, 'cryptogram');
  if (isDecrypted) requireKey(c.var.key, ['secret'], c.var.namespace);
  const problems = { ...findProblems(body, c), ...callbackProblems(body) };
  return isDecrypted ? read(decryptedPayment, body, problems) : read(directPayment, body, problems);
}

/** A payment that fulfils an intent needs the publishable key; any other takes both kinds. */
const requireKeyOfIntent: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  if (Object.hasOwn(await parsedBody(c), 'client_secret'))
    requireKey(c.var.key, ['publishable'], c.var.namespace);
  await next();
};

/** Moves a payment, with the fault that the request asks for the message about it. A refused move leaves no fault. */
export const movePayment = (c: Context<SandboxEnv>, id: string, move: () => PaymentRow) =>
  c.var.namespace.store.transaction(() => {
    const fault = c.get('deliveryFault');
    if (fault) setDeliveryFault(c.var.namespace.store, id, fault);
    return buildPaymentView(move());
  });

/** The addresses that make a payment, and those that move it on. */
export function chargeRoutes(app: Hono<SandboxEnv>): void {
  app.post(
    '/v1/payment_intents/:id/fulfill',
    operation({
      route: 'fulfil',
      tag: 'payment intents',
      summary: 'Fulfil a payment intent with a card, a saved card, Apple Pay, Samsung Pay or STC Pay',
      keys: ['publishable'],
      answers: [201, paymentContract],
      refuses: [400, 404],
    }),
    json(fulfilment, { more: findProblems }),
    (c) => {
      const intent = requireIntent(c.var.namespace.store, c.req.param('id'));
      c.set('intentId', intent.id);
      return respondPayment(c, fulfilIntent(c.var.namespace, intent, c.req.valid('json'), describeSource(c)));
    },
  );

  app.post(
    '/v1/payments',
    operation({
      route: 'fulfil',
      tag: 'payments',
      summary:
        'Pay: fulfil the intent that a client_secret names, or without it make a payment without an intent',
      keys: ['publishable', 'secret'],
      answers: [201, paymentContract],
      refuses: [400],
    }),
    requireKeyOfIntent,
    jsonBy(z.union([fulfilment, directPayment, decryptedPayment]), (body, c) =>
      Object.hasOwn(body, 'client_secret')
        ? ({ kind: 'fulfilment', body: read(fulfilment, body, findProblems(body, c)) } as const)
        : ({ kind: 'direct', body: readDirectPayment(body, c) } as const),
    ),
    (c) => {
      const { namespace } = c.var;
      const wanted = c.req.valid('json');
      if (wanted.kind === 'fulfilment' && namespace.decisions.current.fulfilBySecret === 'refused')
        throw invalidFields({ client_secret: ['is not a known field'] });
      if (wanted.kind === 'direct')
        return respondPayment(c, payDirectly(namespace, wanted.body, describeSource(c)));
      const intent = namespace.store.get<IntentRow>(
        'SELECT * FROM intents WHERE client_secret = ?',
        wanted.body.client_secret,
      );
      if (!intent) throw wrongSecret(namespace);
      c.set('intentId', intent.id);
      return respondPayment(c, fulfilIntent(namespace, intent, wanted.body, describeSource(c)));
    },
  );

  app.post(
    '/v1/payments/available_coupon',
    operation({
      route: 'find-coupon',
      tag: 'payments',
      summary: 'Find the coupon that a card would get; null if there is none',
      keys: ['publishable', 'secret'],
      answers: [200, z.unknown()],
      refuses: [400],
    }),
    json(couponRequest),
    (c) => {
      const { type, number, token } = c.req.valid('json');
      const isSaved = type === 'creditcard' && token !== undefined;
      const saved = isSaved ? cardIn(requireToken(c.var.namespace, token)).number : undefined;
      return c.json(findCouponView(c.var.namespace, number ?? saved ?? ''));
    },
  );

  app.post(
    '/v1/payments/:id/capture',
    operation({ ...move, route: 'capture', summary: 'Take the authorised amount, or a part of it' }),
    jsonBy(part, readPart, 'may be left out'),
    (c) => {
      const id = c.req.param('id');
      return c.json(movePayment(c, id, () => capture(c.var.namespace, id, c.req.valid('json'))));
    },
  );

  app.post(
    '/v1/payments/:id/refund',
    operation({ ...move, route: 'refund', summary: 'Refund the amount, or a part of it' }),
    jsonBy(part, readPart, 'may be left out'),
    (c) => {
      const id = c.req.param('id');
      return c.json(movePayment(c, id, () => refund(c.var.namespace, id, c.req.valid('json'))));
    },
  );

  app.post(
    '/v1/payments/:id/void',
    operation({
      ...move,
      route: 'void',
      summary: 'Undo an authorisation, or a payment of the last two hours',
    }),
    json(noBody, { need: 'may be left out' }),
    (c) => {
      const id = c.req.param('id');
      return c.json(movePayment(c, id, () => voidPayment(c.var.namespace, id)));
    },
  );
}
