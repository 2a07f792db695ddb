import * as z from 'zod/mini';
import { PayError } from '../../error.js';

const verdicts = ['paid', 'authorized', 'failed', 'open', 'mismatch', 'duplicate', 'reversed'] as const;

const intentEntry = z.object({
  /** Counts from 1; stands as `pay_intent` in the callback address. */
  number: z.int(),
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  description: z.string(),
  /** The whole address, as the service holds it. No two intents share one, so it names the intent of a payment. */
  callbackUrl: z.string(),
  /** By the service's clock. */
  expiresAt: z.string(),
  /** The same moment by this server's clock: its life was added to when it was made here, so a wrong clock is as good. */
  until: z.number(),
  /** `over` is proven: the service has canceled it unused, or let it expire unused. */
  state: z.enum(['open', 'used', 'over']),
});
export type IntentEntry = z.infer<typeof intentEntry>;

const paymentEntry = z.object({
  id: z.string(),
  /** The intent that it was made on; for an announced one, the newest at that time; 0 for none. */
  intent: z.int(),
  /** When it was first heard of, in milliseconds by this server's clock. */
  at: z.number(),
  /** By the service's clock, once the service has shown it. */
  createdAt: z.optional(z.string()),
  /** `announced`: the service has not shown it yet. */
  verdict: z.enum(['announced', ...verdicts]),
  /** Whether the payer's money is there now, as far as the service has told. */
  money: z.enum(['unknown', 'authorized', 'taken', 'none', 'returned']),
  /** The payer chose to pay another way, so it holds nothing up any more. */
  released: z.optional(z.boolean()),
  /** Saved before the service is asked for it, so a server that is killed meanwhile goes on with it later. */
  giveBack: z.optional(z.enum(['wanted', 'done'])),
  /** Verdicts that `onSettled` has not confirmed yet, oldest first. */
  unnotified: z.array(z.enum(verdicts)),
});
export type PaymentEntry = z.infer<typeof paymentEntry>;

const orderRecord = z.object({
  /** Of this form. A later one can then be told from this one. */
  format: z.literal(1),
  /** How often the order was swept since the last news. */
  sweeps: z.int(),
  /** The payment that pays for the order. */
  paidBy: z.optional(z.string()),
  intents: z.array(intentEntry),
  payments: z.array(paymentEntry),
});
export type OrderRecord = z.infer<typeof orderRecord>;

export const emptyRecord: OrderRecord = { format: 1, sweeps: 0, intents: [], payments: [] };

/** A record that cannot be read is never taken for an empty one, because an empty one lets the order be paid. */
export function readRecord(orderId: string, text: string): OrderRecord {
  const result = orderRecord.safeParse(parse(text));
  if (result.success) return result.data;
  throw new PayError('configuration', `The record of order ${orderId} cannot be read.`, { field: 'store' });
}

/** With its members in one order, so that equal records are equal texts. */
export const writeRecord = (record: OrderRecord): string => JSON.stringify(orderRecord.parse(record));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
