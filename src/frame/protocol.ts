import * as z from 'zod/mini';
import { networks } from '../wire/networks.js';

/**
 * What the merchant's page and the frame with the card form say to each other, over one `MessageChannel`. Either side
 * checks all that comes, and drops what it does not know. No message has a place for a card number or a security code.
 *
 * The schemas are what tests and types go by. A browser would load 8 KB of library for them, and be a tenth of a second
 * later on a cheap phone, so each side has readers of its own, which a test holds against the schemas.
 */
/** From the page to its frame: is a document there that can be greeted? It answers `here`, as often as it is asked. */
export const ask = z.object({ type: z.literal('pay-checkout:ask') });
export type Ask = z.infer<typeof ask>;

/**
 * From a document in the frame to the page around it, when its script runs and whenever it is asked. Each document has
 * a number of its own, by which the page knows one that it has greeted.
 */
export const here = z.object({
  type: z.literal('pay-checkout:here'),
  document: z.number(),
  /** Whether its `load` event is past. */
  loaded: z.boolean(),
});
export type Here = z.infer<typeof here>;

/** Comes with one port, from the page to its frame, once for each document that has said that it is there. */
export const greeting = z.object({ type: z.literal('pay-checkout:greeting'), version: z.number() });
export type Greeting = z.infer<typeof greeting>;

const text = z.string();
const maybe = z.optional<typeof text>;
/** The number of a question. Its answer has the same number. */
const call = z.number();

const fieldName = z.enum(['number', 'expiry', 'cvc', 'name']);
const network = z.enum(networks);

/** A `PayError` as it travels; its cause stays where it is. */
const error = z.object({
  code: z.enum(['configuration', 'network', 'api', 'card', 'expired', 'canceled']),
  message: text,
  field: maybe(text),
  retryable: z.boolean(),
  status: z.optional(z.number()),
  type: maybe(text),
  errors: z.optional(z.record(text, z.array(text))),
});
export type SentError = z.infer<typeof error>;

/** The payment as the service answered it. Only the fields that are used are checked. */
const payment = z.looseObject({
  id: text,
  status: text,
  callback_url: z.optional(z.nullable(text)),
  source: z.optional(z.nullable(z.looseObject({ message: z.optional(z.nullable(text)) }))),
});

const outcome = z.object({
  status: z.enum(['paid', 'authorized', 'failed', 'unknown', 'initiated']),
  paymentId: text,
  payment: z.optional(payment),
});

export const phase = z.enum([
  'waiting',
  'misconfigured',
  'ready',
  'paying',
  'redirecting',
  'paid',
  'authorized',
  'failed',
  'unknown',
  'expired',
]);

/** Sent with every event of the form, so that the page knows the form's state when it hears of the event. */
const formStatus = z.object({
  phase,
  /** No other form may take the place of this one: a payment was made, or may come of what was sent. */
  hasPayment: z.optional(z.boolean()),
  /** What a form around the element is told; empty when nothing is wrong. */
  problem: z.object({
    kind: z.enum(['none', 'valueMissing', 'badInput', 'customError']),
    message: text,
  }),
});
export type SentFormStatus = z.infer<typeof formStatus>;

/** An intent as the merchant's server answered it. */
const sentIntent = z.object({
  id: text,
  clientSecret: text,
  amount: z.optional(z.number()),
  currency: maybe(text),
});

/** What the merchant's server answers when it is asked for an intent. */
export const intentAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), intent: sentIntent }),
  z.object({ kind: z.literal('withheld'), payment }),
]);

const stage = z.enum(['claimed', 'sent', 'waiting', 'free', 'given-up', 'paid', 'authorized']);

/** What the tabs of the page's origin remember of a purchase. */
const remembered = z.object({
  paymentId: text,
  stage,
  at: z.number(),
  returned: z.boolean(),
  givenUp: z.optional(z.boolean()),
});

/** What is known of a purchase. */
export const news = z.object({ busy: z.boolean(), entry: z.optional(remembered) });

export type SentIntentAnswer = z.infer<typeof intentAnswer>;
export type SentNews = z.infer<typeof news>;

