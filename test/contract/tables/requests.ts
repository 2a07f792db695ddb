import * as values from '../../wire/values.js';
import { kinds } from './events.js';

const { id } = values;

/**
 * One field of a request by its path. `good` and `bad` stand at the limits and beyond; JSON of every other type is bad
 * besides.
 */
export interface RequestField {
  readonly type: 'integer' | 'text' | 'flag' | 'list' | 'object' | 'anything';
  readonly required?: true;
  /** Without it, the request is one of another kind. */
  readonly decides?: true;
  readonly nullable?: true;
  readonly good: readonly unknown[];
  readonly bad?: readonly unknown[];
  /** Forms of other types that published clients send. */
  readonly also?: readonly unknown[];
  /** An object that may hold fields nobody knows: they are ignored. */
  readonly open?: true;
}

export type RequestFields = Readonly<Record<string, RequestField>>;

const addresses = { type: 'text', ...values.addresses } as const;
const currency = { type: 'text', ...values.currencies } as const;

const chargeable = {
  type: 'integer',
  required: true,
  good: [100, 101, 2 ** 53 - 1],
  bad: [99, 0, -100, 100.5, 2 ** 53, 1e300],
} as const;

/** Interface 4.1. */
export const intent: RequestFields = {
  amount: chargeable,
  currency,
  description: { type: 'text', good: ['', 'x', 'x'.repeat(8000), 'ش'.repeat(8000)], bad: ['x'.repeat(8001)] },
  callback_url: addresses,
};

/** Published clients send null for a field that they leave out. */
const address = { ...addresses, nullable: true } as const;
const flag = {
  type: 'flag',
  nullable: true,
  good: [true, false],
  also: ['true', 'false'],
  bad: ['yes', 'TRUE', ''],
} as const;
const metadata = {
  type: 'object',
  nullable: true,
  good: [{}, { a: '', b: 'x' }, { constructor: 'x' }],
} as const;
const metadataValue = {
  type: 'text',
  good: ['', '7', '😀'],
  also: [0, 700, 1.5, true, false],
  nullable: true,
} as const;

/** Interface 4.2, and what published clients send beside it. */
export const invoice: RequestFields = {
  amount: chargeable,
  currency: { ...currency, nullable: true },
  description: { type: 'text', required: true, good: ['x', 'x'.repeat(8001), '<b>عنوان</b>'] },
  callback_url: address,
  success_url: address,
  back_url: address,
  metadata,
  'metadata.order': metadataValue,
  expired_at: {
    type: 'text',
    nullable: true,
    good: ['2027-01-01', '2028-02-29', '2027-01-01T12:00:00Z', '2027-01-01T12:00:00.5+03:00'],
    bad: [
      '',
      'tomorrow',
      '2027-02-29',
      '2027-13-01',
      '01.01.2027',
      '2027-01-01T25:00:00Z',
      '1798761600',
      '2020-01-01',
    ],
  },
};

/** Interface 4.3. */
export const webhook: RequestFields = {
  http_method: { type: 'text', nullable: true, good: ['post', 'put', 'patch'], bad: ['get', 'POST', ''] },
  url: { ...addresses, required: true },
  shared_secret: { type: 'text', nullable: true, good: ['x', 'س 😀', 'x'.repeat(1000)], bad: [''] },
  events: {
    type: 'list',
    nullable: true,
    good: [[], ['payment_paid'], ['payment_failed', 'payment_paid', 'payment_paid']],
  },
  'events.0': {
    type: 'text',
    required: true,
    good: [...kinds, 'balance_transferred', 'payment_abandoned', 'payout_paid'],
    bad: ['payment_faild', 'payment_lost', '', 'invoice_paid'],
  },
};

const ignored = { type: 'anything', good: [null, 7, 'x', true, [], {}, 'javascript:alert(1)'] } as const;
const secretNumber = { type: 'text', required: true } as const;

