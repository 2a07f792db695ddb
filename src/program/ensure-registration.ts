import { createHmac } from 'node:crypto';
import type { PayClient } from '../entries/server.js';
import { isRecordNotFound } from '../server/checkout/queries.js';
import { ensureOne, listAllWebhooks, normalizeUrl } from '../server/ensure-webhook.js';
import type { Store } from '../server/stores/store.js';
import type { ProgramSettings } from './settings/settings.js';

/** The key of the record that says which registration was made last. */
const recordKey = 'webhook';

type RegistrationSettings = Pick<ProgramSettings, 'publicUrl' | 'secretKey' | 'webhookSecret'>;

type RegistrationClient = Pick<PayClient, 'registerWebhook' | 'listWebhooks' | 'deleteWebhook'>;

/**
 * Registers the program at the service, unless it is registered. The service never says which secret a registration has, so
 * a digest of the secret is kept: without the same digest, all registrations of the address are replaced, because their
 * messages might be refused.
 */
export async function ensureRegistration(
  client: RegistrationClient,
  store: Store,
  settings: RegistrationSettings,
): Promise<void> {
  const webhook = { url: `${settings.publicUrl}/webhook`, shared_secret: settings.webhookSecret };
  const digest = computeDigest(webhook.url, settings);
  const stored = await store.load(recordKey);
  const deleted = stored?.record === digest ? undefined : await deleteAllOf(webhook.url, client);
  const { listWebhooks, registerWebhook: register, deleteWebhook } = client;
  await ensureOne({ listWebhooks, register, deleteWebhook }, webhook, deleted);
  if (stored?.record === digest) return;
  // Another process that has saved meanwhile has registered, too.
  await store.save(recordKey, digest, (stored?.version ?? 0) + 1, null);
}

/** Resolves with the ids of what was deleted, because the reads of the service may lag. */
async function deleteAllOf(url: string, client: RegistrationClient): Promise<ReadonlySet<string>> {
  const ids = (await listAllWebhooks(client.listWebhooks))
    .filter((webhook) => normalizeUrl(webhook.url) === normalizeUrl(url))
    .map(({ id }) => id);
  for (const id of ids)
    await client.deleteWebhook(id).catch((error: unknown) => {
      // Another process has deleted it.
      if (!isRecordNotFound(error)) throw error;
    });
  return new Set(ids);
}

/** Keyed by the secret key, too, so that a short secret cannot be guessed from the database. */
const computeDigest = (url: string, { secretKey, webhookSecret }: RegistrationSettings) =>
  createHmac('sha256', `${secretKey}\n${webhookSecret}`).update(url).digest('base64url');
