import type { Hono } from 'hono';
import { registerWebhook as registration, webhookContract, webhookList } from '../../wire/index.js';
import { requireKey, secretKey } from '../http/auth.js';
import { json, requireJson } from '../http/body.js';
import { describe, pageParameter } from '../http/describe.js';
import type { Env } from '../http/env.js';
import { listPage, pageIn, parametersOf } from '../http/paging.js';
import type { Service } from '../service.js';
import { attemptList, listAttempts } from './attempts.js';
import { deleteWebhook, registerWebhook, webhookById, type WebhookRow, webhookView } from './webhook.js';

export function webhookRoutes(app: Hono<Env>, service: Service): void {
  const secret = requireKey(secretKey);
  const paged = { parameters: [pageParameter] };
  const pageOf = (url: string) => pageIn(parametersOf(url, (name) => name === 'page'));

  app.post(
    '/v1/webhooks',
    describe('Register a webhook', 'secret', [201, webhookContract], [400]),
    secret,
    requireJson,
    json(registration),
    (c) => c.json(webhookView(registerWebhook(service, c.req.valid('json'))), 201),
  );

  app.get(
    '/v1/webhooks',
    describe('List webhooks, newest first', 'secret', [200, webhookList], [400], paged),
    secret,
    (c) => {
      const from = 'webhooks WHERE deleted_at IS NULL';
      const { rows, meta } = listPage<WebhookRow>(service.store, pageOf(c.req.url), from);
      return c.json({ webhooks: rows.map(webhookView), meta });
    },
  );

  app.get(
    '/v1/webhooks/:id',
    describe('Retrieve a webhook', 'secret', [200, webhookContract], [404]),
    secret,
    (c) => c.json(webhookView(webhookById(service, c.req.param('id')))),
  );

  app.delete('/v1/webhooks/:id', describe('Delete a webhook', 'secret', [204], [404]), secret, (c) => {
    deleteWebhook(service, c.req.param('id'));
    return c.body(null, 204);
  });

  app.get(
    '/v1/webhooks/:id/attempts',
    describe(
      'List what was sent to a webhook, newest first',
      'secret',
      [200, attemptList],
      [400, 404],
      paged,
    ),
    secret,
    (c) => c.json(listAttempts(service, webhookById(service, c.req.param('id')), pageOf(c.req.url))),
  );
}
