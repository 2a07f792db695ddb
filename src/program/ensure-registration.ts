import { createHmac } from 'node:crypto';
import type { PayClient } from '../entries/server.js';
import { isRecordNotFound } from '../server/checkout/queries.js';
import { listAllWebhooks } from '../server/ensure-webhook.js';
import type { Store } from '../server/stores/store.js';
import type { ProgramSettings } from './settings/settings.js';

/** The key of the record that says which registration was made last. */
const recordKey = 'webhook';

type RegistrationSettings = Pick<ProgramSettings, 'publicUrl' | 'secretKey' | 'webhookSecret'>;

type RegistrationClient = Pick<PayClient, 'ensureWebhook' | 'listWebhooks' | 'deleteWebhook'>;

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
  if (stored?.record !== digest) await deleteAllOf(webhook.url, client);
  await client.ensureWebhook(webhook);
  if (stored?.record === digest) return;
  // Another process that has saved meanwhile has registered, too.
  await store.save(recordKey, digest, (stored?.version ?? 0) + 1, null);
}

async function deleteAllOf(url: string, client: RegistrationClient): Promise<void> {
  const { href } = new URL(url);
  for (const webhook of await listAllWebhooks(client.listWebhooks))
    if (URL.canParse(webhook.url ?? '') && new URL(webhook.url ?? '').href === href)
      await client.deleteWebhook(webhook.id).catch((error: unknown) => {
        // Another process has deleted it.
        if (!isRecordNotFound(error)) throw error;
      });
}

/** Keyed by the secret key, too, so that a short secret cannot be guessed from the database. */
const computeDigest = (url: string, { secretKey, webhookSecret }: RegistrationSettings) =>
  createHmac('sha256', `${secretKey}\n${webhookSecret}`).update(url).digest('base64url');
