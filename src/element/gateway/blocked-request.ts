import { PayError } from '../../error.js';

/**
 * Watches for a policy of this document (`connect-src`) that stops a request before anything leaves the device. Browsers
 * reject `fetch` with the same error when a connection breaks, so only their event tells. Other blockers fire none.
 *
 * @param url The request's whole address.
 * @returns Ends the watch, once the request has failed. True: nothing has left.
 */
export function watchBlockedRequest(url: string): () => Promise<boolean> {
  let isBlocked = false;
  // Outside a browser there is no document, and no policy.
  const { document } = globalThis as Partial<typeof globalThis>;
  const onViolation = ({ blockedURI, disposition, isTrusted }: SecurityPolicyViolationEvent) => {
    isBlocked ||= isTrusted && disposition === 'enforce' && blockedURI === url;
  };
  document?.addEventListener('securitypolicyviolation', onViolation);
  return async () => {
    // The event may follow the rejection.
    await new Promise((resolve) => setTimeout(resolve));
    document?.removeEventListener('securitypolicyviolation', onViolation);
    return isBlocked;
  };
}

/** @param what The address, as a developer knows it. */
export const createPolicyError = (url: string, what: string, field?: string): PayError =>
  new PayError(
    'configuration',
    `A policy of this page stops every request to ${what}. Nothing was sent. Add ${new URL(url).origin} to \`connect-src\`.`,
    { field },
  );
