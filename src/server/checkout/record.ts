import { createConfigurationError } from '../check.js';
import * as z from 'zod/mini';
import { parseJson } from '../../wire/json.js';
import { verdicts } from './order.js';
import { paymentOperation } from './payment-operation.js';
import { orderTerms, isSameId } from './terms.js';

/** Where the payer's money is, as far as the service has shown. */
const moneyStates = ['unknown', 'none', 'authorized', 'taken', 'returned'] as const;
export type MoneyState = (typeof moneyStates)[number];

const intentPayment = z.object({
  /** The intent's `paymentId`; another id only if a page sent one and the service's list, or the operator, proves it. */
  id: z.string(),
  status: z.string(),
  /** As the service shows it, smallest currency unit. */
  amount: z.optional(z.int()),
  currency: z.optional(z.string()),
  verdict: z.enum(verdicts),
  money: z.enum(moneyStates),
  /** What a coupon took off, smallest currency unit. */
  discount: z.optional(z.int()),
  /** By the service's clock. */
  createdAt: z.optional(z.string()),
  /** When this server first saw the payment, in milliseconds by its own clock. */
  firstSeenAt: z.number(),
  /** Declined by STC Pay. Nobody says whether that uses the intent, so another id may still pay on it. */
  mayLeaveIntent: z.optional(z.boolean()),
  /** How often a declined payment was read again: the service can still turn it into a paid one. */
  rechecks: z.optional(z.int()),
  /** Verdicts that `onSettled` has not confirmed yet, oldest first. */
  unnotified: z.array(z.enum(verdicts)),
  /** Refund of a duplicate. Saved before the service is asked for it, so that a process that is killed goes on later. */
  refund: z.optional(z.enum(['wanted', 'done'])),
  isCaptureWarned: z.optional(z.boolean()),
});
export type IntentPayment = z.infer<typeof intentPayment>;

/**
 * A payment by a saved card that the merchant wants, without the payer. Saved before the service is asked for it, and kept
 * for good: its key never charges again.
 */
const charge = z.object({
  /** The caller's idempotency key. */
  key: z.string(),
  /** A digest of what was asked for by the key. */
  digest: z.string(),
  /** The saved card, until the result is known: the sweep goes on with a charge whose caller has died. */
  token: z.optional(z.string()),
  descriptor: z.optional(z.string()),
  /** How often the service was asked for it. */
  attempts: z.int(),
  /**
   * When it was last sent, in milliseconds by the service's clock. Undefined while no request can be carried out any more
   * that was sent before.
   */
  sentAt: z.optional(z.number()),
  /** Why it was refused. */
  reason: z.optional(z.string()),
});
export type Charge = z.infer<typeof charge>;

const intentEntry = z.object({
  id: z.string(),
  /** The id of the only payment that can pay for this intent: a random UUID, saved before a page receives it. */
  paymentId: z.string(),
  /** No intent, but a charge that the merchant wants; `id` is the `paymentId`. `open`: wanted; `expired`: refused. */
  charge: z.optional(charge),
  amount: z.int(),
  currency: z.string(),
  /** What the order asked for beside its money when the intent was made. */
  terms: z.optional(orderTerms),
  callbackUrl: z.string(),
  /** A digest of the secret key that made the intent: the key of another account cannot read it. */
  account: z.optional(z.string()),
  /** By the service's clock. */
  createdAt: z.optional(z.string()),
  expiresAt: z.string(),
  /** The same end by this server's clock, which only decides when to ask again. */
  localExpiresAt: z.number(),
  /** When a page received it last, in milliseconds by this server's clock. */
  handedOutAt: z.number(),
  /** From then on the order cannot be paid, by this server's clock. */
  retireAt: z.optional(z.number()),
  /**
   * What the service has proven. `canceled`: no payment can be made on it. `expired`: shown unused, later than the bound
   * on lag after its end. `used`: it has made its payment.
   */
  state: z.enum(['open', 'used', 'canceled', 'expired']),
  /** When it was used, by the service's clock. */
  usedAt: z.optional(z.string()),
  /** When the service has last shown it unused after the first check was due, by this server's clock. */
  unusedAt: z.optional(z.number()),
  /** Used, and the payment of `paymentId` did not appear within the bound on lag: a page has sent another id. */
  isUsedOtherwise: z.optional(z.boolean()),
  /** For an intent that was used otherwise: the payments that the complete list shows for it. */
  candidates: z.optional(z.array(z.string())),
  /** The payer chose to pay another way, so the intent no longer blocks the order. */
  isReleased: z.optional(z.boolean()),
  /** The operator has accepted the payment as it is. */
  isAdopted: z.optional(z.boolean()),
  /** When the operator was last told that this intent needs a decision. */
  operatorToldAt: z.optional(z.number()),
  payment: z.optional(intentPayment),
});
export type IntentEntry = z.infer<typeof intentEntry>;

