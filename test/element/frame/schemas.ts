import * as z from 'zod/mini';
import { methodNames } from '../../../src/element/checkout/payment-method.js';
import { networks } from '../../../src/wire/networks.js';

/** The messages between a page and its frame, described with the schema library: what their readers are held against. */
export const ask = z.object({ type: z.literal('pay-checkout:ask') });

export const here = z.object({
  type: z.literal('pay-checkout:here'),
  document: z.number(),
  loaded: z.boolean(),
});

export const greeting = z.object({ type: z.literal('pay-checkout:greeting'), version: z.number() });

const text = z.string();
const maybe = z.optional<typeof text>;
const requestId = z.number();
const submitId = z.number();

const fieldName = z.enum(['number', 'expiry', 'cvc', 'name']);
const network = z.enum(networks);

const error = z.object({
  code: z.enum(['configuration', 'network', 'api', 'card', 'expired', 'canceled']),
  message: text,
  field: maybe(text),
  retryable: z.boolean(),
  status: z.optional(z.number()),
  type: maybe(text),
  errors: z.optional(z.record(text, z.array(text))),
});

const nullish = z.nullish(text);
const payment = z.looseObject({
  id: text.check(z.minLength(1)),
  status: text,
  amount: z.nullish(z.int()),
  currency: nullish,
  callback_url: nullish,
  source: z.nullish(z.looseObject({ message: nullish, response_code: nullish, transaction_url: nullish })),
});

const price = z.object({ amount: z.number(), currency: text });

const outcome = z.discriminatedUnion('status', [
  z.object({
    status: z.enum(['paid', 'authorized', 'failed', 'unknown']),
    paymentId: text,
    payment: z.optional(payment),
  }),
  z.object({ status: z.literal('initiated'), paymentId: text, payment }),
]);

export const phase = z.enum([
  'waiting',
  'misconfigured',
  'ready',
  'paying',
  'redirecting',
  'confirming',
  'paid',
  'authorized',
  'failed',
  'unknown',
  'expired',
]);

const formStatus = z.object({
  phase,
  hasPayment: z.optional(z.boolean()),
  problem: z.object({
    kind: z.enum(['none', 'valueMissing', 'badInput', 'customError']),
    message: text,
  }),
});

const sentIntent = z.object({
  id: text,
  clientSecret: text,
  paymentId: maybe(text),
  amount: z.optional(z.number()),
  currency: maybe(text),
  terms: z.optional(
    z.object({
      metadata: z.optional(z.record(z.string(), text)),
      splits: z.optional(z.array(z.record(z.string(), z.unknown()))),
      manual: z.optional(z.boolean()),
      invoice_id: z.optional(text),
      apply_coupon: z.optional(z.boolean()),
    }),
  ),
});

export const intentResponse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), intent: sentIntent }),
  z.object({ kind: z.literal('blocked-by-order'), payment, isHeld: z.optional(z.boolean()) }),
]);

const stage = z.enum(['claimed', 'sent', 'waiting', 'free', 'given-up', 'paid', 'authorized']);

const storedAttempt = z.object({
  paymentId: text,
  stage,
  at: z.number(),
  returned: z.boolean(),
  givenUp: z.optional(z.boolean()),
});

export const storeSnapshot = z.object({ isLockedElsewhere: z.boolean(), entry: z.optional(storedAttempt) });

export const fromFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.number() }),
  z.object({ type: z.literal('refused'), field: text, reason: text }),
  z.object({ type: z.literal('form-status'), formStatus }),
  z.object({ type: z.literal('height'), height: z.number() }),
  z.object({ type: z.literal('ready'), formStatus }),
  z.object({
    type: z.literal('change'),
    formStatus,
    detail: z.object({
      method: z.enum(['card', 'saved', 'stcpay']),
      complete: z.boolean(),
      empty: z.boolean(),
      brand: z.optional(network),
      networks: z.array(network),
      fields: z.record(fieldName, z.enum(['empty', 'incomplete', 'invalid', 'valid'])),
    }),
  }),
  z.object({
    type: z.literal('invalid'),
    formStatus,
    fields: z.array(z.object({ field: z.enum([...fieldName.options, 'mobile']), code: text })),
  }),
  z.object({ type: z.literal('error'), formStatus, error }),
  z.object({ type: z.literal('return') }),
  z.object({
    type: z.literal('outcome'),
    formStatus,
    submitId: z.optional(submitId),
    outcome,
    differs: z.optional(z.object({ shown: price, charged: price })),
  }),
  z.object({ type: z.literal('redirect'), formStatus, requestId, url: text, payment }),
  z.object({ type: z.literal('open-challenge'), requestId, url: text, paymentId: text }),
  z.object({
    type: z.literal('attempt'),
    formStatus,
    requestId,
    paymentId: text,
    method: z.enum(methodNames),
    handle: text,
  }),
  z.object({ type: z.literal('intent'), requestId, handle: text, insteadOf: maybe(text) }),
  z.object({ type: z.literal('status'), requestId, handle: text, paymentId: text }),
  z.object({ type: z.literal('lock'), requestId, handle: text }),
  z.object({ type: z.literal('peek'), requestId, handle: text }),
  z.object({ type: z.literal('release') }),
  z.object({
    type: z.literal('save'),
    handle: text,
    paymentId: text,
    stage,
    replacesPaid: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('forget'), handle: text }),
  z.object({ type: z.literal('settled'), formStatus, submitId, outcome }),
  z.object({ type: z.literal('rejected'), formStatus, submitId, error }),
]);

export const toFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('configure'),
    settings: z.record(text, z.unknown()),
    disabled: z.boolean(),
    documentBaseUrl: text,
    documentUrl: text,
    handle: text,
    entry: z.optional(storedAttempt),
  }),
  z.object({
    type: z.literal('appearance'),
    lang: text,
    dir: text,
    colorScheme: text,
    rem: z.number(),
    values: z.record(text, text),
    messages: z.optional(z.unknown()),
  }),
  z.object({
    type: z.literal('submit'),
    submitId,
    source: z.optional(z.unknown()),
    price: z.optional(price),
  }),
  z.object({ type: z.literal('report') }),
  z.object({ type: z.literal('reset') }),
  z.object({ type: z.literal('focus') }),
  z.object({ type: z.literal('store-changed') }),
  z.object({ type: z.literal('granted'), requestId }),
  z.object({ type: z.literal('value'), requestId, value: z.optional(z.unknown()) }),
  z.object({ type: z.literal('denied'), requestId, error: z.optional(error) }),
]);
