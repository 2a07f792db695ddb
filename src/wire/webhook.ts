import * as z from 'zod/mini';
import { deliveredPayment, paymentContract } from './payment.js';
import { displayed, nonEmptyText, openEnum, timestamp, uri, uuid } from './scalar.js';

/** The kinds of event about a payment; interface 6 shows the first two. */
export const webhookEvents = [
  'payment_paid',
  'payment_failed',
  'payment_refunded',
  'payment_voided',
  'payment_authorized',
  'payment_captured',
  'payment_verified',
  'payment_abandoned',
  'payment_canceled',
  'payment_expired',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The kinds of event that a webhook can be registered for: about payments, and about other things. */
export const registrableEvents = [
  ...webhookEvents,
  'card_auth_authenticated',
  'card_auth_failed',
  'balance_transferred',
  'payout_initiated',
  'payout_paid',
  'payout_failed',
  'payout_canceled',
  'payout_returned',
] as const;

/** What the service promises of a registration; the shared secret is never answered; interface 2.6 and 4.3. */
export const webhookContract = z.looseObject({
  id: uuid,
  http_method: z.string(),
  url: uri,
  /** Empty for a global listener; interface 2.6 and 4.3. */
  events: z.array(z.string()),
  /** With milliseconds; interface 2.6. */
  created_at: z.iso.datetime({ offset: true, precision: 3 }),
});

/** How a registration is read; interface 2.6. */
export const webhook = z.looseObject({
  id: z.string().check(z.minLength(1)),
  http_method: displayed(z.string()),
  url: displayed(z.string()),
  events: displayed(z.array(openEnum(registrableEvents))),
  created_at: displayed(z.string()),
});
export type Webhook = z.infer<typeof webhook>;

/** Body of `POST /webhooks`; interface 4.3. */
export const registerWebhook = z.strictObject({
  /** `post` when omitted; interface 4.3. */
  http_method: z.optional(z.enum(['post', 'put', 'patch'])),
  /** Where messages are delivered; interface 4.3. */
  url: uri,
  /** Comes back in every message as `secret_token`; interface 4.3. */
  shared_secret: nonEmptyText,
  /** Omitted: all events, also those added later; interface 4.3. */
  events: z.optional(z.array(z.enum(registrableEvents))),
});
export type RegisterWebhook = z.infer<typeof registerWebhook>;

/** What the service promises of a message. */
export const webhookMessageContract = z.looseObject({
  /** The same for every repeat of one message. */
  id: uuid,
  type: z.enum(webhookEvents),
  created_at: timestamp,
  /** The registered shared secret; compare it in constant time. */
  secret_token: z.string(),
  account_name: z.string(),
  /** False for messages of a test key. */
  live: z.boolean(),
  /** The payment with its metadata; interface 6. */
  data: paymentContract,
});

const messageFields = {
  id: z.string().check(z.minLength(1)),
  created_at: displayed(z.string()),
  secret_token: displayed(z.string()),
  account_name: displayed(z.string()),
  live: displayed(z.boolean()),
};

/** How a message about a payment is read: of the payment only the id must be there; interface 6. */
const paymentMessage = z.looseObject({
  ...messageFields,
  type: z.enum(webhookEvents),
  data: deliveredPayment,
});

/** A kind of event that is not known here, such as `balance_transferred`: nothing is said about its data. */
const otherMessage = z.looseObject({
  ...messageFields,
  type: z.string().check(
    z.minLength(1),
    z.refine((type) => !(webhookEvents as readonly string[]).includes(type)),
  ),
  data: z.optional(z.unknown()),
});

/** How a message is read: one about a payment, or one of a kind that is not known. */
export const webhookMessage = z.union([paymentMessage, otherMessage]);
/** A message about a payment. */
export type WebhookMessage = z.infer<typeof paymentMessage>;
