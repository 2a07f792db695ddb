import * as z from 'zod/mini';
import { currency } from './currency.js';
import { payment, paymentContract } from './payment.js';
import {
  chargeable,
  dateOrTimestamp,
  maybe,
  metadata,
  minorUnits,
  openEnum,
  timestamp,
  uri,
  uuid,
} from './scalar.js';

/** interface 2.2 and 3.2. */
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

/** What the service promises of an invoice; interface 2.2, which does not say which fields are always there. */
export const invoiceContract = z.looseObject({
  /** interface 2.2. */
  id: uuid,
  /** interface 2.2. */
  status: z.enum(invoiceStatuses),
  /** Integer, smallest currency unit; interface 2.2. */
  amount: minorUnits,
  /** ISO 4217 code; interface 2.2. */
  currency,
  /** interface 2.2. */
  description: z.string(),
  /** The merchant's logo; interface 2.2. */
  logo_url: maybe(uri),
  /** For display; interface 2.2. */
  amount_format: z.string(),
  /** The page to present to the payer; interface 2.2. */
  url: uri,
  /** Is notified when the invoice is paid; interface 2.2 and 6. */
  callback_url: maybe(uri),
  /** interface 2.2. */
  expired_at: maybe(dateOrTimestamp),
  /** interface 2.2. */
  created_at: timestamp,
  /** interface 2.2. */
  updated_at: timestamp,
  /** Target of the back button; interface 2.2. */
  back_url: maybe(uri),
  /** Where the payer goes after payment; interface 2.2. */
  success_url: maybe(uri),
  /** Keys and values both strings. */
  metadata: maybe(metadata),
  /** The attempts made; interface 2.2 and 2.3. */
  payments: z.array(paymentContract),
});

/** How an invoice is read. */
export const invoice = z.looseObject({
  /** interface 2.2. */
  id: z.string().check(z.minLength(1)),
  /** interface 2.2. */
  status: openEnum(invoiceStatuses),
  /** Integer, smallest currency unit; interface 2.2. */
  amount: maybe(z.int()),
  /** interface 2.2. */
  currency: maybe(z.string()),
  /** interface 2.2. */
  description: maybe(z.string()),
  /** interface 2.2. */
  logo_url: maybe(z.string()),
  /** interface 2.2. */
  amount_format: maybe(z.string()),
  /** interface 2.2. */
  url: maybe(z.string()),
  /** interface 2.2. */
  callback_url: maybe(z.string()),
  /** interface 2.2. */
  expired_at: maybe(z.string()),
  /** interface 2.2. */
  created_at: maybe(z.string()),
  /** interface 2.2. */
  updated_at: maybe(z.string()),
  /** interface 2.2. */
  back_url: maybe(z.string()),
  /** interface 2.2. */
  success_url: maybe(z.string()),
  metadata: maybe(z.record(z.string(), z.unknown())),
  /** interface 2.2. */
  payments: maybe(z.array(payment)),
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
