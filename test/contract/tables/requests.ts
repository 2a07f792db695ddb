import { id } from '../../wire/values.js';
import { kinds } from './events.js';

/**
 * One field of a request by its path. `good` and `bad` stand at the limits and beyond; JSON of every other type is bad
 * besides.
 */
export interface RequestField {
  readonly type: 'integer' | 'text' | 'flag' | 'list' | 'object' | 'anything';
  readonly required?: true;
  readonly nullable?: true;
  readonly good: readonly unknown[];
  /** A pair names the field that is refused, where it is another. */
  readonly bad?: readonly unknown[];
}

export type RequestFields = Readonly<Record<string, RequestField>>;

const addresses = {
  type: 'text',
  good: ['https://shop.example', 'http://127.0.0.1:4020/callback?order=7#top'],
  bad: [
    '',
    '/callback',
    'shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'data:,x',
    'https://',
    'https://a b',
  ],
} as const;

const currency = {
  type: 'text',
  good: ['SAR', 'USD', 'KWD', 'JPY'],
  bad: ['', 'sar', 'SA', 'SARR', ' SAR', 'ABC', '682', 'toString'],
} as const;

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

/** Interface 4.2. */
export const invoice: RequestFields = {
  amount: chargeable,
  currency: { ...currency, required: true },
  description: { type: 'text', required: true, good: ['x', 'x'.repeat(8001), '<b>عنوان</b>'] },
  callback_url: addresses,
  success_url: addresses,
  back_url: addresses,
  expired_at: {
    type: 'text',
    nullable: true,
    good: ['2027-01-01', '2028-02-29', '2027-01-01T12:00:00Z', '2027-01-01T12:00:00.5+03:00', '2020-01-01'],
    bad: ['', 'tomorrow', '2027-02-29', '2027-13-01', '01.01.2027', '2027-01-01T25:00:00Z', '1798761600'],
  },
};

/** Interface 4.3. */
export const webhook: RequestFields = {
  http_method: { type: 'text', good: ['post'], bad: ['get', 'put', 'POST ', ''] },
  url: { ...addresses, required: true },
  shared_secret: { type: 'text', required: true, good: ['x', 'س 😀', 'x'.repeat(1000)], bad: [''] },
  events: {
    type: 'list',
    good: [[], ['payment_paid'], ['payment_failed', 'payment_paid', 'payment_paid']],
  },
  'events.0': {
    type: 'text',
    required: true,
    good: kinds,
    bad: ['payment_faild', 'payment_lost', '', 'invoice_paid'],
  },
};

const ignored = { type: 'anything', good: [null, 7, 'x', true, [], {}, 'javascript:alert(1)'] } as const;
const secretNumber = { type: 'text', required: true } as const;

/** What is sent to fulfil an intent at noon of 15 May 2026, by either address. */
export const fulfilment: RequestFields = {
  client_secret: {
    type: 'text',
    required: true,
    good: [],
    bad: ['', 'secret', 'PI_SECRET_x', ' pi_secret_x'],
  },
  source: { type: 'object', required: true, good: [] },
  'source.type': {
    type: 'text',
    required: true,
    good: ['creditcard'],
    bad: ['', 'token', 'CreditCard', 'applepay'],
  },
  'source.name': { type: 'text', required: true, good: ['A', 'عائشة', 'O’Neill <b>', '张'], bad: ['', '  '] },
  'source.number': {
    ...secretNumber,
    good: ['4111111111111111', '4242424242424242', '6200000000000005', '4201320111111010'],
    bad: ['', '4111111111111112', '4111 1111 1111 1111', '4111-1111-1111-1111', '411111111111111१', 'x'],
  },
  'source.month': { ...secretNumber, good: ['01', '12'], bad: ['', '00', '13', '1', '001', '1a', '-1'] },
  'source.year': {
    ...secretNumber,
    good: ['2027', '2030'],
    bad: ['', '30', '2025', '1999', '0', '20300', '２０３０'],
  },
  'source.cvc': { ...secretNumber, good: ['123', '000'], bad: ['', '12', '1234', '12345', '12a', '１２３'] },
  'source.manual': { type: 'flag', good: [true, false] },
  given_id: {
    type: 'text',
    good: [],
    bad: ['', 'x', '2f1acc6c-4b1f-11ee-be56-0242ac120002', id.slice(1), `${id} `, id.replaceAll('-', '')],
  },
  metadata: { type: 'object', good: [{}, { a: '', b: 'x' }, { constructor: 'x' }] },
  'metadata.order': { type: 'text', good: ['', '7', '😀'] },
  invoice_id: { type: 'text', good: [], bad: ['', 'x', id] },
  splits: { type: 'list', good: [[]] },
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
  amount: ignored,
  currency: ignored,
  description: ignored,
  callback_url: ignored,
};

/** What is captured of, or refunded to, a payment of 10 000. */
export const part: RequestFields = {
  amount: { type: 'integer', good: [1, 9999, 10_000], bad: [0, -1, 0.5, 10_001, 2 ** 53] },
};

/** For requests that say all in their address. */
export const nothing: RequestFields = {};
