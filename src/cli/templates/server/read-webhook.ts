import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface OrderWebhook {
  readonly type: string;
  readonly data: { readonly order_id: string; readonly payment_id: string; readonly verdict: string };
}

/** Older than this, a message may be a copy that a stranger sends again. */
const oldestSeconds = 300;

/** What the server has posted; undefined when it is not signed with the secret. */
export function readWebhook(
  body: string,
  headers: IncomingHttpHeaders,
  webhookSigningSecret: string,
): OrderWebhook | undefined {
  const key = Buffer.from(webhookSigningSecret.replace('whsec_', ''), 'base64');
  // By an empty one, anybody could sign.
  if (key.length < 24) throw new Error('WEBHOOK_SIGNING_SECRET is missing or too short.');
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > oldestSeconds) return undefined;
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${body}`)
    .digest();
  const isSigned = String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  return isSigned ? (JSON.parse(body) as OrderWebhook) : undefined;
}
