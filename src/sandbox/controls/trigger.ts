import * as z from 'zod/mini';
import { type WebhookEvent, webhookEvents } from '../../wire/index.js';
import { chargeable, uri } from '../../wire/scalar.js';
import { invalidFields } from '../http/refusal.js';
import { type PaymentStatus, buildPaymentView } from '../payments/payment.js';
import { announceEvent } from '../webhooks/announce.js';
import { attemptsOf, deliveriesOf } from '../webhooks/delivery.js';
import type { DeliveryResult } from '../webhooks/webhook-worker.js';
import type { Namespace } from '../namespace.js';
import { createFixtures, insertPaymentFixture, paymentFixture } from './fixtures.js';

/** The events that can be triggered: all about payments, and the notice of an invoice. */
export const triggerEvents = [...webhookEvents, 'invoice_paid'] as const;

const { status: _status, amount: _amount, ...fields } = paymentFixture.shape;

export const triggerRequest = z.strictObject({
  event: z.enum(triggerEvents),
  /** Where the message goes. Missing: to every webhook that listens. */
  to: z.optional(uri),
  /** The message's `secret_token` when `to` is given. */
  secret: z.optional(z.string()),
  /** What the message is about. */
  payment: z.optional(z.strictObject({ ...fields, amount: z.optional(chargeable) })),
});

export interface Triggered {
  readonly event: (typeof triggerEvents)[number];
  /** What the message was about, as the API answers it. */
  readonly data: unknown;
  /** Empty when no webhook listens. */
  readonly sent: readonly DeliveryResult[];
}

const statuses = {
  payment_paid: 'paid',
  payment_failed: 'failed',
  payment_refunded: 'refunded',
  payment_voided: 'voided',
  payment_authorized: 'authorized',
  payment_captured: 'captured',
  payment_verified: 'verified',
  payment_abandoned: 'initiated',
  payment_canceled: 'failed',
  payment_expired: 'expired',
} as const satisfies Record<WebhookEvent, PaymentStatus>;

const standardAmount = 10_000;

/** Makes what an event is about and sends the event. Resolves when each receiver has answered or has run out of time. */
export async function trigger(
  namespace: Namespace,
  { event, to, secret = '', payment = {} }: z.infer<typeof triggerRequest>,
  pagesUrl: string,
): Promise<Triggered> {
  const { store, worker } = namespace;
  const wanted = { ...payment, amount: payment.amount ?? standardAmount };

  if (event === 'invoice_paid') {
    if (to === undefined)
      throw invalidFields({ to: ['is required: webhooks get no message about invoices'] });
    const { description, currency } = wanted;
    const bill = { amount: wanted.amount, description, currency, status: 'paid' as const };
    const { invoices } = createFixtures(namespace, { invoices: [bill] }, pagesUrl);
    return { event, data: invoices[0], sent: [await worker.sendOnce(to, JSON.stringify(invoices[0]))] };
  }

  const status = statuses[event];
  const row = store.transaction(() => insertPaymentFixture(namespace, { ...wanted, status }, pagesUrl));
  const data = buildPaymentView(row);
  if (to !== undefined)
    return { event, data, sent: [await worker.sendOnce(to, worker.messageOf(event, data, secret))] };

  const messageId = store.transaction(() => announceEvent(namespace, event, data));
  await worker.tick();
  const deliveries = messageId === undefined ? [] : deliveriesOf(store, messageId);
  return {
    event,
    data,
    sent: deliveries.map((delivery) => {
      const last = attemptsOf(store, delivery).at(-1);
      return {
        url: delivery.url,
        accepted: last?.result === 'success',
        response_code: last?.response_code ?? null,
        message: last?.message ?? 'waits, by a fault',
      };
    }),
  };
}
