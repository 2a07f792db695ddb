import * as z from 'zod/mini';
import { currency } from './currency.js';
import { nullish, metadata, minorUnits, openEnum, timestamp, uri, uuid } from './scalar.js';
import { cardSourceContract, paymentSource } from './source.js';
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
] as const;

const nonNegativeUnits = minorUnits.check(z.gte(0));
const withinAmount = (payment: { amount: number; refunded: number; captured: number }) =>
  payment.refunded <= payment.amount && payment.captured <= payment.amount;

/** What the service promises of a payment; interface 2.3. */
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
    /** Smallest currency unit, at most the amount; interface 2.3. */
    captured: nonNegativeUnits,
    captured_at: nullish(timestamp),
    voided_at: nullish(timestamp),
    description: nullish(z.string()),
    /** For display, such as `100.00 SAR`; interface 2.3. */
    amount_format: z.string(),
    /** For display; interface 2.3. */
    fee_format: z.string(),
    /** For display; interface 2.3. */
    refunded_format: z.string(),
    /** For display; interface 2.3. */
    captured_format: z.string(),
    /** The invoice that this payment pays; interface 2.3. */
    invoice_id: nullish(uuid),
    /** The payer's IPv4 address, from the connection that created the payment; interface 2.3. */
    ip: z.ipv4(),
    callback_url: nullish(uri),
    created_at: timestamp,
    updated_at: timestamp,
    /** Keys and values both strings; interface 2.3. */
    metadata: nullish(metadata),
    /** One of several kinds; a card is the kind that is shown; interface 2.4. */
    source: cardSourceContract,
    /** Only for entities created after 2025-10; interface 2.5. */
    splits: nullish(z.array(splitContract)),
  })
  .check(z.refine(withinAmount, { error: 'refunded and captured are at most the amount' }));

/** How a payment is read: the id and the status must be there, the rest may be missing or null; unknown fields stay. */
export const payment = z.looseObject({
  id: z.string().check(z.minLength(1)),
  /** One of the known words, or one that came later: then ask the server; interface 2.3. */
  status: openEnum(paymentStatuses),
  /** Integer, smallest currency unit; interface 2.3. */
  amount: nullish(z.int()),
  /** Integer, smallest currency unit; interface 2.3. */
  fee: nullish(z.int()),
  /** ISO 4217 code; interface 2.3. */
  currency: nullish(z.string()),
  /** Integer, smallest currency unit; interface 2.3. */
  refunded: nullish(z.int()),
  refunded_at: nullish(z.string()),
  /** Integer, smallest currency unit; interface 2.3. */
  captured: nullish(z.int()),
  captured_at: nullish(z.string()),
  voided_at: nullish(z.string()),
  description: nullish(z.string()),
  amount_format: nullish(z.string()),
  fee_format: nullish(z.string()),
  refunded_format: nullish(z.string()),
  captured_format: nullish(z.string()),
  invoice_id: nullish(z.string()),
  ip: nullish(z.string()),
  callback_url: nullish(z.string()),
  created_at: nullish(z.string()),
  updated_at: nullish(z.string()),
  metadata: nullish(z.record(z.string(), z.unknown())),
  source: nullish(paymentSource),
  splits: nullish(z.array(split)),
});
export type Payment = z.infer<typeof payment>;

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
