import type { ErrorBody } from '../wire/error-body.js';
import type { PaymentIntent } from '../wire/payment-intent.js';
import type { Payment } from '../wire/payment.js';

/**
 * What comes in, checked as loosely as the reading schemas of `wire/` do: known fields have their type, are null or
 * are missing, and unknown ones stay. Written out, because a page would load 7 KB of schema library for it; a test
 * holds each reader against its schema. Where bytes don't count, use the schemas.
 */
type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === 'string';
const filled: Test = (value) => text(value) && value !== '';
const integer: Test = Number.isSafeInteger;
const flag: Test = (value) => typeof value === 'boolean';
const record = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

/** An object with fields that must be there, and fields that may be missing or null. */
const object =
  (required: Record<string, Test>, ...optional: readonly (readonly [test: Test, fields: string])[]): Test =>
  (value) =>
    record(value) &&
    Object.entries(required).every(([field, test]) => test(value[field])) &&
    optional.every(([test, fields]) =>
      fields.split(' ').every((field) => (value[field] ?? null) === null || test(value[field])),
    );

const source = object({}, [
  text,
  'type company name number gateway_id token message transaction_url reference_number authorization_code response_code issuer_name issuer_country issuer_card_type issuer_card_category',
]);

const split = object(
  {},
  [integer, 'amount'],
  [text, 'recipient_type recipient_id reference description'],
  [flag, 'fee_source refundable'],
);

const payment = object(
  { id: filled, status: text },
  [integer, 'amount fee refunded captured'],
  [
    text,
    'currency refunded_at captured_at voided_at description amount_format fee_format refunded_format captured_format invoice_id ip callback_url created_at updated_at',
  ],
  [record, 'metadata'],
  [source, 'source'],
  [list(split), 'splits'],
);

const intent = object(
  { id: filled, client_secret: (value) => text(value) && /^pi_secret_/.test(value as string) },
  [integer, 'amount'],
  [text, 'currency description callback_url status expires_at fulfilled_at created_at'],
);

const errors: Test = (value) =>
  text(value) || (record(value) && Object.values(value).every((said) => text(said) || list(text)(said)));

const errorBody = object({}, [text, 'type message'], [errors, 'errors']);

export const isPayment = payment as (value: unknown) => value is Payment;
export const isIntent = intent as (value: unknown) => value is PaymentIntent;
export const isErrorBody = errorBody as (value: unknown) => value is ErrorBody;
