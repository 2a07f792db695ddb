import * as z from 'zod/mini';
import {
  currency,
  chargeable,
  dateOrTimestamp,
  displayed,
  itemsOf,
  nullish,
  metadata,
  metadataContract,
  minorUnits,
  openEnum,
  timestamp,
  uri,
  uuid,
} from './scalar.js';
import { payment, paymentContract } from './payment.js';

/** The states of an invoice; interface 2.2 and 3.2. */
export const invoiceStatuses = [
  'initiated',
  'paid',
  'failed',
  'refunded',
  'canceled',
  'on_hold',
  'expired',
  'voided',
] as const;

/** What the service sends of an invoice; interface 2.2, and older answers, which leave fields out. */
export const invoiceContract = z.looseObject({
  id: uuid,
  status: z.enum(invoiceStatuses),
  /** Integer, smallest currency unit; interface 2.2. */
  amount: minorUnits,
  /** ISO 4217 code; interface 2.2. */
  currency,
  description: z.string(),
  /** The merchant's logo, also as a path; interface 2.2. */
  logo_url: nullish(z.string()),
  /** For display: never parsed; interface 2.2. */
  amount_format: z.string(),
  /** The page to present to the payer. The id of the invoice may be missing in the address; interface 2.2. */
  url: uri,
  /** Is notified when the invoice is paid; interface 2.2 and 6. */
  callback_url: nullish(uri),
  expired_at: nullish(dateOrTimestamp),
  created_at: timestamp,
  updated_at: timestamp,
  /** Target of the back button; interface 2.2. */
  back_url: nullish(uri),
  /** Where the payer goes after payment; interface 2.2. */
  success_url: nullish(uri),
  metadata: nullish(metadataContract),
  /** The attempts made; interface 2.2 and 2.3. */
  payments: nullish(z.array(paymentContract)),
});

/**
 * How an invoice is read; interface 2.2. The id and the status must be there, and an amount and a currency must be of
 * their type. Any other field may be missing, null or of another type: then it reads as absent.
 */
export const invoice = z.looseObject({
  id: z.string().check(z.minLength(1)),
  status: openEnum(invoiceStatuses),
  /** Integer, smallest currency unit; interface 2.2. */
  amount: nullish(z.int()),
  currency: nullish(z.string()),
  description: displayed(z.string()),
  logo_url: displayed(z.string()),
  amount_format: displayed(z.string()),
  url: displayed(z.string()),
  callback_url: displayed(z.string()),
  expired_at: displayed(z.string()),
  created_at: displayed(z.string()),
  updated_at: displayed(z.string()),
  back_url: displayed(z.string()),
  success_url: displayed(z.string()),
  metadata: displayed(z.record(z.string(), z.unknown())),
  payments: displayed(itemsOf(payment)),
});
export type Invoice = z.infer<typeof invoice>;

/** Body of `POST /invoices`; interface 4.2. */
export const createInvoice = z.strictObject({
  /** Integer, smallest currency unit, at least 100; interface 4.2. */
  amount: chargeable,
  /** ISO 4217 code; interface 4.2. */
  currency,
  /** Shown to the payer beside the amount; interface 4.2. */
  description: z.string(),
  /** Receives a POST with the invoice when it is paid; interface 4.2. */
  callback_url: z.optional(uri),
  /** Where the payer goes when it is paid; interface 4.2. */
  success_url: z.optional(uri),
  /** Target of the back button; interface 4.2. */
  back_url: z.optional(uri),
  /** Date or date-time; a date alone is the start of that day; interface 4.2. */
  expired_at: z.optional(z.nullable(dateOrTimestamp)),
  /** Keys and values both strings. */
  metadata: z.optional(metadata),
});
export type CreateInvoice = z.infer<typeof createInvoice>;
