import { createStopError } from '../checkout/payment-method.js';
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
    // A service worker may answer without a network, but not as another origin.
    ({ type }) => type !== 'opaque' && new URL(url).origin !== location.origin,
    () => true,
  );
}

/** Sends by `send`, unless the device is offline, or the host was removed: the payer would see no outcome. */
export async function sendOnline<R>(
  host: Node,
  baseUrl: string,
  send: () => Promise<R>,
): Promise<R | { readonly kind: 'unsent'; readonly error: PayError }> {
  const offline = 'This device is offline. Nothing was sent.';
  if (await isOffline(baseUrl))
    return { kind: 'unsent', error: new PayError('network', offline, { retryable: true }) };
  return host.isConnected ? send() : { kind: 'unsent', error: createStopError(undefined) };
}
