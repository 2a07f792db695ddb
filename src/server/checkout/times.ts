export const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000] as const;

/**
 * The one bound on lag: the longest time that a read of the service may show an older state than the service has. Within
 * it, a missing payment or an unused intent proves nothing.
 */
export const lagBoundMs = 5 * minuteMs;

/** An `authorized` payment of this age may have been released by its issuer, which the service does not show. */
export const staleAuthorizationMs = 7 * dayMs;

/**
 * A time of the service, in milliseconds; NaN if the service gave none, so that no comparison with it holds. A time
 * without a zone is none: read in a wrong zone, it would prove hours too early that an intent has expired.
 */
export const parseServiceTime = (text: string | null | undefined): number =>
  /\d:\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text ?? '') ? Date.parse(text ?? '') : NaN;
