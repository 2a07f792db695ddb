import { PayError } from '../error.js';
import type { RegisterWebhook, Webhook, WebhookList } from '../wire/index.js';
import { isSameId } from './checkout/terms.js';
import type { WebhookFilter } from './filter.js';

interface Registry {
  listWebhooks(filter?: WebhookFilter): Promise<WebhookList>;
  register(body: RegisterWebhook): Promise<Webhook>;
  deleteWebhook(id: string): Promise<unknown>;
}

/**
 * The service registers the same webhook twice without an error, so list the webhooks first. Two servers may both find
 * none and both register: list again after registering, and keep the oldest. The calls of one process run one after
 * another.
 */
export function ensureWebhook(registry: Registry): (body: RegisterWebhook) => Promise<Webhook> {
  let last: Promise<unknown> = Promise.resolve();
  return (body) => {
    const result = last.then(() => ensureOne(registry, body));
    last = result.catch(() => undefined);
    return result;
  };
}

/** @param deleted The ids of webhooks that a list may still show. */
export async function ensureOne(
  { listWebhooks, register, deleteWebhook }: Registry,
  body: RegisterWebhook,
  deleted: ReadonlySet<string> = new Set(),
): Promise<Webhook> {
  const list = async () => (await listAllWebhooks(listWebhooks)).filter(({ id }) => !deleted.has(id));
  const [known] = (await list()).filter((webhook) => isSame(webhook, body)).sort(byAge);
  if (known) return known;
  const created = await register(body);
  const listed = await list();
  // In the service's own words, because it may write out the events of a webhook that was registered without any.
  const shown = listed.find(({ id }) => isSameId(id, created.id)) ?? created;
  const [oldest = created, ...others] = listed
    .filter((webhook) => isSame(webhook, body) || (shown.url && isSame(webhook, shown)))
    .sort(byAge);
  // The owner of the oldest registration deletes all others; every other server deletes only its own.
  const surplus = isSameId(oldest.id, created.id) ? others : [created];
  await Promise.all(surplus.map(({ id }) => deleteWebhook(id).catch(ignoreNotFound)));
  return oldest;
}

/** Another server may have deleted it. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof PayError && error.status === 404)) throw error;
}

const sortKey = ({ created_at: made, id }: Webhook) => `${made ?? ''} ${id}`;
const byAge = (a: Webhook, b: Webhook) => (sortKey(a) < sortKey(b) ? -1 : 1);

type Registration = Pick<Webhook, 'url' | 'events'>;

const isSame = ({ url, events }: Webhook, wanted: Registration) =>
  normalizeUrl(url) === normalizeUrl(wanted.url) && joinEvents(events) === joinEvents(wanted.events);

/** A service may answer with an address as `URL` writes it: with a slash, and its host in small letters. */
export const normalizeUrl = (url: string | null | undefined) =>
  url && URL.canParse(url) ? new URL(url).href : url;

/** No events mean all of them. Their order is ignored. */
const joinEvents = (events: readonly string[] | null | undefined) => [...new Set(events)].sort().join();

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
    // A service may ignore the number of the page, and answer the first one each time.
    if (!meta?.next_page || all.size === before) break;
  }
  return [...all.values()];
}
