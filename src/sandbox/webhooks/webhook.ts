import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { registrableEvents, webhookContract } from '../../wire/index.js';
import { nonEmptyText, uri } from '../../wire/scalar.js';
import { isOwnPage } from '../http/allowed-origins.js';
import { json } from '../http/body.js';
import type { SandboxEnv } from '../http/context.js';
import { optional } from '../http/lenient.js';
import { pageParameters } from '../http/list-query.js';
import { operation } from '../http/operation.js';
import { notFound } from '../http/refusal.js';
import { formatTime, createId } from '../store/clock.js';
import type { SandboxStore } from '../store/store.js';
import type { Namespace } from '../namespace.js';
import { deliveryMethods, type WebhookRow } from './send.js';
import { attempt, requireAttempt, attemptList, listAttempts, type Shown } from './attempts.js';

/** A new webhook. Fields that it does not know are ignored. */
export const newWebhook = z.object({
  http_method: optional(z.enum(deliveryMethods)),
  url: uri,
  shared_secret: optional(nonEmptyText),
  /** Missing or empty: all kinds, also those added later. */
  events: optional(z.array(z.enum(registrableEvents))),
});
export type NewWebhook = z.infer<typeof newWebhook>;

/** What may be changed of a webhook. */
export const webhookUpdate = z.partial(newWebhook);
type WebhookUpdate = z.infer<typeof webhookUpdate>;

/** A registration as it is answered, without the shared secret. */
export const buildWebhookView = (row: WebhookRow) =>
  ({
    id: row.id,
    http_method: row.http_method,
    url: row.url,
    events: JSON.parse(row.events_json) as string[],
    created_at: formatTime(row.created_at),
  }) satisfies z.infer<typeof webhookContract>;

const eventsJson = (events: readonly string[] = []) => JSON.stringify([...new Set(events)]);

const insertWebhook = ({ store, clock }: Namespace, wanted: NewWebhook): WebhookRow =>
  store.insert<WebhookRow>('webhooks', {
    id: createId(),
    http_method: wanted.http_method ?? 'post',
    url: wanted.url,
    shared_secret: wanted.shared_secret ?? '',
    events_json: eventsJson(wanted.events),
    created_at: clock.now(),
  });

function requireWebhook(store: SandboxStore, id: string): WebhookRow {
  const row = store.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ? AND deleted_at IS NULL', id);
  if (!row) throw notFound('webhook');
  return row;
}

/** Changes what is given and keeps the rest. Deliveries that are queued already keep their address. */
function updateWebhook(store: SandboxStore, id: string, wanted: WebhookUpdate): WebhookRow {
  return store.transaction(() => {
    const row = requireWebhook(store, id);
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
function deleteWebhook({ store, clock }: Namespace, id: string): void {
  store.transaction(() => {
    const { id: known } = requireWebhook(store, id);
    store.run('UPDATE webhooks SET deleted_at = ? WHERE id = ?', clock.now(), known);
    store.run("UPDATE deliveries SET status = 'canceled' WHERE webhook_id = ? AND status = 'pending'", known);
  });
}

const described = { tag: 'webhooks', keys: ['secret'] } as const;
const webhookPage = z.object({ webhooks: z.array(webhookContract) });
const availableEvents = z.object({ events: z.array(z.string()) });

/** A page of another origin may read everything here but the answers of the receivers. */
const shownTo = (c: Context): Shown => (isOwnPage(c) ? 'with answers' : 'without answers');

export function webhookRoutes(app: Hono<SandboxEnv>): void {
  app.post(
    '/v1/webhooks',
    operation({
      route: 'create-webhook',
      ...described,
      summary: 'Register a webhook',
      answers: [201, webhookContract],
      refuses: [400],
    }),
    json(newWebhook),
    (c) => c.json(buildWebhookView(insertWebhook(c.var.namespace, c.req.valid('json'))), 201),
  );

  app.get(
    '/v1/webhooks',
    operation({
      route: 'list-webhooks',
      ...described,
      summary: 'List all webhooks, newest first',
      answers: [200, webhookPage],
      refuses: [],
    }),
    (c) => {
      const rows = c.var.namespace.store.all<WebhookRow>(
        'SELECT * FROM webhooks WHERE deleted_at IS NULL ORDER BY rowid DESC',
      );
      return c.json({ webhooks: rows.map(buildWebhookView) });
    },
  );

  // Routes with an id would take these words for ids, so they come later.
  app.get(
    '/v1/webhooks/available_events',
    operation({
      route: 'list-events',
      ...described,
      summary: 'List the kinds of event that can be listened to',
      answers: [200, availableEvents],
      refuses: [],
    }),
    (c) => c.json({ events: [...registrableEvents] }),
  );

  app.get(
    '/v1/webhooks/attempts',
    operation({
      route: 'list-attempts',
      ...described,
      summary: 'List everything that was sent, newest first',
      answers: [200, attemptList],
      refuses: [400],
      parameters: [...pageParameters],
    }),
    (c) => c.json(listAttempts(c.var.namespace, c.req.url, shownTo(c))),
  );

  app.get(
    '/v1/webhooks/attempts/:id',
    operation({
      route: 'read-attempt',
      ...described,
      summary: 'Retrieve an attempt',
      answers: [200, attempt],
      refuses: [404],
    }),
    (c) => c.json(requireAttempt(c.var.namespace.store, c.req.param('id'), shownTo(c))),
  );

  app.get(
    '/v1/webhooks/:id',
    operation({
      route: 'read-webhook',
      ...described,
      summary: 'Retrieve a webhook',
      answers: [200, webhookContract],
      refuses: [404],
    }),
    (c) => c.json(buildWebhookView(requireWebhook(c.var.namespace.store, c.req.param('id')))),
  );

  app.put(
    '/v1/webhooks/:id',
    operation({
      route: 'update-webhook',
      ...described,
      summary: 'Change a webhook; what is left out stays',
      answers: [200, webhookContract],
      refuses: [400, 404],
    }),
    json(webhookUpdate),
    (c) =>
      c.json(buildWebhookView(updateWebhook(c.var.namespace.store, c.req.param('id'), c.req.valid('json')))),
  );

  app.delete(
    '/v1/webhooks/:id',
    operation({
      route: 'delete-webhook',
      ...described,
      summary: 'Delete a webhook',
      answers: [200, z.object({ message: z.string() })],
      refuses: [404],
    }),
    (c) => {
      deleteWebhook(c.var.namespace, c.req.param('id'));
      return c.var.namespace.decisions.current.webhookDeletion === '200'
        ? c.json({ message: 'Webhook was deleted successfully' })
        : c.body(null, 204);
    },
  );

  app.get(
    '/v1/webhooks/:id/attempts',
    operation({
      route: 'list-attempts',
      ...described,
      summary: 'List what was sent to a webhook, newest first',
      answers: [200, attemptList],
      refuses: [400, 404],
      parameters: [...pageParameters],
    }),
    (c) => {
      const { id } = requireWebhook(c.var.namespace.store, c.req.param('id'));
      return c.json(listAttempts(c.var.namespace, c.req.url, shownTo(c), id));
    },
  );
}
