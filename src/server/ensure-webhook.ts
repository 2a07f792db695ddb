import { PayError } from '../error.js';
import type { RegisterWebhook, Webhook } from '../wire/index.js';

interface Registry {
  allWebhooks(): Promise<readonly Webhook[]>;
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
    const mine = last.then(() => ensure(registry, body));
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function ensure({ allWebhooks, register, deleteWebhook }: Registry, body: RegisterWebhook) {
  const same = async () => (await allWebhooks()).filter((webhook) => isSame(webhook, body)).sort(byAge);
  const [known] = await same();
  if (known) return known;
  const made = await register(body);
  const [kept = made, ...others] = await same();
  // The owner of the oldest registration deletes all others; every other server deletes only its own.
  const surplus = kept.id === made.id ? others : [made];
  await Promise.all(surplus.map(({ id }) => deleteWebhook(id).catch(unlessGone)));
  return kept;
}

/** Another server may have deleted it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof PayError && error.status === 404)) throw error;
}

const age = ({ created_at: made, id }: Webhook) => `${made ?? ''} ${id}`;
const byAge = (a: Webhook, b: Webhook) => (age(a) < age(b) ? -1 : 1);

const isSame = ({ url, events }: Webhook, body: RegisterWebhook) =>
  written(url) === written(body.url) && listed(events) === listed(body.events);

/** A service may give an address back as `URL` writes it: with a slash, and its host in small letters. */
const written = (url: string | null | undefined) => (url && URL.canParse(url) ? new URL(url).href : url);

/** No events mean all of them. The order says nothing. */
const listed = (events: readonly string[] | null | undefined) => [...new Set(events)].sort().join();
