import * as z from 'zod/mini';
import { checkBody } from '../check.js';
import type { Payment, Split } from '../../wire/index.js';
import { metadata, uuid } from '../../wire/scalar.js';
import { splitRequest, type SplitRequest } from '../../wire/split.js';
import { isSameJson } from './is-same-json.js';
import type { Order } from './order.js';

/** What the merchant wants of a payment beside its money. An intent locks none of it, so the payment is compared. */
export const paymentDetails = z.object({
  metadata: z.optional(metadata),
  splits: z.optional(z.array(splitRequest)),
  manual: z.optional(z.boolean()),
  invoiceId: z.optional(uuid),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

/** Reads and validates the order's details here, so that a mistake fails before a payer pays. */
export function readDetails({ id, metadata, splits, manual, invoiceId }: Order): PaymentDetails {
  const given = Object.entries({ metadata, splits, manual, invoiceId }).filter(
    ([, value]) => value !== undefined,
  );
  return checkBody(`Order ${id}`, paymentDetails, Object.fromEntries(given));
}

/** As the tag sends them with the payment; what the order does not say is left out. */
export function buildIntentDetails({ metadata, splits, manual, invoiceId }: PaymentDetails) {
  const named = { metadata, splits, manual, invoice_id: invoiceId };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Whether both ask for the same payment. */
export const isSameDetails = (one: PaymentDetails = {}, other: PaymentDetails = {}): boolean =>
  isSameJson(one.metadata, other.metadata) &&
  isSameJson(one.splits, other.splits) &&
  one.manual === other.manual &&
  one.invoiceId?.toLowerCase() === other.invoiceId?.toLowerCase();

/**
 * Whether a payment shows the details of its intent. Details that the order omits may be set by the page, except the
 * invoice: one payment must not pay for both an order and an invoice.
 */
export function hasDetails(payment: Payment, { metadata, splits, manual, invoiceId }: PaymentDetails = {}) {
  return (
    isSameId(payment.invoice_id, invoiceId) &&
    (metadata === undefined || isSameJson(textsOf(payment.metadata), metadata)) &&
    // Some accounts are never shown the splits of their payments, and then nothing can be compared.
    (splits === undefined || !payment.splits || hasSameSplits(payment.splits, splits)) &&
    (manual === undefined || (isMoved(payment) ? isManual(payment) === manual : true))
  );
}

const isSameId = (shown: string | null | undefined, wanted: string | undefined) =>
  (shown ?? '').toLowerCase() === (wanted ?? '').toLowerCase();

/** The service turns numbers and booleans into texts, and may answer them as they came. */
const textsOf = (shown: Payment['metadata']) =>
  Object.fromEntries(Object.entries(shown ?? {}).map(([key, value]) => [key, String(value)]));

/** `paid` was taken at once. What was first authorized is captured later, and a void or refund no longer says it. */
const isMoved = ({ status }: Payment) => ['paid', 'authorized', 'captured'].includes(status);
const isManual = ({ status }: Payment) => status !== 'paid';

/** The service fills in what was left out, so only what was asked for is compared; the order of the list says nothing. */
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
  return (
    isSameId(shown.recipient_id, recipient_id) &&
    wanted.every(([name, value]) => value === undefined || (shown as Record<string, unknown>)[name] === value)
  );
}
