import type { WebhookEvent } from '../../wire/index.js';
import type { DeliveryMethod } from './webhook.js';
import { newId } from '../store/id.js';
import type { Ledger } from '../store/ledger.js';
import type { WebhookRow } from './webhook.js';

/** Where messages are queued: the rows, and a way to say that something waits. */
export interface Outbox extends Ledger {
  readonly pump: { kick(): void };
}

interface Receiver {
  /** Null for an invoice's own callback_url. */
  readonly id: string | null;
  readonly url: string;
  readonly http_method: DeliveryMethod;
}

/** Queues a message for every webhook that listens to this kind of event; one without a list listens to all. */
export function announce(outbox: Outbox, type: WebhookEvent, payment: object): void {
  const listeners = outbox.store
    .all<WebhookRow>('SELECT * FROM webhooks WHERE deleted_at IS NULL')
    .filter(({ events_json: json }) => {
      const events = JSON.parse(json) as string[];
      return events.length === 0 || events.includes(type);
    });
  if (listeners.length > 0) queue(outbox, type, payment, listeners);
}

/** Queues the notice that an invoice was paid, for the invoice's own callback_url. */
export const notifyInvoice = (outbox: Outbox, url: string, invoice: object) =>
  queue(outbox, 'invoice_paid', invoice, [{ id: null, url, http_method: 'post' }]);

/** One message for all its receivers: its id is the same in each repeat. */
function queue(
  { store, clock, pump }: Outbox,
  type: string,
  data: object,
  receivers: readonly Receiver[],
): void {
  const now = clock.now();
  const messageId = newId();
  store.run(
    'INSERT INTO messages (id, type, data_json, created_at) VALUES (?, ?, ?, ?)',
    messageId,
    type,
    JSON.stringify(data),
    now,
  );
  for (const { id, url, http_method: method } of receivers)
    store.run(
      `INSERT INTO deliveries (id, message_id, webhook_id, url, http_method, status, due_at)
       VALUES (?, ?, ?, ?, ?, 'pending', ?)`,
      newId(),
      messageId,
      id,
      url,
      method,
      now,
    );
  pump.kick();
}