/** From the frame to the page. */
export const fromFrame = z.discriminatedUnion('type', [
  /** The frame serves this page and waits for its settings. */
  z.object({ type: z.literal('hello'), version: z.number() }),
  /** The frame does not serve this page. The reason says what the developer can do. */
  z.object({ type: z.literal('refused'), field: text, reason: text }),
  z.object({ type: z.literal('form-status'), formStatus }),
  /** CSS pixels. */
  z.object({ type: z.literal('height'), height: z.number() }),
  z.object({ type: z.literal('ready'), formStatus }),
  z.object({
    type: z.literal('change'),
    formStatus,
    detail: z.object({
      method: z.enum(['card', 'saved']),
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
    fields: z.array(z.object({ field: fieldName, code: text })),
  }),
  z.object({ type: z.literal('error'), formStatus, error }),
  /** `call`: the number of the page's last `submit`, which comes to the same where it is still waited for. */
  z.object({ type: z.literal('outcome'), formStatus, call: z.optional(call), outcome }),
  /** Whether the payer goes to the bank is wanted: `value`, a boolean. */
  z.object({ type: z.literal('redirect'), formStatus, call, url: text, payment }),
  /** The payer is to be taken to the bank: `value`, `left` or `back`. */
  z.object({ type: z.literal('to-bank'), call, url: text, paymentId: text }),
  /** Wants `granted` or `denied`. */
  z.object({ type: z.literal('attempt'), formStatus, call, paymentId: text, key: text }),
  /** An intent of a purchase is wanted: `value`, an `intentAnswer`, or `denied`. */
  z.object({ type: z.literal('intent'), call, key: text, insteadOf: maybe(text) }),
  /** The merchant's server is to be told of an attempt: `value`, which is missing unless another payment stands in the way, or `denied`. */
  z.object({ type: z.literal('announce'), call, key: text, paymentId: text }),
  /** What became of a payment is wanted: `value`, which is missing where there is none, or `denied`. */
  z.object({ type: z.literal('status'), call, key: text, paymentId: text }),
  /** The lock of a purchase is wanted, and what is remembered of it: `value`, a `news`. */
  z.object({ type: z.literal('claim'), call, key: text }),
  /** The same without the lock. */
  z.object({ type: z.literal('look-up'), call, key: text }),
  /** The lock is given back. */
  z.object({ type: z.literal('release') }),
  z.object({ type: z.literal('note'), key: text, paymentId: text, stage }),
  /** What is remembered belongs to an earlier purchase. */
  z.object({ type: z.literal('pass'), key: text }),
  /** What `submit` came to. */
  z.object({ type: z.literal('settled'), formStatus, call, outcome }),
  z.object({ type: z.literal('rejected'), formStatus, call, error }),
]);
export type FromFrame = z.infer<typeof fromFrame>;

/** From the page to the frame. */
export const toFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('configure'),
    /** By property name, as the page has set them: the form judges them as it does in a page. */
    settings: z.record(text, z.unknown()),
    disabled: z.boolean(),
    /** What the page's endpoints are relative to. */
    pageUrl: text,
    /** The page's own address. */
    address: text,
    /** The page's key for this purchase and the endpoints that go with it: a number that tells nothing about them. */
    key: text,
    /** What the page remembers for them. */
    entry: z.optional(remembered),
  }),
  z.object({
    type: z.literal('look'),
    lang: text,
    dir: text,
    colorScheme: text,
    /** Of 1 rem, in CSS pixels. */
    rem: z.number(),
    /** `--pay-*` values by name. */
    values: z.record(text, text),
    messages: z.optional(z.unknown()),
  }),
  /** `source`: what the page has obtained itself, in place of what the form holds. It is read as `submit()` does. */
  z.object({ type: z.literal('submit'), call, source: z.optional(z.unknown()) }),
  z.object({ type: z.literal('report') }),
  z.object({ type: z.literal('reset') }),
  z.object({ type: z.literal('focus') }),
  /** Another element or tab has written about a purchase. */
  z.object({ type: z.literal('written') }),
  z.object({ type: z.literal('granted'), call }),
  z.object({ type: z.literal('value'), call, value: z.optional(z.unknown()) }),
  z.object({ type: z.literal('denied'), call, error: z.optional(error) }),
]);
export type ToFrame = z.infer<typeof toFrame>;
