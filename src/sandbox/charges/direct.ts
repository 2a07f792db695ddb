import type { PaymentRow } from '../payments/payment.js';
import type { DirectPayment } from '../requests/payment.js';
import type { Outbox } from '../webhooks/announce.js';
import { makePayment, type Origin } from './make.js';

/** Makes a payment without an intent, on the terms that the request itself states. */
export function payDirectly(outbox: Outbox, body: DirectPayment, origin: Origin): PaymentRow {
  const terms = {
    intent_id: null,
    amount: body.amount,
    currency: body.currency ?? 'SAR',
    description: body.description ?? null,
    callback_url: body.callback_url,
    invoice_id: null,
  };
  return outbox.store.transaction(() => makePayment(outbox, terms, body, origin));
}
