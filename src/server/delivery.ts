import { createConfigurationError } from './check.js';
import { PayError } from '../error.js';
import { webhookEvents, webhookMessage, type WebhookEvent, type WebhookMessage } from '../wire/index.js';

/** A message about a payment, of a kind that is known; retrieve the payment by `data.id`. The secret is left out. */
export type PaymentDelivery = {
  [Event in WebhookEvent]: WebhookMessage & { readonly type: Event; readonly secret_token?: undefined };
}[WebhookEvent];

/** An opaque string, so that comparing `type` with a known event narrows the union. */
declare enum LaterEvent {
  later = 'any other word',
}

/**
 * A message of a kind that came later: verified, but what it is about is not known. To handle one before this library
 * knows it, compare its type as a string: `const type: string = delivery.type`. Else acknowledge it.
 */
export interface UnknownDelivery {
  readonly id: string;
  readonly type: LaterEvent;
  readonly data?: unknown;
}

/** Tell them apart by `type`. Repeats happen and order is not promised: the same message has the same `id`. */
export type Delivery = PaymentDelivery | UnknownDelivery;

/** Metadata in Arabic alone, each letter escaped, can have more than 64 KiB. */
export const maxDeliveryBytes = 1_000_000;

const createDeliveryError = (
  type: 'wrong_secret' | 'unreadable_message',
  problem: string,
  field?: 'secret_token' | 'id' | 'type' | 'data.id',
) => new PayError('api', `The delivery ${problem}.`, { type, field });

const createUnreadableError = (problem: string, field?: 'id' | 'type' | 'data.id') =>
  createDeliveryError('unreadable_message', problem, field);

/**
 * Checks that a webhook's message carries the shared secret, and reads the message. Give it the body as it came (text or
 * bytes), or as your framework has parsed it. A message that does not pass throws a `PayError` `api` whose
 * `type` is `wrong_secret` or `unreadable_message`: answer 400 and believe nothing of it. `field` names the member at
 * fault, such as `data.id`. Nothing here is asynchronous.
 */
export function readDelivery(body: Raw | object, sharedSecret: string): Delivery {
  if (typeof sharedSecret !== 'string' || sharedSecret.trim() === '')
    throw createConfigurationError(
      'sharedSecret',
      'The shared secret is empty: use the one that was registered.',
    );
  const { secret_token: token, ...message } = parse(body);
  if (typeof token !== 'string' || !isEqualInConstantTime(token, sharedSecret))
    throw createDeliveryError('wrong_secret', 'does not carry the shared secret', 'secret_token');
  // Older messages misspell `payment_failed`.
  if (message['type'] === 'payment_faild') message['type'] = 'payment_failed';
  for (const field of ['id', 'type'] as const)
    if (!isNonEmptyString(message[field])) throw createUnreadableError(`has no ${field}`, field);
  const result = webhookMessage.safeParse(message);
  if (!result.success) throw createUnreadableError('names no payment', 'data.id');
  return result.data as Delivery;
}

export const isKnownEvent = (type: unknown): boolean => webhookEvents.some((event) => event === type);
const isNonEmptyString = (value: unknown) => typeof value === 'string' && value !== '';

function parse(body: unknown): Record<string, unknown> {
  const value = isRaw(body) ? parseText(body) : body;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createUnreadableError('is not a JSON object');
  // A member called `then` may stand in a message too; only a promise has a function there.
  const isPromise = typeof (value as { then?: unknown }).then === 'function';
  if (value === body && (isPromise || value instanceof Request))
    throw createConfigurationError('body', 'Give `readDelivery` the body itself: `await request.text()`.');
  return value as Record<string, unknown>;
}

type Raw = string | ArrayBuffer | ArrayBufferView;
const isRaw = (body: unknown): body is Raw =>
  typeof body === 'string' || body instanceof ArrayBuffer || ArrayBuffer.isView(body);

function parseText(body: Raw): unknown {
  if ((typeof body === 'string' ? body.length : body.byteLength) > maxDeliveryBytes)
    throw createUnreadableError('is larger than allowed');
  try {
    return JSON.parse(
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body),
    );
  } catch {
    throw createUnreadableError('is not JSON');
  }
}

/** Constant time: the duration depends only on the length of `received`. */
function isEqualInConstantTime(received: string, expected: string): boolean {
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(received), encoder.encode(expected)];
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= Number(a[i]) ^ Number(b[i % b.length]);
  return difference === 0;
}
