import type { Config } from '../checkout/config.js';
import { readResponseJson } from '../../wire/json.js';
import { record } from '../../wire/reader.js';

const sessionTimeoutMs = 10_000;

/**
 * Asks the service for Apple's session, which shows Apple's sheet that the merchant may use Apple Pay on this page. The
 * request makes no payment.
 *
 * @throws If no session comes.
 */
export async function startAppleSession(
  { baseUrl, publishableKey }: Pick<Config, 'baseUrl' | 'publishableKey'>,
  merchantName: string,
  validationUrl: string,
): Promise<object> {
  const response = await fetch(`${baseUrl}/applepay/initiate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      validation_url: validationUrl,
      display_name: merchantName,
      domain_name: location.hostname,
      publishable_api_key: publishableKey,
    }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'strict-origin',
    signal: AbortSignal.timeout(sessionTimeoutMs),
  });
  const session = response.ok ? record(await readResponseJson(response)) : undefined;
  if (!session) throw new Error(`${baseUrl}/applepay/initiate answered HTTP ${response.status}.`);
  return session;
}
