import * as z from 'zod/mini';
import { PayError } from '../../error.js';
import { parseJson } from '../../wire/parse-json.js';
import { paymentDetails } from './payment-details.js';
import { paymentOperation } from './payment-operation.js';

const verdicts = ['paid', 'authorized', 'failed', 'open', 'mismatch', 'duplicate', 'reversed'] as const;

const intentEntry = z.object({
  /** Counts from 1; stands as `pay_intent` in the callback address. */
  number: z.int(),
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  description: z.string(),
  /** What the order asked for beside its money when the intent was made. */
  details: z.optional(paymentDetails),
  /** The whole address, as the service holds it. No two intents share one, so it names the intent of a payment. */
  callbackUrl: z.string(),
  /** By the service's clock. */
  expiresAt: z.string(),
  /** The same moment by this server's clock, which only says when to ask again. */
  localExpiresAt: z.number(),
  /**
   * What the service has proven. `canceled`: no payment can have been made on it. `expired`: it was shown unused long
   * after its end, so no payment was made unless the service's reads lag by more than any that was seen; or the service
   * did not know the intent five minutes after its creation, or after its end where a payment was announced.
   */
  state: z.enum(['open', 'used', 'canceled', 'expired']),
  /** When it was used, by the service's clock. */
  usedAt: z.optional(z.string()),
  /** The list of payments was searched when its payment must have been in the list, and shows none that is not known here. */
  isSearched: z.optional(z.boolean()),
  /** A day after its use its payment was still not to be seen, so the sweep no longer searches for it. */
  isLost: z.optional(z.boolean()),
});
export type IntentEntry = z.infer<typeof intentEntry>;

const paymentEntry = z.object({
  id: z.string(),
  /** The number of the intent that it was made on; for an announced one, the newest at that time; 0 for none. */
  intent: z.int(),
  /** When this server first saw the payment, in milliseconds by its own clock. */
  firstSeenAt: z.number(),
  /** By the service's clock, once the service has shown it. */
  createdAt: z.optional(z.string()),
  /** `announced`: the service has not shown it yet. */
  verdict: z.enum(['announced', ...verdicts]),
  /** Whether the payer's money is there now, as far as the service has said. */
  money: z.enum(['unknown', 'authorized', 'taken', 'none', 'returned']),
  /** A page said before it sent that it would make this payment. Somebody else's payment is not announced. */
  isAnnounced: z.optional(z.boolean()),
  /** Announced, and no payment of this order: not shown by the service in time, or shown as one for something else. */
  isMissing: z.optional(z.boolean()),
  /** It still waited at the bank a day after it was made, so the sweep no longer asks about it. */
  isAbandoned: z.optional(z.boolean()),
  /** The payer chose to pay another way, so the payment no longer blocks the order. */
  isReleased: z.optional(z.boolean()),
  /** Saved before the service is asked for it, so a server that is killed meanwhile goes on with it later. */
  giveBack: z.optional(z.enum(['wanted', 'done'])),
  /** The merchant was warned that its authorization runs out. */
  isCaptureWarned: z.optional(z.boolean()),
  /** Verdicts that `onSettled` has not confirmed yet, oldest first. */
  unnotified: z.array(z.enum(verdicts)),
});
export type PaymentEntry = z.infer<typeof paymentEntry>;

const orderRecord = z.object({
  /** The version of the record's format. */
  format: z.literal(1),
  /** How often the order was swept since the last change. */
  sweeps: z.int(),
  /** How many intents were made for the order, those that are no longer kept here included. */
  intentCount: z.int(),
  /** The payment that pays for the order. */
  paidBy: z.optional(z.string()),
  intents: z.array(intentEntry),
  payments: z.array(paymentEntry),
  /** What the merchant wanted to be done with the money, oldest first. */
  operations: z.optional(z.array(paymentOperation)),
  /** Whether the report lists the order. */
  isListed: z.optional(z.boolean()),
  /** When the sweep is to look at the order, as the store was told with the record. */
  dueAt: z.optional(z.nullable(z.number())),
  /** When intents were asked for in the last hour, in milliseconds by this server's clock. */
  requests: z.array(z.number()),
  /** When payments were announced in the last hour. */
  attempts: z.array(z.number()),
  /** When payments were declined in the last hour. */
  declines: z.array(z.number()),
});
export type OrderRecord = z.infer<typeof orderRecord>;

export const emptyRecord: OrderRecord = {
  format: 1,
  sweeps: 0,
  intentCount: 0,
  intents: [],
  payments: [],
  dueAt: null,
  requests: [],
  attempts: [],
  declines: [],
};

/** A record that cannot be read is never taken for an empty one, because an empty one lets the order be paid. */
export function readRecord(orderId: string, text: string): OrderRecord {
  const result = orderRecord.safeParse(parseJson(text));
  if (result.success) return result.data;
  throw new PayError('configuration', `The record of order ${orderId} cannot be read.`, { field: 'store' });
}

/** Throws where a record could not be read again. */
export const checkRecord = (record: OrderRecord): OrderRecord => orderRecord.parse(record);
