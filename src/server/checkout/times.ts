export const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000] as const;

/**
 * The longest time that the service's reads may lag behind its writes. An intent counts as expired unused only when it is
 * shown unused this long after its expiry: it may have been used in its last second, also by a page that announces nothing.
 */
export const expiryMarginMs = 5 * minuteMs;

/** How much later than the use of its intent a payment may be shown. The element waits for a minute. */
export const arrivalMarginMs = 2 * minuteMs;

/**
 * A time of the service, in milliseconds; NaN when it said none, so that no comparison with it holds. A time without a
 * zone is none: read in a wrong one, it would prove hours too early that an intent has expired.
 */
export const parseServiceTime = (text: string | null | undefined): number =>
  /\d:\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text ?? '') ? Date.parse(text ?? '') : NaN;
