import * as z from 'zod';
import { kinds } from './events.js';

const text = z.string().min(1);
const matching = (pattern: RegExp) => z.string().regex(pattern);
const address = matching(/^https?:\/\/[^\s/]/).pipe(z.url());
const moment = z.iso.datetime({ offset: true });
const currency = matching(/^[A-Z]{3}$/);
const scalars = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const optional = z.nullish;

/** ISO 4217's minor units, for those currencies that have not two. */
const decimals: Readonly<Record<string, number>> = { KWD: 3, BHD: 3, JPY: 0, CLF: 4 };

/** Each `…_format` writes the amount beside it, with the decimals of the currency and its code. */
function writesAmounts({ value, issues }: z.core.ParsePayload<object>): void {
  const answer = value as Readonly<Record<string, unknown>>;
  const places = decimals[String(answer['currency'])] ?? 2;
  const { format } = new Intl.NumberFormat('en-US', { minimumFractionDigits: places });
  for (const field of Object.keys(answer).filter((name) => name.endsWith('_format'))) {
    // As text: a fraction would lose the last digits of a large amount.
    const amount = `${Number(answer[field.replace('_format', '')])}E-${places}` as never;
    const expected = `${format(amount)} ${String(answer['currency'])}`;
    if (answer[field] !== expected)
      issues.push({ code: 'custom', input: answer[field], path: [field], message: `is not ${expected}` });
  }
}

/** Interface 2.1. */
export const intent = z.strictObject({
  id: z.guid(),
  amount: z.int().min(100),
  currency,
  description: z.nullable(z.string()),
  callback_url: z.nullable(address),
  status: z.enum(['created', 'fulfilled', 'canceled']),
  client_secret: matching(/^pi_secret_/),
  expires_at: moment,
  fulfilled_at: z.nullable(moment),
  created_at: moment,
});

/** Interface 2.4. Published clients look for `transaction_url` also when it is null: the payment is no longer initiated. */
const source = z.strictObject({
  type: z.literal('creditcard'),
  company: z.enum(['mada', 'visa', 'master', 'amex', 'unionpay']),
  name: z.string(),
  number: matching(/^\d{4}-\d\dXX-XXXX-\d{4}$/),
  gateway_id: matching(/^moyasar_cc_[A-Za-z\d]{23}$/),
  /** Null unless the card is to be kept. */
  token: z.nullable(matching(/^token_/)),
  message: text,
  transaction_url: z.nullable(address),
  reference_number: matching(/^\d{12}$/),
  authorization_code: optional(matching(/^\d{6}$/)),
  response_code: optional(matching(/^\d{2}$/)),
  issuer_name: optional(z.string()),
  issuer_country: optional(matching(/^[A-Z]{2}$/)),
  issuer_card_type: optional(z.enum(['debit', 'credit', 'charge_card', 'unspecified'])),
  issuer_card_category: optional(z.string()),
});

/** What is not known before the payer was authenticated is null. */
const challengedSource = source.extend({
  message: z.null(),
  reference_number: z.null(),
  transaction_url: matching(/^https?:\/\/[^\s/].*\/v1\/card_auth\/[\da-f-]{36}\/prepare$/),
});

/** Interface 2.5. */
const split = z.strictObject({
  amount: z.int().refine((amount) => amount !== 0),
  recipient_type: z.enum(['Entity', 'Platform', 'Beneficiary']),
  recipient_id: z.guid(),
  reference: optional(z.string().max(255)),
  description: optional(z.string().max(255)),
  fee_source: z.boolean(),
  refundable: z.boolean(),
});

/** Of a payment that no longer waits for its payer. */
const laterStatuses = [
  'paid',
  'authorized',
  'failed',
  'refunded',
  'captured',
  'voided',
  'verified',
  'expired',
] as const;
export const paymentStatuses = ['initiated', ...laterStatuses] as const;

/** Interface 2.3, with the splits of 2.5. */
const paymentFields = {
  id: z.guid(),
  amount: z.int(),
  fee: z.literal(0),
  currency,
  refunded: z.int().min(0),
  refunded_at: optional(moment),
  captured: z.int().min(0),
  captured_at: optional(moment),
  voided_at: optional(moment),
  description: optional(z.string()),
  amount_format: z.string(),
  fee_format: z.string(),
  refunded_format: z.string(),
  captured_format: z.string(),
  invoice_id: optional(z.guid()),
  ip: z.ipv4(),
  callback_url: optional(address),
  created_at: moment,
  updated_at: moment,
  metadata: optional(scalars),
  failure_reason: optional(matching(/^(3ds|declined|blocked)_[a-z_]+$/)),
  splits: z.array(split),
};

export const payment = z
  .strictObject({ ...paymentFields, status: z.enum(laterStatuses), source })
  .refine(({ amount, refunded, captured }) => refunded <= amount && captured <= amount)
  .check(writesAmounts);

export const initiatedPayment = z
  .strictObject({ ...paymentFields, status: z.literal('initiated'), source: challengedSource })
  .check(writesAmounts);

export const anyPayment = z.union([initiatedPayment, payment]);

/** Interface 2.2, which leaves open what is always there: everything but what nobody asked for. */
export const invoice = z
  .strictObject({
    id: z.guid(),
    status: z.enum(['initiated', 'paid', 'failed', 'refunded', 'canceled', 'on_hold', 'expired', 'voided']),
    amount: z.int().min(100),
    currency,
    description: z.string(),
    logo_url: optional(address),
    amount_format: z.string(),
    url: address,
    callback_url: optional(address),
    expired_at: optional(moment),
    created_at: moment,
    updated_at: moment,
    back_url: optional(address),
    success_url: optional(address),
    metadata: optional(scalars),
    payments: z.array(anyPayment),
  })
  .check(writesAmounts);

/** Interface 2.6; the shared secret is never answered. */
export const webhook = z.strictObject({
  id: z.guid(),
  http_method: z.enum(['post', 'put', 'patch']),
  url: address,
  events: z.array(z.string()),
  created_at: moment.regex(/:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/),
});

/** What a webhook's receiver gets. */
export const message = z.strictObject({
  id: z.guid(),
  type: z.enum(kinds),
  /** With an offset and without milliseconds. */
  created_at: moment.regex(/T\d\d:\d\d:\d\d\+00:00$/),
  secret_token: z.string(),
  account_name: z.string(),
  live: z.boolean(),
  data: anyPayment,
});

/** An entry of `GET /webhooks/{id}/attempts`. */
export const attempt = z.strictObject({
  id: z.guid(),
  webhook_id: z.guid(),
  event_id: z.guid(),
  event_type: z.enum(kinds),
  retry_number: z.int().min(0),
  result: z.enum(['success', 'failed']),
  response_code: z.nullable(z.int().min(100)),
  response_headers: z.nullable(z.string()),
  response_body: z.nullable(z.string()),
  message: text,
  created_at: moment,
});

/** Stands beside the entries of every list. */
export const meta = z.strictObject({
  current_page: z.int().min(1),
  next_page: z.nullable(z.int().min(2)),
  prev_page: z.nullable(z.int().min(1)),
  total_pages: z.int().min(1),
  total_count: z.int().min(0),
});

/** Every refusal. */
export const error = z.strictObject({
  type: z.enum([
    'validation_error',
    'used_given_id',
    'invalid_request_error',
    'intent_not_fulfillable',
    'intent_not_cancelable',
    'authentication_error',
    'record_not_found',
    'account_inactive_error',
    'rate_limit_error',
    'api_error',
  ]),
  message: text,
  errors: z.nullable(z.record(z.string(), z.unknown())),
});
