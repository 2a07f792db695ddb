import * as z from 'zod/mini';
import type { Order } from '../../entries/server.js';
import { orderTerms } from '../../server/checkout/terms.js';

const verdicts = ['paid', 'authorized', 'failed', 'mismatch', 'duplicate', 'reversed'] as const;

const shopNotification = z.object({
  /** Counts from 1 within the order. */
  number: z.int(),
  paymentId: z.string(),
  verdict: z.enum(verdicts),
  amount: z.int(),
  currency: z.string(),
  /** What a coupon took off the order's amount. */
  discount: z.optional(z.int()),
  /** What was captured by hand, where that was more than nothing: it may be a part of the amount. */
  captured: z.optional(z.int()),
  /** What the shop had signed when the payment was made. A newer token may say something else. */
  metadata: z.optional(z.record(z.string(), z.string())),
  /** When the verdict was reached, in milliseconds. */
  at: z.int(),
  /** `failed`: given up after three days, until the operator sends it again. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** When it is sent next; while it is being sent, when another process may take the sender for dead. */
  nextAt: z.int(),
  /** What the shop answered last: a status, or why there was none. */
  answer: z.optional(z.string()),
});
export type ShopNotification = z.infer<typeof shopNotification>;
export type NotifiedVerdict = ShopNotification['verdict'];

/** An order as the shop signed it. Loose, so that what a newer version of the program keeps is not lost. */
const signedOrder = z.looseObject({
  ...orderTerms.shape,
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  callbackUrl: z.string(),
  description: z.optional(z.string()),
});

const orderRecord = z.object({
  /** The version of the record's format. */
  format: z.literal(1),
  order: signedOrder,
  /** The `iat` and `exp` of the newest token of the order, in seconds. */
  issuedAt: z.optional(z.int()),
  expiresAt: z.int(),
  /** Oldest first. Its name is stored: keep it. */
  news: z.array(shopNotification),
});
export type ShopOrderRecord = Omit<z.infer<typeof orderRecord>, 'order'> & { readonly order: Order };

/** A record that cannot be read is never taken for an empty one. */
export function readOrderRecord(text: string): ShopOrderRecord {
  return orderRecord.parse(JSON.parse(text));
}
