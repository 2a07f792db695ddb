import { createHmac } from 'node:crypto';
import type { PayClient } from '../entries/server.js';
import { isRecordNotFound } from '../server/checkout/service-queries.js';
import type { Store } from '../server/stores/store.js';
import type { ProgramSettings } from './settings/settings.js';

/** The key of the record that says which registration was made last. */
const recordKey = 'webhook';

type RegistrationSettings = Pick<ProgramSettings, 'publicUrl' | 'secretKey' | 'webhookSecret'>;

/**
 * Registers the program at the service, unless it is registered. The service never says which secret a registration has, so
 * a digest of the secret is kept: without the same digest, a registration that is found is replaced, because all of its
 * messages might be refused.
 */
export async function ensureRegistration(
  client: Pick<PayClient, 'ensureWebhook' | 'deleteWebhook'>,
  store: Store,
  settings: RegistrationSettings,
): Promise<void> {
  const webhook = { url: `${settings.publicUrl}/webhook`, shared_secret: settings.webhookSecret };
  const digest = computeDigest(webhook.url, settings);
  const stored = await store.load(recordKey);
  const found = await client.ensureWebhook(webhook);
  if (stored?.record === digest) return;
  await client.deleteWebhook(found.id).catch((error: unknown) => {
    // Another process has replaced it.
    if (!isRecordNotFound(error)) throw error;
  });
  await client.ensureWebhook(webhook);
  // Another process that has saved meanwhile has registered, too.
  await store.save(recordKey, digest, (stored?.version ?? 0) + 1, null);
}

/** Keyed by the secret key, too, so that a short secret cannot be guessed from the database. */
const computeDigest = (url: string, { secretKey, webhookSecret }: RegistrationSettings) =>
  createHmac('sha256', `${secretKey}\n${webhookSecret}`).update(url).digest('base64url');
