import { createHash } from 'node:crypto';
import type { ShopNotification } from '../records/order-record.js';

/**
 * The id of a notification, the same in every attempt: its number within the order, a digest of what it says, and the
 * order's id in letters that a header takes. Without the digest, a program whose database was lost or put back would give
 * another notification the id of one that a shop has already received.
 */
export function buildNotificationId(
  orderId: string,
  { number, paymentId, verdict }: Pick<ShopNotification, 'number' | 'paymentId' | 'verdict'>,
): string {
  const digest = createHash('sha256').update(`${paymentId} ${verdict}`).digest('hex').slice(0, 12);
  return `msg_${number}_${digest}_${Buffer.from(orderId).toString('base64url')}`;
}

/** Of which order a notification is, by its id; undefined when it is no such id. */
export function parseOrderId(id: string): string | undefined {
  const text = /^msg_[1-9]\d{0,8}_[0-9a-f]{12}_([\w-]+)$/.exec(id)?.[1];
  return text === undefined ? undefined : Buffer.from(text, 'base64url').toString();
}
