import type { z } from 'zod/mini';
import type { RegisterWebhook, webhookContract } from '../../wire/index.js';
import { notFound } from '../http/refusal.js';
import type { Service } from '../service.js';
import { iso } from '../store/clock.js';
import { newId } from '../store/id.js';

export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly shared_secret: string;
  /** A list of kinds; empty for all, also future ones. */
  readonly events_json: string;
  readonly created_at: number;
}

/** A registration as it is answered, without the shared secret; interface 2.6. */
export const webhookView = (row: WebhookRow) =>
  ({
    id: row.id,
    http_method: 'post',
    url: row.url,
    events: JSON.parse(row.events_json) as string[],
    created_at: iso(row.created_at),
  }) satisfies z.infer<typeof webhookContract>;

export const registerWebhook = ({ store, clock }: Service, wanted: RegisterWebhook): WebhookRow =>
  store.get<WebhookRow>(
    'INSERT INTO webhooks (id, url, shared_secret, events_json, created_at) VALUES (?, ?, ?, ?, ?) RETURNING *',
    newId(),
    wanted.url,
    wanted.shared_secret,
    JSON.stringify([...new Set(wanted.events)]),
    clock.now(),
  ) as WebhookRow;

export function webhookById({ store }: Service, id: string): WebhookRow {
  const row = store.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ? AND deleted_at IS NULL', id);
  if (!row) throw notFound('webhook');
  return row;
}

/** What it still had to receive is not sent any more. The row stays, for the attempts that point to it. */
export function deleteWebhook(service: Service, id: string): void {
  service.store.transaction(() => {
    const { id: known } = webhookById(service, id);
    service.store.run('UPDATE webhooks SET deleted_at = ? WHERE id = ?', service.clock.now(), known);
    service.store.run(
      "UPDATE deliveries SET status = 'canceled' WHERE webhook_id = ? AND status = 'pending'",
      known,
    );
  });
}
