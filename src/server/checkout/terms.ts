import * as z from 'zod/mini';
import { appendQuery } from '../../wire/url.js';
import type { Payment, Split } from '../../wire/index.js';
import { uuid } from '../../wire/scalar.js';
import { splitRequest, type SplitRequest } from '../../wire/split.js';
import { checkBody } from '../check.js';
import { isStorableId } from '../stores/checked-store.js';
import { isSameJson } from '../../wire/json.js';
import { paymentMethods, type Coupon, type Order } from './order.js';

/** The service refuses more; said when an order is read, because a payer must not meet the refusal. */
const metadata = z.record(z.string(), z.string()).check(
  z.refine((value) => Object.keys(value).length <= 30, { error: 'must have at most 30 keys' }),
  z.refine((value) => Object.keys(value).every((key) => [...key].length <= 40), {
    error: 'must have keys of at most 40 characters',
  }),
  z.refine((value) => Object.values(value).every((text) => [...text].length <= 500), {
    error: 'must have values of at most 500 characters',
  }),
);

const coupon = z.object({
  id: z.string().check(z.minLength(1)),
  percent: z
    .number()
    .check(
      z.refine((percent) => percent > 0 && percent <= 100, { error: 'must be above 0 and at most 100' }),
    ),
  maxDiscount: z.optional(z.int().check(z.gte(0))),
});

/** What the merchant wants of a payment beside its money. An intent locks none of it, so the payment is compared. */
export const orderTerms = z.object({
  metadata: z.optional(metadata),
  splits: z.optional(z.array(splitRequest)),
  manual: z.optional(z.boolean()),
  invoiceId: z.optional(uuid),
  coupons: z.optional(z.array(coupon)),
  methods: z.optional(z.array(z.enum(paymentMethods)).check(z.minLength(1))),
});
export type IntentTerms = z.infer<typeof orderTerms>;

/** Reads the order's terms before anything is sent, so that a mistake fails before a payer pays. */
export const readTerms = (order: Order): IntentTerms => checkBody(`Order ${order.id}`, orderTerms, order);

/** NUL and half of a surrogate pair, as JSON writes them. */
const brokenText = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** The first member with a text that would come back changed, or not be taken: then a payment could not be compared. */
export const findBrokenText = (members: object): string | undefined =>
  Object.entries(members).find(([, value]) => brokenText.test(JSON.stringify(value)))?.[0];

export const keptText = 'free of NUL and of halves of an emoji, which a service may not keep';

/** As the element sends them with the payment; in JSON, what the order leaves out is left out. */
export const buildIntentTerms = ({ metadata, splits, manual, invoiceId, coupons = [] }: IntentTerms) => ({
  ...{ metadata, splits, manual, invoice_id: invoiceId },
  apply_coupon: coupons.length > 0 || undefined,
});

/** Whether both ask for the same payment. */
export function isSameTerms(one: IntentTerms = {}, other: IntentTerms = {}): boolean {
  const normalize = (terms: IntentTerms) => ({ ...terms, invoiceId: terms.invoiceId?.toLowerCase() });
  return isSameJson(normalize(one), normalize(other));
}

interface IntentPrice {
  readonly amount: number;
  readonly currency: string;
}

export const isSameIntentPrice = (one: IntentPrice, other: IntentPrice): boolean =>
  one.amount === other.amount && one.currency === other.currency;

/**
 * What a coupon of the order took off; 0 for the whole amount, undefined if the payment is over another amount. Metadata
 * can come from a browser, so the amount counts: it must be what the coupon's percent and cap make of the price.
 */
export function findDiscount(
  payment: Payment,
  price: IntentPrice,
  coupons: readonly Coupon[] = [],
): number | undefined {
  if (payment.currency !== price.currency || typeof payment.amount !== 'number') return undefined;
  if (payment.amount === price.amount) return 0;
  const named = readScalar(payment, '#coupon_id');
  const discount = price.amount - payment.amount;
  const isGiven = ({ id, percent, maxDiscount = Infinity }: Coupon) =>
    id === named &&
    // How the service rounds is not documented: one smallest unit more or less is accepted.
    Math.abs(discount - Math.min((price.amount * percent) / 100, maxDiscount)) <= 1;
  return payment.amount >= 0 && discount > 0 && coupons.some(isGiven) ? discount : undefined;
}

