import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../http/refusal.js';
import { consumeIntent, type IntentRow, requireCallback } from '../intents/intent.js';
import type { PaymentRow } from '../payments/payment.js';
import type { Fulfilment } from '../requests/payment.js';
import type { Outbox } from '../webhooks/announce.js';
import { makePayment, type Origin } from './make.js';

export const wrongSecret = () => new Refusal(403, 'authentication_error', 'Wrong client_secret.');

/**
 * Uses the intent for one payment. Everything or nothing: a refused request leaves the intent usable, and a used
 * intent has its payment, also when the bank declines.
 */
export function fulfil(outbox: Outbox, intent: IntentRow, body: Fulfilment, origin: Origin): PaymentRow {
  if (!isSame(intent.client_secret, body.client_secret)) throw wrongSecret();
  return outbox.store.transaction(() => {
    consumeIntent(outbox, intent);
    const terms = { ...intent, intent_id: intent.id, callback_url: requireCallback(intent) };
    return makePayment(outbox, terms, body, origin);
  });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
