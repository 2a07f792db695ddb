import { mapFields, fieldNames } from '../card/fields.js';
import { methodNames } from '../checkout/payment-method.js';
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
} from '../../wire/reader.js';

/** The version of the messages between a page and its frame. A frame refuses a page of another version. */
export const protocolVersion = 7;

/**
 * What the merchant's page and the frame with the card form say to each other, over one `MessageChannel`. Each side
 * reads a message once, when it comes, and drops what is none of these. No message has a place for a card number or a
 * security code.
 */

/** From the page to its frame: asks whether a document is ready for a greeting. A document answers `here`, every time. */
export const readAsk = object({ type: oneOf('pay-checkout:ask') });
export type Ask = Read<typeof readAsk>;

/**
 * From a document in the frame to the page around it, when the document's script runs and after every `ask`. `document`
 * is a random number by which the page recognizes a document that it has greeted. `loaded`: the document's `load` event
 * has fired.
 */
export const readHere = object({ type: oneOf('pay-checkout:here'), document: number, loaded: boolean });
export type Here = Read<typeof readHere>;

/** From the page to its frame, with one port: once for each document that has sent `here`. */
export const readGreeting = object({ type: oneOf('pay-checkout:greeting'), version: number });
export type Greeting = Read<typeof readGreeting>;

const empty = object({});
/** Numbers the requests of the frame. The page's response has the same number. */
const requestId = number;
/** Numbers the page's calls of `submit()`. What the frame sends about a call has the same number. */
const submitId = number;
/** The page's handle for a purchase with its endpoints: a number that reveals nothing about them. */
const purchaseHandle = text;
const paymentId = text;
const method = oneOf(...methodNames);
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

const price = object({ amount: number, currency: text });
const outcomeDetail = object({ paymentId }, { payment: readPayment });
const outcome = union('status', {
  paid: outcomeDetail,
  authorized: outcomeDetail,
  failed: outcomeDetail,
  unknown: outcomeDetail,
  initiated: object({ paymentId, payment: readPayment }),
});

/** Sent with every event of the form, so that the page knows the form's state when the page gets the event. */
const formStatus = object(
  {
    phase: oneOf(
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
    ),
    /** The validity that the element reports to a form around it; the text is empty when the element is valid. */
    problem: object({ kind: oneOf('none', 'valueMissing', 'badInput', 'customError'), message: text }),
  },
  /** A payment was made, or may come of a request that was sent: no other form may replace this form. */
  { hasPayment: boolean },
);
export type SentFormStatus = Read<typeof formStatus>;

/** What the store of the page's origin holds about a purchase. */
const storedAttempt = object(
  { paymentId, stage: readStage, at: number, returned: boolean },
  { givenUp: boolean },
);

/** The merchant's response to a request for an intent. */
export const readIntentResponse = union('kind', {
  intent: object({
    intent: object(
      { id: text, clientSecret: text },
      { paymentId, amount: number, currency: text, terms: readOrderTerms },
    ),
  }),
  'blocked-by-order': object({ payment: readPayment }, { isHeld: boolean }),
});

/** What the page's store holds about a purchase, and whether another tab has the lock. */
export const readStoreSnapshot = object({ isLockedElsewhere: boolean }, { entry: storedAttempt });

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
        method: oneOf('card', 'saved', 'stcpay'),
        complete: boolean,
        empty: boolean,
        networks: list(readNetwork),
        fields: object(mapFields(() => fieldStatus)),
      },
      { brand: readNetwork },
    ),
  }),
  invalid: object({
    formStatus,
    fields: list(object({ field: oneOf(...fieldNames, 'mobile'), code: text })),
  }),
  error: object({ formStatus, error }),
  /** `submitId`: the page's last `submit()`; its promise, if pending, resolves with this outcome. */
  outcome: object({ formStatus, outcome }, { submitId, differs: object({ shown: price, charged: price }) }),
  /** Asks the page to go to the payment's return URL, unless the page has prevented that. */
  return: empty,
  /** Asks whether the page allows the redirect to the bank. The answer is `value`, a boolean. */
  redirect: object({ formStatus, requestId, url: text, payment: readPayment }),
  /** Asks the page to open the challenge. The answer is `value`: `left` or `back`. */
  'open-challenge': object({ requestId, url: text, paymentId }),
  /** Asks whether the page allows an attempt. The answer is `granted` or `denied`. */
  attempt: object({ formStatus, requestId, paymentId, method, handle: purchaseHandle }),
  /** Asks for the purchase's intent. The answer is `value`, an `IntentResponse`, or `denied`. */
  intent: object({ requestId, handle: purchaseHandle }, { insteadOf: paymentId }),
  /** Asks for a payment's status. The answer is `value`, the payment or nothing where there is none, or `denied`. */
  status: object({ requestId, handle: purchaseHandle, paymentId }),
  /** Asks for the purchase's lock and its stored attempt. The answer is `value`, a `StoreSnapshot`. */
  lock: object({ requestId, handle: purchaseHandle }),
  /** Asks for the stored attempt without taking the lock. The answer is `value`, a `StoreSnapshot`. */
  peek: object({ requestId, handle: purchaseHandle }),
  /** Releases the lock. */
  release: empty,
  save: object({ handle: purchaseHandle, paymentId, stage: readStage }, { replacesPaid: boolean }),
  /** Forgets the stored attempt: it belongs to an earlier purchase. */
  forget: object({ handle: purchaseHandle }),
  /** Settles the promise of the page's `submit()`. */
  settled: object({ formStatus, submitId, outcome }),
  rejected: object({ formStatus, submitId, error }),
});
export type FromFrame = Read<typeof readFromFrame>;

/** From the page to the frame. */
export const readToFrame = union('type', {
  configure: object(
    {
      /** By property name, as the page has set them: the form validates them as a form in a page does. */
      settings: record,
      disabled: boolean,
      /** The document's base URL, to which the page's endpoints are relative. */
      documentBaseUrl: text,
      /** The page's URL. */
      documentUrl: text,
      handle: purchaseHandle,
    },
    /** The stored attempt of that purchase. */
    { entry: storedAttempt },
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
  /**
   * `source`: what the page has obtained itself, instead of the card in the form. Validated as `submit()` does. `price`:
   * what a wallet's sheet has shown.
   */
  submit: object({ submitId }, { source: anything, price }),
  report: empty,
  reset: empty,
  focus: empty,
  /** What the store holds about the purchase may have changed. */
  'store-changed': empty,
  granted: object({ requestId }),
  value: object({ requestId }, { value: anything }),
  denied: object({ requestId }, { error }),
});
export type ToFrame = Read<typeof readToFrame>;
