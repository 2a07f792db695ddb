import { mapFields, fieldNames } from '../card/fields.js';
import { readStage } from '../checkout/purchase.js';
import {
  anything,
  boolean,
  list,
  readNetwork,
  number,
  object,
  oneOf,
  readOrderTerms,
  readPayment,
  record,
  recordOf,
  text,
  union,
  type Read,
} from '../wire/reader.js';

/**
 * What the merchant's page and the frame with the card form say to each other, over one `MessageChannel`. Each side
 * reads a message once, when it comes, and drops what is none of these. No message has a place for a card number or a
 * security code.
 */

/** From the page to its frame: is a document there that can be greeted? It answers `here`, as often as it is asked. */
export const readAsk = object({ type: oneOf('pay-checkout:ask') });
export type Ask = Read<typeof readAsk>;

/**
 * From a document in the frame to the page around it, when its script runs and whenever it is asked. `document` is a
 * number of its own, by which the page knows a document that it has greeted. `loaded`: its `load` event is past.
 */
export const readHere = object({ type: oneOf('pay-checkout:here'), document: number, loaded: boolean });
export type Here = Read<typeof readHere>;

/** Comes with one port, from the page to its frame, once for each document that has said that it is there. */
export const readGreeting = object({ type: oneOf('pay-checkout:greeting'), version: number });
export type Greeting = Read<typeof readGreeting>;

const nothing = object({});
/** The number of a question. Its answer has the same number. */
const call = number;
/** The page's key of a purchase with the endpoints that go with it: a number that tells nothing about them. */
const key = text;
const paymentId = text;
const field = oneOf(...fieldNames);
const fieldStatus = oneOf('empty', 'incomplete', 'invalid', 'valid');

/** A `PayError` as it travels; its cause stays where it is. */
const error = object(
  {
    code: oneOf('configuration', 'network', 'api', 'card', 'expired', 'canceled'),
    message: text,
    retryable: boolean,
  },
  { field: text, status: number, type: text, errors: recordOf(list(text)) },
);
export type SentError = Read<typeof error>;

const ended = object({ paymentId }, { payment: readPayment });
const outcome = union('status', {
  paid: ended,
  authorized: ended,
  failed: ended,
  unknown: ended,
  initiated: object({ paymentId, payment: readPayment }),
});

/** Sent with every event of the form, so that the page knows the form's state when it hears of the event. */
const formStatus = object(
  {
    phase: oneOf(
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
    ),
    /** What a form around the element is told; empty when nothing is wrong. */
    problem: object({ kind: oneOf('none', 'valueMissing', 'badInput', 'customError'), message: text }),
  },
  /** No other form may take the place of this one: a payment was made, or may come of what was sent. */
  { hasPayment: boolean },
);
export type SentFormStatus = Read<typeof formStatus>;

/** What the tabs of the page's origin remember of a purchase. */
const remembered = object(
  { paymentId, stage: readStage, at: number, returned: boolean },
  { givenUp: boolean },
);

/** What the merchant's server answers when it is asked for an intent. */
export const readIntentResponse = union('kind', {
  intent: object({
    intent: object(
      { id: text, clientSecret: text },
      { amount: number, currency: text, terms: readOrderTerms },
    ),
  }),
  'blocked-by-order': object({ payment: readPayment }),
});

/** What is known of a purchase. */
export const readStoreSnapshot = object({ busy: boolean }, { entry: remembered });

/** From the frame to the page. */
export const readFromFrame = union('type', {
  /** The frame serves this page and waits for its settings. */
  hello: object({ version: number }),
  /** The frame does not serve this page. The reason says what the developer can do. */
  refused: object({ field: text, reason: text }),
  'form-status': object({ formStatus }),
  /** CSS pixels. */
  height: object({ height: number }),
  ready: object({ formStatus }),
  change: object({
    formStatus,
    detail: object(
      {
        method: oneOf('card', 'saved'),
        complete: boolean,
        empty: boolean,
        networks: list(readNetwork),
        fields: object(mapFields(() => fieldStatus)),
      },
      { brand: readNetwork },
    ),
  }),
  invalid: object({ formStatus, fields: list(object({ field, code: text })) }),
  error: object({ formStatus, error }),
  /** `call`: the number of the page's last `submit`, which comes to the same where it is still waited for. */
  outcome: object({ formStatus, outcome }, { call }),
  /** The payer goes on from the outcome to where payments come back to, unless the page wants to stay. */
  return: nothing,
  /** Whether the payer goes to the bank is wanted: `value`, a boolean. */
  redirect: object({ formStatus, call, url: text, payment: readPayment }),
  /** The payer is to be taken to the bank: `value`, `left` or `back`. */
  'to-bank': object({ call, url: text, paymentId }),
  /** Wants `granted` or `denied`. */
  attempt: object({ formStatus, call, paymentId, key }),
  /** An intent of a purchase is wanted: `value`, an intent's answer, or `denied`. */
  intent: object({ call, key }, { insteadOf: paymentId }),
  /** The merchant's server is to be told of an attempt: `value`, which is missing unless another payment stands in the way, or `denied`. */
  announce: object({ call, key, paymentId }),
  /** What became of a payment is wanted: `value`, which is missing where there is none, or `denied`. */
  status: object({ call, key, paymentId }),
  /** The lock of a purchase is wanted, and what is remembered of it: `value`, a snapshot of the store. */
  lock: object({ call, key }),
  /** The same without the lock. */
  peek: object({ call, key }),
  /** The lock is given back. */
  release: nothing,
  save: object({ key, paymentId, stage: readStage }),
  /** What is remembered belongs to an earlier purchase. */
  forget: object({ key }),
  /** What `submit` came to. */
  settled: object({ formStatus, call, outcome }),
  rejected: object({ formStatus, call, error }),
});
export type FromFrame = Read<typeof readFromFrame>;

/** From the page to the frame. */
export const readToFrame = union('type', {
  configure: object(
    {
      /** By property name, as the page has set them: the form judges them as it does in a page. */
      settings: record,
      disabled: boolean,
      /** What the page's endpoints are relative to. */
      pageUrl: text,
      /** The page's own address. */
      address: text,
      key,
    },
    /** What the page remembers for that purchase. */
    { entry: remembered },
  ),
  appearance: object(
    {
      lang: text,
      dir: text,
      colorScheme: text,
      /** Of 1 rem, in CSS pixels. */
      rem: number,
      /** `--pay-*` values by name. */
      values: recordOf(text),
    },
    { messages: anything },
  ),
  /** `source`: what the page has obtained itself, in place of what the form holds. It is judged as `submit()` does. */
  submit: object({ call }, { source: anything }),
  report: nothing,
  reset: nothing,
  focus: nothing,
  /** Another element or tab has written about a purchase. */
  'store-changed': nothing,
  granted: object({ call }),
  value: object({ call }, { value: anything }),
  denied: object({ call }, { error }),
});
export type ToFrame = Read<typeof readToFrame>;
