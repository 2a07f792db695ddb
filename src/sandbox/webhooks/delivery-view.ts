import { notFound } from '../http/refusal.js';
import { iso } from '../store/clock.js';
import type { Store } from '../store/store.js';
import type { DeliveryRow } from './delivery.js';

/** A delivery with the message that it carries. */
export interface DeliveryWithMessage extends DeliveryRow {
  /** The number of the delivery, in the order in which they were queued. */
  readonly place: number;
  readonly type: string;
  readonly data_json: string;
  readonly created_at: number;
}

export interface DeliveryAttempt {
  readonly number: number;
  readonly result: 'success' | 'failed';
  readonly response_code: number | null;
  readonly message: string;
  readonly created_at: number;
}

const withMessage = `SELECT deliveries.rowid AS place, deliveries.*, type, data_json, messages.created_at
  FROM deliveries JOIN messages ON messages.id = message_id`;

/** Those queued before a place, newest first. */
export const deliveriesBefore = (store: Store, place: number, limit: number) =>
  store.all<DeliveryWithMessage>(
    `${withMessage} WHERE deliveries.rowid < ? ORDER BY deliveries.rowid DESC LIMIT ?`,
    place,
    limit,
  );

export function deliveryById(store: Store, id: string): DeliveryWithMessage {
  const row = store.get<DeliveryWithMessage>(`${withMessage} WHERE deliveries.id = ?`, id);
  if (!row) throw notFound('delivery');
  return row;
}

/** In the order in which they were made. */
export const attemptsOf = (store: Store, { id }: DeliveryRow) =>
  store.all<DeliveryAttempt>('SELECT * FROM attempts WHERE delivery_id = ? ORDER BY number', id);

/** A delivery as the sandbox's own switches answer it, without the receiver's secret and what it answered. */
export const deliveryView = (store: Store, row: DeliveryWithMessage) => ({
  id: row.id,
  status: row.status,
  event_type: row.type,
  message_id: row.message_id,
  webhook_id: row.webhook_id,
  url: row.url,
  created_at: iso(row.created_at),
  next_try_at: row.status === 'pending' ? iso(row.due_at) : null,
  attempts: attemptsOf(store, row).map((attempt) => ({
    number: attempt.number,
    result: attempt.result,
    response_code: attempt.response_code,
    message: attempt.message,
    created_at: iso(attempt.created_at),
  })),
  data: JSON.parse(row.data_json) as unknown,
});
