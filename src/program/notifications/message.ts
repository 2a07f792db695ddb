import { createHmac } from 'node:crypto';
import type { ShopNotification, ShopOrderRecord } from '../records/order-record.js';
import { buildNotificationId } from './notification-id.js';

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Builds a notification as it is posted, signed by the rules of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`.
 * The id and the body stay the same in every attempt; the timestamp is the attempt's, so that a shop can refuse what is
 * old.
 */
export function signMessage(
  { order }: ShopOrderRecord,
  item: ShopNotification,
  secrets: readonly Uint8Array[],
  now: number,
): Message {
  const {
    paymentId,
    verdict,
    amount,
    currency,
    discount,
    captured,
    metadata = order.metadata ?? {},
    at,
  } = item;
  const body = JSON.stringify({
    type: `order.${verdict}`,
    timestamp: new Date(at).toISOString(),
    data: {
      order_id: order.id,
      payment_id: paymentId,
      verdict,
      amount,
      currency,
      ...(discount !== undefined && { discount }),
      ...(captured !== undefined && { captured }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
  });
  const id = buildNotificationId(order.id, item);
  const timestamp = String(Math.floor(now / 1000));
  const sign = (secret: Uint8Array) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'pay-checkout',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map(sign).join(' '),
    },
    body,
  };
}
