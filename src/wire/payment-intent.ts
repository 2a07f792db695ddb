import * as z from 'zod/mini';
import {
  currency,
  chargeable,
  nullish,
  metadata,
  openEnum,
  textUpTo,
  timestamp,
  uri,
  uuid,
} from './scalar.js';
import { applePaySource, cardSource, samsungPaySource, stcPaySource } from './source.js';
import { splitRequest } from './split.js';
import { payTokenSource } from './token.js';

/** The states of an intent. The payment, and not the intent, shows whether money has moved; interface 2.1 and 3.1. */
export const paymentIntentStatuses = ['created', 'fulfilled', 'canceled'] as const;

/** A credential: with a publishable key it is all a browser needs to create one payment; interface 2.1. */
export const clientSecret = z.string().check(z.regex(/^pi_secret_/));

/** What the service promises of an intent; interface 2.1. */
export const paymentIntentContract = z.looseObject({
  /** Unique identifier; interface 2.1. */
  id: uuid,
  /** Integer, smallest currency unit, at least 100; interface 2.1. */
  amount: chargeable,
  /** ISO 4217 code; interface 2.1. */
  currency,
  /** For the merchant's eyes only; interface 2.1. */
  description: z.nullable(z.string()),
  /** Where the payer is returned after payment; interface 2.1. */
  callback_url: z.nullable(uri),
  /** The intent's own life, not the payment's; interface 2.1 and 3.1. */
  status: z.enum(paymentIntentStatuses),
  /** Single use; a credential; interface 2.1. */
  client_secret: clientSecret,
  /** One hour after creation; interface 2.1. */
  expires_at: timestamp,
  /** null until the intent is used; interface 2.1. */
  fulfilled_at: z.nullable(timestamp),
  created_at: timestamp,
});

/** How an intent is read: the id and the secret must be there, the rest may be missing or null; unknown fields stay. */
export const paymentIntent = z.looseObject({
  id: z.string().check(z.minLength(1)),
  /** `^pi_secret_`; interface 2.1. */
  client_secret: clientSecret,
  /** Integer, smallest currency unit; interface 2.1. */
  amount: nullish(z.int()),
  /** ISO 4217 code; interface 2.1. */
  currency: nullish(z.string()),
  description: nullish(z.string()),
  callback_url: nullish(z.string()),
  status: nullish(openEnum(paymentIntentStatuses)),
  /** Date-time; interface 2.1. */
  expires_at: nullish(z.string()),
  /** Date-time; interface 2.1. */
  fulfilled_at: nullish(z.string()),
  /** Date-time; interface 2.1. */
  created_at: nullish(z.string()),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

/** Body of `POST /payment_intents`; interface 4.1. */
export const createPaymentIntent = z.strictObject({
  /** Integer, smallest currency unit, at least 100; interface 4.1. */
  amount: chargeable,
  /** ISO 4217 code, SAR when omitted; interface 4.1. */
  currency: z.optional(currency),
  /** At most 8000 characters, for the merchant only; interface 4.1. */
  description: z.optional(textUpTo(8000)),
  /** Return address of the payer; a card cannot be taken without one; interface 4.1. */
  callback_url: z.optional(uri),
});
export type CreatePaymentIntent = z.infer<typeof createPaymentIntent>;

const ignored = z.optional(z.unknown());

/** Body of both addresses that fulfil an intent; interface 3.1 and 5. What the intent has fixed is ignored here. */
export const fulfilPaymentIntent = z.strictObject({
  client_secret: clientSecret,
  /** What pays; interface 2.4 and 4.1. */
  source: z.discriminatedUnion('type', [
    cardSource,
    payTokenSource,
    applePaySource,
    samsungPaySource,
    stcPaySource,
  ]),
  /** A UUID v4 made by the client; it becomes the payment's id. */
  given_id: z.optional(z.uuidv4()),
  metadata: z.optional(metadata),
  /** The invoice that this payment pays; interface 2.3. */
  invoice_id: z.optional(uuid),
  splits: z.optional(z.array(splitRequest)),
  /** True when omitted: a coupon of the service then lowers the amount. */
  apply_coupon: z.optional(z.boolean()),
  amount: ignored,
  currency: ignored,
  description: ignored,
  callback_url: ignored,
});
export type FulfilPaymentIntent = Omit<
  z.infer<typeof fulfilPaymentIntent>,
  'amount' | 'currency' | 'description' | 'callback_url'
>;
