import { PayError } from '../../error.js';

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

/** Rejects with what went wrong when the work takes longer. The work itself goes on. */
export async function withTimeout<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PayError('network', message, { retryable: true })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
