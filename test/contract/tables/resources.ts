import { kinds } from './events.js';
import {
  currency,
  flag,
  formatted,
  integer,
  ipv4,
  listOf,
  moment,
  nullable,
  object,
  oneOf,
  optional,
  type Table,
  text,
  scalars,
  uri,
  uuid,
} from './field.js';

/** Interface 2.1. */
export const intent: Table = {
  id: uuid,
  amount: integer({ least: 100 }),
  currency,
  description: nullable(text()),
  callback_url: nullable(uri),
  status: oneOf('created, fulfilled, canceled'),
  client_secret: text({ pattern: /^pi_secret_/ }),
  expires_at: moment,
  fulfilled_at: nullable(moment),
  created_at: moment,
};

/** Interface 2.4. Published clients look for `transaction_url` also when it is null: the payment is no longer initiated. */
export const source: Table = {
  type: oneOf('creditcard'),
  company: oneOf('mada, visa, master, amex, unionpay'),
  name: text(),
  number: text({ pattern: /^\d{4}-\d\dXX-XXXX-\d{4}$/ }),
  gateway_id: text({ pattern: /^moyasar_cc_[A-Za-z\d]{23}$/ }),
  /** Null unless the card is to be kept. */
  token: nullable(text({ pattern: /^token_/ })),
  message: text({ pattern: /./ }),
  transaction_url: nullable(uri),
  reference_number: text({ pattern: /^\d{12}$/ }),
  authorization_code: optional(text({ pattern: /^\d{6}$/ })),
  response_code: optional(text({ pattern: /^\d{2}$/ })),
  issuer_name: optional(text()),
  issuer_country: optional(text({ pattern: /^[A-Z]{2}$/ })),
  issuer_card_type: optional(oneOf('debit, credit, charge_card, unspecified')),
  issuer_card_category: optional(text()),
};

/** What is not known before the payer was authenticated is null. */
const challengedSource: Table = {
  ...source,
  message: nullable(text({ among: [] })),
  reference_number: nullable(text({ among: [] })),
  transaction_url: { ...uri, pattern: /\/v1\/card_auth\/[\da-f-]{36}\/prepare$/ },
};

/** Interface 2.5. */
export const split: Table = {
  amount: integer({ never: 0 }),
  recipient_type: oneOf('Entity, Platform, Beneficiary'),
  recipient_id: uuid,
  reference: optional(text({ longest: 255 })),
  description: optional(text({ longest: 255 })),
  fee_source: flag,
  refundable: flag,
};

export const paymentStatuses = [
  'initiated',
  'paid',
  'authorized',
  'failed',
  'refunded',
  'captured',
  'voided',
  'verified',
  'expired',
] as const;

/** Interface 2.3, with the splits of 2.5. */
export const payment: Table = {
  id: uuid,
  status: oneOf(paymentStatuses.join(', ')),
  amount: integer(),
  fee: integer({ among: ['0'] }),
  currency,
  refunded: integer({ least: 0, notAbove: 'amount' }),
  refunded_at: optional(moment),
  captured: integer({ least: 0, notAbove: 'amount' }),
  captured_at: optional(moment),
  voided_at: optional(moment),
  description: optional(text()),
  amount_format: formatted('amount'),
  fee_format: formatted('fee'),
  refunded_format: formatted('refunded'),
  captured_format: formatted('captured'),
  invoice_id: optional(uuid),
  ip: ipv4,
  callback_url: optional(uri),
  created_at: moment,
  updated_at: moment,
  metadata: optional(scalars),
  failure_reason: optional(text({ pattern: /^(3ds|declined|blocked)_[a-z_]+$/ })),
  source: object(source),
  splits: listOf(split),
};

export const initiatedPayment: Table = { ...payment, source: object(challengedSource) };

export const paymentAsItIs = ({ status }: Readonly<Record<string, unknown>>): Table =>
  status === 'initiated' ? initiatedPayment : payment;

/** Interface 2.2, which leaves open what is always there: everything but what nobody asked for. */
export const invoice: Table = {
  id: uuid,
  status: oneOf('initiated, paid, failed, refunded, canceled, on_hold, expired, voided'),
  amount: integer({ least: 100 }),
  currency,
  description: text(),
  logo_url: optional(uri),
  amount_format: formatted('amount'),
  url: uri,
  callback_url: optional(uri),
  expired_at: optional(moment),
  created_at: moment,
  updated_at: moment,
  back_url: optional(uri),
  success_url: optional(uri),
  metadata: optional(scalars),
  payments: listOf(paymentAsItIs),
};

/** Interface 2.6; the shared secret is never answered. */
export const webhook: Table = {
  id: uuid,
  http_method: oneOf('post, put, patch'),
  url: uri,
  events: listOf(text()),
  created_at: { ...moment, pattern: /:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/ },
};

/** What a webhook's receiver gets. */
export const message: Table = {
  id: uuid,
  type: oneOf(kinds.join(', ')),
  /** With an offset and without milliseconds. */
  created_at: { ...moment, pattern: /T\d\d:\d\d:\d\d\+00:00$/ },
  secret_token: text(),
  account_name: text(),
  live: flag,
  data: object(paymentAsItIs),
};

/** Stands beside the entries of every list. */
export const meta: Table = {
  current_page: integer({ least: 1 }),
  next_page: nullable(integer({ least: 2 })),
  prev_page: nullable(integer({ least: 1 })),
  total_pages: integer({ least: 1 }),
  total_count: integer({ least: 0 }),
};

/** Every refusal. */
export const error: Table = {
  type: oneOf(
    'validation_error, used_given_id, invalid_request_error, intent_not_fulfillable, intent_not_cancelable, authentication_error, record_not_found, account_inactive_error, rate_limit_error, api_error',
  ),
  message: text({ pattern: /./ }),
  errors: nullable(object({})),
};
