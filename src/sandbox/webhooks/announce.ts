import type { WebhookEvent } from '../../wire/index.js';
import type { DeliveryFault } from '../faults/faults.js';
import { createId } from '../store/clock.js';
import type { Namespace } from '../namespace.js';
import { recordLoss } from './delivery.js';
import type { DeliveryMethod, WebhookRow } from './send.js';

interface Receiver {
  /** Null for an invoice's own callback_url. */
  readonly id: string | null;
  readonly url: string;
  readonly http_method: DeliveryMethod;
}

/**
 * Queues a message for every webhook that listens to this kind of event; one without a list listens to all. `fault` is
 * what the payment itself asks for; without it, each delivery takes the next one that is queued in the namespace. Answers
 * the message's id; undefined if no webhook wants it.
 */
export function announceEvent(
  namespace: Namespace,
  type: WebhookEvent,
  payment: object,
  fault?: DeliveryFault,
): string | undefined {
  const listeners = namespace.store
    .all<WebhookRow>('SELECT * FROM webhooks WHERE deleted_at IS NULL')
    .filter(({ events_json: json }) => {
      const events = JSON.parse(json) as string[];
      return events.length === 0 || events.includes(type);
    });
  return listeners.length > 0 ? queue(namespace, type, payment, listeners, fault) : undefined;
}

/** Queues the notice that an invoice was paid, for the invoice's own callback_url. */
export const notifyInvoice = (namespace: Namespace, url: string, invoice: object) =>
  queue(namespace, 'invoice_paid', invoice, [{ id: null, url, http_method: 'post' }]);

/** One message for all its receivers: its id is the same in each repeat. */
function queue(
  namespace: Namespace,
  type: string,
  data: object,
  receivers: readonly Receiver[],
  ownFault?: DeliveryFault,
): string {
  const { store, clock, faults, worker } = namespace;
  const messageId = createId();
  store.insert('messages', {
    id: messageId,
    type,
    data_json: JSON.stringify(data),
    created_at: clock.now(),
  });
  for (const receiver of receivers) {
    const fault = ownFault ?? faults.takeForDelivery();
    queueDelivery(namespace, messageId, receiver, fault);
    if (fault?.fault === 'duplicate') queueDelivery(namespace, messageId, receiver, fault);
  }
  worker.wake();
  return messageId;
}

/** How long a message is held back for the next one to the same receiver, which may never come. */
const longestHold = 60_000;

function queueDelivery(
  { store, clock }: Namespace,
  messageId: string,
  { id: webhookId, url, http_method: method }: Receiver,
  fault: DeliveryFault | undefined,
): void {
  const now = clock.now();
  const id = createId();
  const wait = fault?.fault === 'delay' ? fault.ms : fault?.fault === 'reorder' ? longestHold : 0;
  store.insert('deliveries', {
    id,
    message_id: messageId,
    webhook_id: webhookId,
    url,
    http_method: method,
    status: 'pending',
    due_at: now + wait,
    fault_json: fault ? JSON.stringify(fault) : null,
  });
  if (fault?.fault === 'lose') recordLoss(store, id, now);
}
