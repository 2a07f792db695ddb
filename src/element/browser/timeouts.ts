/** How long a stored attempt is kept. */
export const storedAttemptLifetimeMs = 2 * 60 * 60_000;

/** How long to wait for a lock that is held: the browser may not know yet that it was released. */
export const lockTimeoutMs = 250;

/** How long to wait for any answer of the lock manager, which may be slow but never needs a person. */
export const silentLockTimeoutMs = 3_000;
