import type { Webhook, WebhookList } from '../wire/index.js';
import type { WebhookFilter } from './filter.js';

/** A service that always names a next page must not keep a server busy for ever. */
const maxPages = 100;

/** The registrations of all pages. */
export async function listAllWebhooks(
  listWebhooks: (filter?: WebhookFilter) => Promise<WebhookList>,
): Promise<Webhook[]> {
  // Keyed by id, because a list that changes between two pages may repeat a webhook.
  const all = new Map<string, Webhook>();
  for (let page = 1; page <= maxPages; page++) {
    const { webhooks, meta } = await listWebhooks(page === 1 ? undefined : { page });
    const before = all.size;
    for (const each of webhooks) all.set(each.id, each);
    // A service may pay no attention to the number of the page, and answer the first one each time.
    if (!meta?.next_page || all.size === before) break;
  }
  return [...all.values()];
}
