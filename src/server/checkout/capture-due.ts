import type { Policy } from './order-event.js';
import type { OrderRecord } from './record.js';

/**
 * When the merchant is warned that the order's payment must be captured, in milliseconds by this server's clock;
 * undefined when there is nothing to capture, or the warning was given.
 */
export function findCaptureDueTime(
  { paidBy, payments }: OrderRecord,
  { captureDueAfterMs }: Pick<Policy, 'captureDueAfterMs'>,
): number | undefined {
  const entry = payments.find(({ id }) => id === paidBy);
  if (captureDueAfterMs === undefined) return undefined;
  const isWaiting = entry?.verdict === 'authorized' && entry.money === 'authorized' && !entry.isCaptureWarned;
  return isWaiting ? entry.firstSeenAt + captureDueAfterMs : undefined;
}
