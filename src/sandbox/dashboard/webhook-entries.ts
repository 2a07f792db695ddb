import { type WebhookRow, webhookView } from '../webhooks/webhook.js';
import { entry, stamp } from './entry.js';
import { named, newest } from './rows.js';
import type { Source } from './source.js';

export const webhooks: Source = {
  kind: 'webhook',
  before: (service, place, limit) =>
    newest<WebhookRow & { readonly deleted_at: number | null }>(service, 'webhooks', place, limit).map(
      (row) => {
        const raw = webhookView(row);
        const events = raw.events.join(', ') || 'every event';
        return {
          place: row.place,
          at: row.created_at,
          entry: () =>
            entry({
              key: `webhook-${row.id}`,
              kind: 'webhook',
              ...named(row),
              ...(row.deleted_at === null
                ? { status: 'active', tone: 'good', what: `webhook for ${events} at ${row.url}` }
                : {
                    status: 'deleted',
                    tone: 'plain',
                    what: `webhook at ${row.url} deleted at ${stamp(row.deleted_at)}`,
                  }),
              raw,
            }),
        };
      },
    ),
};
