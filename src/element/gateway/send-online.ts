import { PayError } from '../../error.js';

const probeTimeoutMs = 5_000;

/**
 * Whether the device is offline. Some browsers say so and are wrong, such as behind a VPN. So that is believed only if a
 * request that carries nothing fails too.
 */
export async function isOffline(url: string | URL): Promise<boolean> {
  if (navigator.onLine) return false;
  const probe = fetch(url, {
    method: 'HEAD',
    mode: 'no-cors',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(probeTimeoutMs),
  });
  return probe.then(
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
