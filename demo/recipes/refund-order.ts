import { checkout } from './checkout.js';

/**
 * Gives the money of an order back; without an amount (in the smallest currency unit), all that is left of it. Call it
 * again when it rejects with `retryable`: the number of the return is the key, and the same key gives back once.
 */
export const refundOrder = (orderId: string, returnId: string, ...amount: [] | [{ amount: number }]) =>
  checkout.refund(orderId, { ...amount[0], key: returnId });
