import type { PayClient } from 'pay-checkout/server';

/**
 * Asks for the messages, with a secret of this start. Registrations of earlier starts go: their secret is forgotten.
 * What was on its way to them is lost, and made up for by the sweep. A shop that keeps its secret calls
 * `ensureWebhook` instead.
 */
export async function register(client: PayClient, url: string, secret: string): Promise<void> {
  const { webhooks } = await client.listWebhooks();
  await client.registerWebhook({ url, shared_secret: secret });
  for (const { id, url: other } of webhooks) if (other === url) await client.deleteWebhook(id);
}
