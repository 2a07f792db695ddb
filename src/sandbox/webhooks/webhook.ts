import type { World } from '../world.js';
import * as z from 'zod/mini';
import { type webhookContract, webhookEvents } from '../../wire/index.js';
import { filled, uri } from '../../wire/scalar.js';
import { absent } from '../http/lenient.js';
import { notFound } from '../http/refusal.js';
import { iso, newId } from '../store/values.js';
import type { Store } from '../store/store.js';

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

export interface WebhookRow {
  readonly id: string;
  readonly http_method: DeliveryMethod;
  readonly url: string;
  /** Empty when the merchant set none. */
  readonly shared_secret: string;
  /** A list of kinds; empty for all, also future ones. */
  readonly events_json: string;
  readonly created_at: number;
}

/** A registration as it is answered, without the shared secret. */
export const webhookView = (row: WebhookRow) =>
  ({
    id: row.id,
    http_method: row.http_method,
    url: row.url,
    events: JSON.parse(row.events_json) as string[],
    created_at: iso(row.created_at),
  }) satisfies z.infer<typeof webhookContract>;

const eventsJson = (events: readonly string[] = []) => JSON.stringify([...new Set(events)]);

export const registerWebhook = ({ store, clock }: World, wanted: NewWebhook): WebhookRow =>
  store.insert<WebhookRow>('webhooks', {
    id: newId(),
    http_method: wanted.http_method ?? 'post',
    url: wanted.url,
    shared_secret: wanted.shared_secret ?? '',
    events_json: eventsJson(wanted.events),
    created_at: clock.now(),
  });

export function webhookById(store: Store, id: string): WebhookRow {
  const row = store.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ? AND deleted_at IS NULL', id);
  if (!row) throw notFound('webhook');
  return row;
}

/** Changes what is given and keeps the rest. Deliveries that are queued already keep their address. */
export function updateWebhook(store: Store, id: string, wanted: WebhookUpdate): WebhookRow {
  return store.transaction(() => {
    const row = webhookById(store, id);
    return store.get<WebhookRow>(
      `UPDATE webhooks SET http_method = ?, url = ?, shared_secret = ?, events_json = ? WHERE id = ? RETURNING *`,
      wanted.http_method ?? row.http_method,
      wanted.url ?? row.url,
      wanted.shared_secret ?? row.shared_secret,
      wanted.events ? eventsJson(wanted.events) : row.events_json,
      row.id,
    ) as WebhookRow;
  });
}

/** Cancels the deliveries that wait. The row stays, because the attempts made so far refer to it. */
export function deleteWebhook({ store, clock }: World, id: string): void {
  store.transaction(() => {
    const { id: known } = webhookById(store, id);
    store.run('UPDATE webhooks SET deleted_at = ? WHERE id = ?', clock.now(), known);
    store.run("UPDATE deliveries SET status = 'canceled' WHERE webhook_id = ? AND status = 'pending'", known);
  });
}
