/** How long a payment is remembered. */
export const storedAttemptLifetimeMs = 2 * 60 * 60_000;

/** How long a lock that is held is waited for: the browser may not know yet that it was given back. */
export const lockTimeoutMs = 250;