/**
 * A member of a payment's metadata as text: numbers come back as numbers. Undefined if it is absent or no scalar, because a
 * page can write anything, and an object may not even be made a text.
 */
export function readScalar({ metadata }: Pick<Payment, 'metadata'>, key: string): string | undefined {
  const value: unknown = metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/**
 * Whether a payment shows the terms of its intent. Terms that the order omits may be set by the page, except the invoice:
 * one payment must not pay for both an order and an invoice.
 */
export function hasTerms(
  payment: Payment,
  { metadata = {}, splits, manual, invoiceId, methods }: IntentTerms = {},
): boolean {
  const shown: string | null | undefined = payment.source?.type;
  // A payment by a saved card shows the card or its token.
  const type = shown === 'token' ? 'creditcard' : shown;
  return (
    isSameId(payment.invoice_id ?? '', invoiceId ?? '') &&
    // The service and the wallets add keys. Of an empty value the service may keep nothing.
    Object.entries(metadata).every(([key, value]) => (readScalar(payment, key) ?? '') === value) &&
    // Some accounts are never shown the splits of their payments, and then there is nothing to compare.
    (splits === undefined || !payment.splits || hasSameSplits(payment.splits, splits)) &&
    (methods === undefined || !type || methods.some((method) => method === type)) &&
    (manual === undefined || !isMoved(payment) || isManual(payment) === manual)
  );
}

/** `paid` was taken at once. What was first authorized is captured later, and a void or refund no longer shows which. */
const isMoved = ({ status }: Payment) => ['paid', 'authorized', 'captured'].includes(status);
const isManual = ({ status }: Payment) => status !== 'paid';

/** The service fills in what was left out, so only what was asked for is compared; the order of the list means nothing. */
function hasSameSplits(shown: readonly Split[], wanted: readonly SplitRequest[]): boolean {
  const left = [...shown];
  for (const each of wanted) {
    const index = left.findIndex((split) => isSameSplit(split, each));
    if (index < 0) return false;
    left.splice(index, 1);
  }
  return left.length === 0;
}

function isSameSplit(shown: Split, { recipient_id, refundable = true, ...rest }: SplitRequest): boolean {
  const wanted = Object.entries({ ...rest, refundable });
  const isShown = (name: string, value: unknown) =>
    value === undefined || ((shown as Record<string, unknown>)[name] ?? '') === value;
  return (
    isSameId(shown.recipient_id ?? '', recipient_id) && wanted.every(([name, value]) => isShown(name, value))
  );
}

/** UUIDs have one meaning in capitals and small letters. */
export const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The order's callback address with what names the order. */
export const buildCallbackUrl = ({ id, callbackUrl }: Order): string =>
  appendQuery(callbackUrl, { pay_order: id });

/** Never empty: the service may keep nothing for an empty text. */
export const buildDescription = ({ id, description }: Order): string => description || id;

/** Reserved for records of the checkout's own: a payment whose `pay_order` has this prefix belongs to no order. */
export const ownRecordPrefix = 'pay-checkout:';

export const isOrderId = (orderId: unknown): orderId is string =>
  isStorableId(orderId) && !orderId.startsWith(ownRecordPrefix);

/** Which order a payment's address names: a hint only, which the record proves by the payment's id. */
export function readOrderId({ callback_url: address }: Pick<Payment, 'callback_url'>): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  // The last one: the merchant's own query stands before it.
  const orderId = new URL(address).searchParams.getAll('pay_order').at(-1);
  return isOrderId(orderId) ? orderId : undefined;
}

/** Whether both are the same address, however an escape or the host is spelled. */
export function isSameAddress(one: string | null | undefined, other: string): boolean {
  if (typeof one !== 'string' || !URL.canParse(one) || !URL.canParse(other)) return one === other;
  const [a, b] = [new URL(one), new URL(other)];
  const entries = ({ searchParams }: URL) => JSON.stringify([...searchParams]);
  return a.origin === b.origin && a.pathname === b.pathname && entries(a) === entries(b);
}
