import type { WebhookEvent } from '../../wire/index.js';
import type { Service } from '../service.js';
import { newId } from '../store/id.js';
import type { WebhookRow } from './webhook.js';

/** Queues a message for every webhook that listens to this kind of event; one without a list listens to all. */
export function announce(service: Service, type: WebhookEvent, payment: object): void {
  const listeners = service.store
    .all<WebhookRow>('SELECT * FROM webhooks WHERE deleted_at IS NULL')
    .filter(({ events_json: json }) => {
      const events = JSON.parse(json) as string[];
      return events.length === 0 || events.includes(type);
    });
  if (listeners.length > 0) queue(service, type, payment, listeners);
}

/** Queues the notice that an invoice was paid, for its own callback_url; interface 6. */
export const notifyInvoice = (service: Service, url: string, invoice: object) =>
  queue(service, 'invoice_paid', invoice, [{ id: null, url }]);

/** One message, whatever the number of its receivers: its id is how they tell a repeat. */
function queue(
  { store, clock, pump }: Service,
  type: string,
  data: object,
  receivers: ReadonlyArray<{ readonly id: string | null; readonly url: string }>,
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
  for (const { id, url } of receivers)
    store.run(
      "INSERT INTO deliveries (id, message_id, webhook_id, url, status, due_at) VALUES (?, ?, ?, ?, 'pending', ?)",
      newId(),
      messageId,
      id,
      url,
      now,
    );
  pump.kick();
}
