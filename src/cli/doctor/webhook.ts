import type { PayClient } from '../../entries/server.js';
import { listAllWebhooks, normalizeUrl } from '../../server/ensure-webhook.js';
import { isLoopback, isSecureUrl } from '../../wire/url.js';
import { reportFailure } from './reach-service.js';
import { reportOk, reportMistake, type ReportLine } from './report.js';

const timeoutMs = 10_000;

/** A message with a wrong secret, which a shop must refuse. */
const forgedMessage = JSON.stringify({
  id: '00000000-0000-4000-8000-000000000000',
  type: 'payment_paid',
  created_at: '2000-01-01T00:00:00.000Z',
  secret_token: 'not the secret: sent by pay-checkout doctor',
  account_name: null,
  live: false,
  data: { id: '00000000-0000-4000-8000-000000000000', status: 'paid' },
});

/** Whether the address can be reached, and what the shop makes of a message with a wrong secret. */
export async function checkWebhook(address: string, service: string): Promise<readonly ReportLine[]> {
  if (!URL.canParse(address)) return [reportMistake('webhook-unreachable', address)];
  const url = new URL(address);
  if (!isSecureUrl(url)) return [reportMistake('webhook-not-https', address)];
  if (isLoopback(url.hostname) && isRemote(service)) return [reportMistake('webhook-on-loopback', address)];
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: forgedMessage,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  if (!answer) return [reportMistake('webhook-unreachable', address)];
  const { status } = answer;
  await answer.body?.cancel();
  if (status === 400) return [reportOk(`The webhook refuses a message with a wrong secret: ${address}`)];
  if (status < 300) return [reportMistake('webhook-believes-anybody', address)];
  if (status < 400) return [reportMistake('webhook-redirects', address)];
  if (status === 404) return [reportMistake('webhook-not-there', address)];
  if ([401, 403, 405].includes(status)) return [reportMistake('webhook-closed', address)];
  return [reportMistake('webhook-failing', address)];
}

/** Whether the service knows the address. */
export async function checkRegistration(
  client: PayClient,
  address: string,
  baseUrl: string,
): Promise<readonly ReportLine[]> {
  try {
    const webhooks = await listAllWebhooks(client.listWebhooks);
    if (webhooks.some(({ url }) => normalizeUrl(url) === normalizeUrl(address)))
      return [reportOk('The webhook is registered with the service.')];
    return [reportMistake('webhook-not-registered', address)];
  } catch (error) {
    return [reportFailure(error, baseUrl)];
  }
}

/** The webhook's address as the settings say it; undefined where they do not. */
export function findWebhookUrl(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { PUBLIC_URL, SHOP_URL } = env;
  if (PUBLIC_URL) return `${PUBLIC_URL.replace(/\/+$/, '')}/webhook`;
  if (SHOP_URL) return `${SHOP_URL.replace(/\/+$/, '')}/checkout/webhook`;
  return undefined;
}

/** A sandbox on this machine reaches this machine; the service itself does not. */
const isRemote = (service: string) => URL.canParse(service) && !isLoopback(new URL(service).hostname);
