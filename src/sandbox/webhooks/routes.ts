import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { webhookContract } from '../../wire/index.js';
import { json } from '../http/body.js';
import { operation } from '../http/operation.js';
import type { Env } from '../http/context.js';
import { isPaging, listPage, pageIn, pageMeta, pageParameters, parametersOf } from '../http/list-query.js';
import { isOwnOrigin } from '../http/allowed-origins.js';
import { listenableEvents, newWebhook, webhookUpdate } from './webhook.js';
import { attempt, attemptById, attemptList, listAttempts, type Shown } from './attempts.js';
import {
  deleteWebhook,
  registerWebhook,
  updateWebhook,
  webhookById,
  type WebhookRow,
  webhookView,
} from './webhook.js';

const described = { tag: 'webhooks', keys: ['secret'] } as const;
const webhookPage = z.object({ webhooks: z.array(webhookContract), meta: pageMeta });
const availableEvents = z.object({ events: z.array(z.string()) });

/** A page of another origin may read everything here but the answers of the receivers. */
const shownTo = (c: Context): Shown => (isOwnOrigin(c) ? 'with answers' : 'without answers');

export function webhookRoutes(app: Hono<Env>): void {
  const pageOf = (url: string) => pageIn(parametersOf(url, isPaging));

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
    (c) => c.json(webhookView(registerWebhook(c.var.world, c.req.valid('json'))), 201),
  );

  app.get(
    '/v1/webhooks',
    operation({
      route: 'list-webhooks',
      ...described,
      summary: 'List webhooks, newest first',
      answers: [200, webhookPage],
      refuses: [400],
      parameters: [...pageParameters],
    }),
    (c) => {
      const from = 'webhooks WHERE deleted_at IS NULL';
      const { rows, meta } = listPage<WebhookRow>(c.var.world.store, pageOf(c.req.url), from);
      return c.json({ webhooks: rows.map(webhookView), meta });
    },
  );

  // Before the routes with an id, which would take these words for one.
  app.get(
    '/v1/webhooks/available_events',
    operation({
      route: 'list-events',
      ...described,
      summary: 'List the kinds of event that can be listened to',
      answers: [200, availableEvents],
      refuses: [],
    }),
    (c) => c.json({ events: [...listenableEvents] }),
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
    (c) => c.json(listAttempts(c.var.world.store, c.req.url, shownTo(c))),
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
    (c) => c.json(attemptById(c.var.world.store, c.req.param('id'), shownTo(c))),
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
    (c) => c.json(webhookView(webhookById(c.var.world.store, c.req.param('id')))),
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
    (c) => c.json(webhookView(updateWebhook(c.var.world.store, c.req.param('id'), c.req.valid('json')))),
  );

  app.delete(
    '/v1/webhooks/:id',
    operation({
      route: 'delete-webhook',
      ...described,
      summary: 'Delete a webhook',
      answers: [204],
      refuses: [404],
    }),
    (c) => {
      deleteWebhook(c.var.world, c.req.param('id'));
      return c.body(null, 204);
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
      const { id } = webhookById(c.var.world.store, c.req.param('id'));
      return c.json(listAttempts(c.var.world.store, c.req.url, shownTo(c), id));
    },
  );
}
