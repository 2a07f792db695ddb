import * as z from 'zod/mini';
import { webhookEvents } from '../../wire/index.js';
import { filled, uri } from '../../wire/scalar.js';
import { absent } from './lenient.js';

/** The methods by which a message can be delivered. */
export const deliveryMethods = ['post', 'put', 'patch'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** All kinds of event that can be listened to. The sandbox sends the first ones only, which are about payments. */
export const listenableEvents = [
  ...webhookEvents,
  'payment_abandoned',
  'payment_canceled',
  'payment_expired',
  'balance_transferred',
  'payout_initiated',
  'payout_paid',
  'payout_failed',
  'payout_canceled',
  'payout_returned',
] as const;

/** A new webhook. Fields that it does not know are ignored. */
export const newWebhook = z.object({
  http_method: absent(z.enum(deliveryMethods)),
  url: uri,
  shared_secret: absent(filled),
  /** Missing or empty: all kinds, also those added later. */
  events: absent(z.array(z.enum(listenableEvents))),
});
export type NewWebhook = z.infer<typeof newWebhook>;

/** What may be changed of a webhook. */
export const webhookUpdate = z.partial(newWebhook);
export type WebhookUpdate = z.infer<typeof webhookUpdate>;