/** What pays, at noon of 15 May 2026. */
const source: RequestFields = {
  source: { type: 'object', required: true, good: [], open: true },
  'source.type': {
    type: 'text',
    required: true,
    good: ['creditcard'],
    bad: ['', 'CreditCard', 'googlepay', 'sadadbill'],
  },
  'source.name': { type: 'text', required: true, good: ['A', 'عائشة', 'O’Neill <b>', '张'], bad: ['', '  '] },
  'source.number': {
    ...secretNumber,
    good: ['4111111111111111', '4242424242424242', '6200000000000005', '4201320111111010'],
    bad: [
      '',
      '4111111111111112',
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '411111111111111१',
      'x',
      '41111111111',
      '4'.repeat(20),
    ],
  },
  'source.month': {
    ...secretNumber,
    good: ['01', '12'],
    also: [1, 12, '1'],
    bad: ['', '00', '13', '001', '1a', '-1', 13, 1.5],
  },
  'source.year': {
    ...secretNumber,
    good: ['2027', '2030'],
    also: [30, 2030, '30'],
    bad: ['', '25', '2025', '1999', '0', '203', '20300', '２０３０', 25, 20_300],
  },
  'source.cvc': { ...secretNumber, good: ['123', '000'], bad: ['', '12', '1234', '12345', '12a', '１２３'] },
  'source.manual': flag,
  'source.save_card': flag,
};

/** What may be sent with a payment of either kind. */
const besides: RequestFields = {
  given_id: {
    type: 'text',
    nullable: true,
    good: [],
    bad: ['', 'x', '2f1acc6c-4b1f-11ee-be56-0242ac120002', id.slice(1), `${id} `, id.replaceAll('-', '')],
  },
  metadata,
  'metadata.order': metadataValue,
  invoice_id: { type: 'text', nullable: true, good: [], bad: ['', 'x', id] },
  apply_coupon: flag,
  splits: { type: 'list', nullable: true, good: [[]] },
  'splits.0': { type: 'object', required: true, good: [] },
  'splits.0.amount': {
    type: 'integer',
    required: true,
    good: [1, -1, 2 ** 53 - 1, -(2 ** 53) + 1],
    bad: [0, 0.5, 2 ** 53],
  },
  'splits.0.recipient_id': { type: 'text', required: true, good: [id], bad: ['', 'x', id.slice(1)] },
  'splits.0.recipient_type': {
    type: 'text',
    good: ['Entity', 'Platform', 'Beneficiary'],
    bad: ['', 'entity', 'Person'],
  },
  'splits.0.reference': { type: 'text', good: ['', 'x'.repeat(255)], bad: ['x'.repeat(256)] },
  'splits.0.description': { type: 'text', good: ['', 'x'.repeat(255)], bad: ['x'.repeat(256)] },
  'splits.0.fee_source': { type: 'flag', good: [true, false] },
  'splits.0.refundable': { type: 'flag', good: [true, false] },
};

/** What is sent to fulfil an intent, by either address. */
export const fulfilment: RequestFields = {
  client_secret: {
    type: 'text',
    required: true,
    good: [],
    bad: ['', 'secret', 'PI_SECRET_x', ' pi_secret_x'],
  },
  ...source,
  ...besides,
  amount: ignored,
  currency: ignored,
  description: ignored,
  callback_url: ignored,
};

/** What is sent for a payment without an intent. */
export const direct: RequestFields = {
  ...source,
  ...besides,
  amount: chargeable,
  currency: { ...currency, nullable: true },
  description: { type: 'text', nullable: true, good: ['', 'x'.repeat(8001)] },
  callback_url: { ...addresses, required: true },
};

/** What is sent to save a card without a payment. */
export const token: RequestFields = {
  name: source['source.name']!,
  number: source['source.number']!,
  month: source['source.month']!,
  year: source['source.year']!,
  cvc: source['source.cvc']!,
  callback_url: { ...addresses, required: true },
  save_only: flag,
  metadata,
  'metadata.order': metadataValue,
};

/** What can be changed of a payment. */
export const paymentUpdate: RequestFields = {
  description: { type: 'text', nullable: true, good: ['', 'x'.repeat(8001)] },
  metadata,
  'metadata.order': metadataValue,
};

const optional = (fields: RequestFields): RequestFields =>
  Object.fromEntries(
    Object.entries(fields).map(([path, { required, ...field }]) =>
      path.includes('.') ? [path, { ...field, ...(required && { required }) }] : [path, field],
    ),
  );

/** What can be changed of an invoice, and of a webhook. */
export const invoiceUpdate = optional(invoice);
export const webhookUpdate = optional(webhook);

/** What is captured of, or refunded to, a payment of 10 000. */
export const part: RequestFields = {
  amount: {
    type: 'integer',
    nullable: true,
    good: [1, 9999, 10_000],
    also: ['1', '700', '10000'],
    bad: [0, -1, 0.5, 2 ** 53, '0', '1.5', '1 SAR', ''],
  },
};

/** For requests that need no body. */
export const nothing: RequestFields = {};
