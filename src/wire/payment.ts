import * as z from 'zod/mini';
import {
  currency,
  displayed,
  nullish,
  metadata,
  metadataContract,
  minorUnits,
  openEnum,
  timestamp,
  uri,
  uuid,
} from './scalar.js';
import { paymentSource, sourceContract } from './source.js';
import { split, splitContract } from './split.js';

/** The states of a payment; interface 2.3 and 3.3. */
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

const nonNegativeUnits = minorUnits.check(z.gte(0));
const withinAmount = (payment: {
  amount: number;
  refunded?: number | null | undefined;
  captured?: number | null | undefined;
}) => (payment.refunded ?? 0) <= payment.amount && (payment.captured ?? 0) <= payment.amount;

/** What the service sends of a payment; interface 2.3, and older answers, which leave fields out. */
export const paymentContract = z
  .looseObject({
    id: uuid,
    status: z.enum(paymentStatuses),
    /** Integer, smallest currency unit; interface 2.3. */
    amount: minorUnits,
    /** Estimated fee including VAT, smallest currency unit; interface 2.3. */
    fee: nonNegativeUnits,
    /** ISO 4217 code; interface 2.3. */
    currency,
    /** Smallest currency unit, at most the amount; interface 2.3. */
    refunded: nonNegativeUnits,
    refunded_at: nullish(timestamp),
    /** Smallest currency unit, at most the amount; 0 on a payment that was never authorized; interface 2.3. */
    captured: nullish(nonNegativeUnits),
    captured_at: nullish(timestamp),
    voided_at: nullish(timestamp),
    description: nullish(z.string()),
    /** For display, such as `30,000.00 SAR`: never parsed; interface 2.3. */
    amount_format: nullish(z.string()),
    /** For display; interface 2.3. */
    fee_format: nullish(z.string()),
    /** For display; interface 2.3. */
    refunded_format: nullish(z.string()),
    /** For display; interface 2.3. */
    captured_format: nullish(z.string()),
    /** The invoice that this payment pays; interface 2.3. */
    invoice_id: nullish(uuid),
    /** The payer's IPv4 address, from the connection that created the payment; interface 2.3. */
    ip: nullish(z.ipv4()),
    callback_url: nullish(uri),
    created_at: timestamp,
    updated_at: timestamp,
    /** Null if none was sent. A coupon adds keys that begin with `#coupon_`; interface 2.3. */
    metadata: nullish(metadataContract),
    /** Why a challenge failed, such as `3ds_timeout` or `declined_authentication_failed`. */
    failure_reason: nullish(z.string()),
    source: sourceContract,
    /** Only for entities created after 2025-10; interface 2.5. */
    splits: nullish(z.array(splitContract)),
  })
  .check(z.refine(withinAmount, { error: 'refunded and captured are at most the amount' }));

/** The fields of a payment that decide nothing, or that only the code that needs them checks. */
const paymentFields = {
  /** Integer, smallest currency unit; interface 2.3. */
  fee: displayed(z.int()),
  refunded_at: displayed(z.string()),
  captured_at: displayed(z.string()),
  voided_at: displayed(z.string()),
  description: displayed(z.string()),
  amount_format: displayed(z.string()),
  fee_format: displayed(z.string()),
  refunded_format: displayed(z.string()),
  captured_format: displayed(z.string()),
  invoice_id: displayed(z.string()),
  ip: displayed(z.string()),
  callback_url: displayed(z.string()),
  created_at: displayed(z.string()),
  updated_at: displayed(z.string()),
  metadata: displayed(z.record(z.string(), z.unknown())),
  failure_reason: displayed(z.string()),
  source: displayed(paymentSource),
  splits: displayed(z.array(split)),
};

/**
 * How a payment is read. The id and the status must be there, and amounts and a currency must be of their type. Any
 * other field may be missing, null or of another type: then it reads as absent. Unknown fields stay.
 */
export const payment = z.looseObject({
  ...paymentFields,
  id: z.string().check(z.minLength(1)),
  /** One of the known words, or one that came later: then ask the server; interface 2.3. */
  status: openEnum(paymentStatuses),
  /** Integer, smallest currency unit; interface 2.3. */
  amount: nullish(z.int()),
  /** ISO 4217 code; interface 2.3. */
  currency: nullish(z.string()),
  /** Integer, smallest currency unit; interface 2.3. */
  refunded: nullish(z.int()),
  /** Integer, smallest currency unit; interface 2.3. */
  captured: nullish(z.int()),
});
export type Payment = z.infer<typeof payment>;

/** A payment in a webhook's message: a reason to retrieve the payment by its id, and no more. */
export const deliveredPayment = z.looseObject({
  ...paymentFields,
  id: z.string().check(z.minLength(1)),
  status: displayed(openEnum(paymentStatuses)),
  /** Integer, smallest currency unit; interface 2.3. */
  amount: displayed(z.int()),
  /** ISO 4217 code; interface 2.3. */
  currency: displayed(z.string()),
  refunded: displayed(z.int()),
  captured: displayed(z.int()),
});

/** Body of `POST /payments/{id}/capture` and `/refund`: without an amount, all that is left. */
export const paymentAmount = z.strictObject({
  /** Integer, smallest currency unit. */
  amount: z.optional(minorUnits.check(z.gte(1))),
});
export type PaymentAmount = z.infer<typeof paymentAmount>;

/** Body of `PUT /payments/{id}`: fields that are left out stay; interface 2.3. */
export const updatePayment = z.strictObject({
  description: z.optional(z.string()),
  metadata: z.optional(metadata),
});
export type UpdatePayment = z.infer<typeof updatePayment>;
