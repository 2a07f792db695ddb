import type { ErrorBody } from '../wire/error-body.js';
import type { PaymentIntent } from '../wire/payment-intent.js';
import type { Payment } from '../wire/payment.js';
import { list, object, record, text, type Test } from './shape.js';

/**
 * What comes in is checked where the checkout goes by it, and only there: a payment that was made must not look lost
 * because a field for display has an unexpected form. Written out, because a page would load 7 KB of schema library
 * for it; a test holds each reader against the schema of `wire/`, which checks every field. Where bytes don't count,
 * use the schemas.
 */
const filled: Test = (value) => text(value) && value !== '';
const integer: Test = Number.isSafeInteger;
const texts: Test = (value) => text(value) || list(text)(value);

const payment = object(
  { id: filled, status: text },
  {
    amount: integer,
    currency: text,
    callback_url: text,
    source: object({}, { message: text, response_code: text, transaction_url: text }),
  },
);

const intent = object(
  { id: filled, client_secret: (value) => text(value) && /^pi_secret_/.test(value as string) },
  { amount: integer, currency: text },
);

const errorBody = object(
  {},
  {
    type: text,
    message: text,
    errors: (value) => text(value) || (record(value) && Object.values(value).every(texts)),
  },
);

export const isPayment = payment as (value: unknown) => value is Payment;
export const isIntent = intent as (value: unknown) => value is PaymentIntent;
export const isErrorBody = errorBody as (value: unknown) => value is ErrorBody;