const orderRecord = z.object({
  format: z.literal(2),
  /** Before the first release, charges stood here. Without them a key would charge a second time. */
  charges: z.optional(z.undefined()),
  /** How often the order was swept since the last change. */
  sweeps: z.int(),
  /** How many intents were made for the order, pruned ones included. */
  intentCount: z.int(),
  /** Oldest first. */
  intents: z.array(intentEntry),
  /** What the merchant wanted to be done with the money, oldest first. */
  operations: z.optional(z.array(paymentOperation)),
  /** When payments of pages were declined in the last hour, in milliseconds by this server's clock. */
  declines: z.array(z.number()),
});
export type OrderRecord = z.infer<typeof orderRecord>;

export const emptyRecord: OrderRecord = {
  format: 2,
  sweeps: 0,
  intentCount: 0,
  intents: [],
  declines: [],
};

/** A record that cannot be read is never taken for an empty one, because an empty one lets the order be paid. */
export function readRecord(orderId: string, text: string): OrderRecord {
  const value = parseJson(text);
  const result = orderRecord.safeParse(value);
  if (result.success) return result.data;
  const { format, charges } = Object(value) as { format?: unknown; charges?: unknown };
  const isOld = format === 1 || charges !== undefined;
  throw createConfigurationError(
    'store',
    isOld
      ? `The record of order ${orderId} is of a version before the first release. Start with an empty table.`
      : `The record of order ${orderId} cannot be read.`,
  );
}

/** For counting only: to check each of a hundred thousand records would take longer than to read them. */
export function readRecordUnchecked(orderId: string, text: string): OrderRecord {
  const value = parseJson(text) as Partial<OrderRecord> | undefined;
  return value?.format === 2 && value.charges === undefined && Array.isArray(value.intents)
    ? (value as OrderRecord)
    : readRecord(orderId, text);
}

/** Throws if a record could not be read again. */
export const checkRecord = (record: OrderRecord): OrderRecord => orderRecord.parse(record);

export const isHeld = (money: MoneyState): boolean => money === 'authorized' || money === 'taken';

export const findIntent = ({ intents }: OrderRecord, intentId: string): IntentEntry | undefined =>
  intents.find(({ id }) => id === intentId);

/** The intent that a payment was made on. */
export const findIntentOf = ({ intents }: OrderRecord, paymentId: string): IntentEntry | undefined =>
  intents.find(
    ({ paymentId: own, payment }) => isSameId(own, paymentId) || (payment && isSameId(payment.id, paymentId)),
  );

/** The id of its payment: as shown, else as it will be. */
export const paymentIdOf = ({ payment, paymentId }: IntentEntry): string => payment?.id ?? paymentId;

export type ChargeEntry = IntentEntry & { readonly charge: Charge };

export const findCharge = ({ intents }: OrderRecord, key: string): ChargeEntry | undefined =>
  intents.find((entry): entry is ChargeEntry => entry.charge?.key === key);

/** It has no payment, and is not sent again. */
export const isRefusedCharge = ({ charge, state }: IntentEntry): boolean =>
  charge !== undefined && state === 'expired';

type PaidIntent = IntentEntry & { readonly payment: IntentPayment };
const hasPayment = (intent: IntentEntry): intent is PaidIntent => intent.payment !== undefined;

const isPaying = ({ payment }: PaidIntent) =>
  isHeld(payment.money) && (payment.verdict === 'paid' || payment.verdict === 'authorized');

/** The intent whose payment pays for the order. */
export const findPaying = ({ intents }: OrderRecord): PaidIntent | undefined =>
  intents.filter(hasPayment).find(isPaying);

/** Money is there that is not what the order asked for: nothing more may be paid until the operator decides. */
export const isMismatchHeld = (intent: IntentEntry): intent is PaidIntent =>
  hasPayment(intent) &&
  intent.payment.verdict === 'mismatch' &&
  isHeld(intent.payment.money) &&
  // A payment that was made beside a canceled intent is not of this order.
  intent.state !== 'canceled';

/** Not captured yet; `open`: seen for the first time when its issuer may have released it already. */
export const isUncaptured = ({ payment }: IntentEntry): boolean =>
  payment?.money === 'authorized' && (payment.verdict === 'authorized' || payment.verdict === 'open');

export const findHeld = ({ intents }: OrderRecord): PaidIntent | undefined => intents.find(isMismatchHeld);

/** Only a person can decide what becomes of the order; of an authorization, from `findOperatorTime` on. */
export const needsOperator = (intent: IntentEntry): boolean =>
  isMismatchHeld(intent) || isUnidentified(intent) || isUncaptured(intent);

/** An intent that was used by a payment of another id, which is not known. */
export const isUnidentified = ({ isUsedOtherwise, payment }: IntentEntry): boolean =>
  isUsedOtherwise === true && payment === undefined;
