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
