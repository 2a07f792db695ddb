import { iso } from '../store/clock.js';
import { newId } from '../store/id.js';
import type { Store } from '../store/store.js';
import type { DeliveryMethod } from '../requests/webhook.js';
import type { Answer } from './send.js';
import type { WebhookRow } from './webhook.js';

export interface DeliveryRow {
  readonly id: string;
  readonly message_id: string;
  /** Null for an invoice's own callback_url. */
  readonly webhook_id: string | null;
  readonly url: string;
  readonly http_method: DeliveryMethod;
  readonly status: 'pending' | 'delivered' | 'given_up' | 'canceled';
  /** How often it has been sent on schedule. An attempt by hand does not count here. */
  readonly tries: number;
  readonly due_at: number;
}

const minute = 60_000;

/** How long after each attempt the next one follows. After the last attempt the delivery is given up. */
const waits = [minute, 10 * minute, 30 * minute, 60 * minute, 120 * minute];

interface MessageRow {
  readonly id: string;
  readonly type: string;
  readonly data_json: string;
  readonly created_at: number;
}

/** The text that is sent: to a webhook the message around the payment, to an invoice's address the invoice itself. */
export function messageOf(store: Store, delivery: DeliveryRow, accountName: string): string {
  const message = store.get<MessageRow>(
    'SELECT * FROM messages WHERE id = ?',
    delivery.message_id,
  ) as MessageRow;
  if (delivery.webhook_id === null) return message.data_json;
  const webhook = store.get<WebhookRow>(
    'SELECT * FROM webhooks WHERE id = ?',
    delivery.webhook_id,
  ) as WebhookRow;
  return JSON.stringify({
    id: message.id,
    type: message.type,
    created_at: iso(message.created_at),
    secret_token: webhook.shared_secret,
    account_name: accountName,
    live: false,
    data: JSON.parse(message.data_json) as unknown,
  });
}

/** Notes an attempt. Inserts from a selection, so that nothing is inserted when a reset has emptied the tables. */
function note(store: Store, { id }: DeliveryRow, answer: Answer, startedAt: number): void {
  store.run(
    `INSERT INTO attempts
       (id, delivery_id, number, result, response_code, response_headers_json, response_body, message, created_at)
     SELECT ?, id, (SELECT count(*) + 1 FROM attempts WHERE delivery_id = deliveries.id), ?, ?, ?, ?, ?, ?
     FROM deliveries WHERE id = ?`,
    newId(),
    answer.accepted ? 'success' : 'failed',
    answer.code,
    answer.headers && JSON.stringify(answer.headers),
    answer.body,
    answer.message,
    startedAt,
    id,
  );
}

/** Notes an attempt on schedule, and whether the delivery is done, is tried again later, or is given up. */
export function record(store: Store, delivery: DeliveryRow, answer: Answer, startedAt: number): void {
  const wait = waits[delivery.tries];
  const status = answer.accepted ? 'delivered' : wait === undefined ? 'given_up' : 'pending';
  store.transaction(() => {
    note(store, delivery, answer, startedAt);
    // A delivery whose webhook was deleted meanwhile stays canceled.
    store.run(
      `UPDATE deliveries SET tries = tries + 1, due_at = ?, claimed_by = NULL,
         status = CASE status WHEN 'pending' THEN ? ELSE status END WHERE id = ?`,
      startedAt + (wait ?? 0),
      status,
      delivery.id,
    );
  });
}

/**
 * Notes an attempt by hand. An accepted one ends the delivery. One that failed changes neither its state nor its
 * schedule.
 */
export function recordResent(store: Store, delivery: DeliveryRow, answer: Answer, startedAt: number): void {
  store.transaction(() => {
    note(store, delivery, answer, startedAt);
    if (answer.accepted)
      store.run(
        "UPDATE deliveries SET status = 'delivered' WHERE id = ? AND status IN ('pending', 'given_up')",
        delivery.id,
      );
  });
}
