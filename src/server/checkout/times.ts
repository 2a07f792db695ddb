import { PayError } from '../../error.js';

export const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000] as const;

/**
 * The one bound on lag: the longest time that a read of the service may show an older state than the service has. Within
 * it, a missing payment or an unused intent proves nothing.
 */
export const lagBoundMs = 5 * minuteMs;

/** The payment of an intent is made when the intent is used. */
export const useMarginMs = 2000;

/** An `authorized` payment of this age may have been released by its issuer, which the service does not show. */
export const staleAuthorizationMs = 7 * dayMs;

/**
 * A time of the service or of an order, in milliseconds; NaN if there is none, so that no comparison with it holds. A time
 * without a zone is none: read in a wrong zone, it would prove hours too early that an intent has expired.
 */
export const parseServiceTime = (text: string | null | undefined): number =>
  /\d:\d[\d:.]* ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i.test(text ?? '') ? Date.parse(text ?? '') : NaN;

/** Shorter than the 10 s after which the service takes a message for lost. */
export const webhookTimeoutMs = 8000;
/** A page does not wait longer for what the merchant does with a verdict. */
export const pageTimeoutMs = 5000;
/** A call of `onSettled` that takes longer counts as failed, and is made again later. */
export const onSettledTimeoutMs = 30_000;
/** What a sweep asks the store for all orders together must be answered by then. */
export const storeTimeoutMs = 30_000;
/** A request's body must have come by then. */
export const bodyTimeoutMs = 10_000;

/** Rejects with the message, and then calls `onLate`, when the work takes longer. The work itself goes on. */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  message: string,
  onLate?: () => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new PayError('network', message, { retryable: true }));
      onLate?.();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
