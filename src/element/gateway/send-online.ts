import { offlineCheckTimeoutMs } from '../checkout/timeouts.js';
import { PayError } from '../../error.js';

/**
 * Whether the device is offline. Some browsers say so wrongly, for example behind a VPN. So an empty request to `url`
 * must fail too.
 */
export async function isOffline(url: string): Promise<boolean> {
  if (navigator.onLine) return false;
  const answer = fetch(url, {
    method: 'HEAD',
    mode: 'no-cors',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(offlineCheckTimeoutMs),
  });
  return answer.then(
    () => false,
    () => true,
  );
}

/** Sends by `send`, unless the device is offline. */
export const sendOnline = async <R>(
  baseUrl: string,
  send: () => Promise<R>,
): Promise<R | { readonly kind: 'unsent'; readonly error: PayError }> =>
  (await isOffline(baseUrl))
    ? {
        kind: 'unsent',
        error: new PayError('network', 'This device is offline. Nothing was sent.', { retryable: true }),
      }
    : send();
