export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;

/**
 * By so much the reads of a service may lag behind what it has done. An intent must be shown unused so long after its
 * expiry before that is believed: it may have been used in its last second, also by a page that announces nothing.
 */
export const expiryMargin = 5 * minute;

/** By so much a payment may be shown later than its intent was used. The element waits for a minute. */
export const arrivalMargin = 2 * minute;

/** A time of the service, in milliseconds; NaN when it said none, so that no comparison with it holds. */
export const parseTime = (text: string | null | undefined): number => Date.parse(text ?? '');
