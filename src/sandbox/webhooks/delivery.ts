import type { DeliveryFault } from '../faults/faults.js';
import { notFound } from '../http/refusal.js';
import { formatTime, createId, createSecret } from '../store/clock.js';
import type { SandboxStore } from '../store/store.js';
import { noAnswer, type DeliveryMethod, type ReceiverResponse, type WebhookRow } from './send.js';

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
  /** What goes wrong with the first attempt, on purpose. */
  readonly fault_json: string | null;
}

/** The fault of the next attempt on schedule, if any. Later attempts go as they should. */
export const faultOf = ({ tries, fault_json: json }: DeliveryRow): DeliveryFault | undefined =>
  json === null || tries > 0 ? undefined : (JSON.parse(json) as DeliveryFault);

const minute = 60_000;

/** How long after each attempt the next one follows. After the last attempt the delivery is given up. */
const waits = [minute, 10 * minute, 30 * minute, 60 * minute, 120 * minute];

interface MessageRow {
  readonly id: string;
  readonly type: string;
  readonly data_json: string;
  readonly created_at: number;
}

/** What a message to a webhook says beside what it is about. */
interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly createdAt: number;
  readonly secret: string;
  readonly accountName: string;
}

export const messageText = ({ id, type, createdAt, secret, accountName }: Envelope, data: unknown): string =>
  JSON.stringify({
    id,
    type,
    // With an offset and without milliseconds, unlike every other time.
    created_at: formatTime(createdAt).replace(/\.\d+Z$/, '+00:00'),
    secret_token: secret,
    account_name: accountName,
    live: false,
    data,
  });

/** The text that is sent: to a webhook the message around the payment, to an invoice's address the invoice itself. */
export function deliveryText(
  store: SandboxStore,
  delivery: DeliveryRow,
  accountName: string,
  fault?: DeliveryFault,
): string {
  const message = store.get<MessageRow>(
    'SELECT * FROM messages WHERE id = ?',
    delivery.message_id,
  ) as MessageRow;
  if (delivery.webhook_id === null) return message.data_json;
  const { shared_secret: secret } = store.get<WebhookRow>(
    'SELECT * FROM webhooks WHERE id = ?',
    delivery.webhook_id,
  ) as WebhookRow;
  return messageText(
    {
      id: message.id,
      type: message.type,
      createdAt: message.created_at,
      secret: fault?.fault === 'wrong-secret' ? createSecret('wrong-') : secret,
      accountName,
    },
    JSON.parse(message.data_json),
  );
}

/** Stores an attempt. Inserts from a selection, so that nothing is inserted when a reset has emptied the tables. */
function insertAttempt(
  store: SandboxStore,
  { id }: Pick<DeliveryRow, 'id'>,
  answer: ReceiverResponse,
  startedAt: number,
): void {
  store.run(
    `INSERT INTO attempts
       (id, delivery_id, number, result, response_code, response_headers_json, response_body, message, created_at)
     SELECT ?, id, (SELECT count(*) + 1 FROM attempts WHERE delivery_id = deliveries.id), ?, ?, ?, ?, ?, ?
     FROM deliveries WHERE id = ?`,
    createId(),
    answer.accepted ? 'success' : 'failed',
    answer.code,
    answer.headers && JSON.stringify(answer.headers),
    answer.body,
    answer.message,
    startedAt,
    id,
  );
}

/** Stores an attempt on schedule, and whether the delivery is done, is tried again later, or is given up. */
export function recordAttempt(
  store: SandboxStore,
  delivery: DeliveryRow,
  answer: ReceiverResponse,
  startedAt: number,
): void {
  const wait = waits[delivery.tries];
  const status = answer.accepted ? 'delivered' : wait === undefined ? 'given_up' : 'pending';
  store.transaction(() => {
    insertAttempt(store, delivery, answer, startedAt);
    // A delivery whose webhook was deleted meanwhile stays canceled.
    store.run(
      `UPDATE deliveries SET tries = tries + 1, due_at = ?, claimed_by = NULL,
         status = CASE status WHEN 'pending' THEN ? ELSE status END WHERE id = ?`,
      startedAt + (wait ?? 0),
      status,
      delivery.id,
    );
    releaseHeld(store, delivery, startedAt);
  });
}

/** Makes due what was held back until a later message to the same receiver had been sent. */
function releaseHeld(
  store: SandboxStore,
  { id, webhook_id: webhookId, url }: DeliveryRow,
  now: number,
): void {
  store.run(
    `UPDATE deliveries SET due_at = ?1
     WHERE status = 'pending' AND tries = 0 AND due_at > ?1 AND json_extract(fault_json, '$.fault') = 'reorder'
       AND webhook_id IS ?2 AND url = ?3 AND rowid < (SELECT rowid FROM deliveries WHERE id = ?4)`,
    now,
    webhookId,
    url,
    id,
  );
}

/** Gives a delivery up that a fault has lost on its way. */
export function recordLoss(store: SandboxStore, id: string, now: number): void {
  insertAttempt(store, { id }, noAnswer('lost on its way, by a fault'), now);
  store.run("UPDATE deliveries SET tries = 1, status = 'given_up' WHERE id = ?", id);
}

/**
 * Stores an attempt by hand. An accepted one ends the delivery. One that failed changes neither its state nor its
 * schedule.
 */
export function recordResent(
  store: SandboxStore,
  delivery: DeliveryRow,
  answer: ReceiverResponse,
  startedAt: number,
): void {
  store.transaction(() => {
    insertAttempt(store, delivery, answer, startedAt);
    if (answer.accepted)
      store.run(
        "UPDATE deliveries SET status = 'delivered' WHERE id = ? AND status IN ('pending', 'given_up')",
        delivery.id,
      );
  });
}

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

/** The deliveries that were queued before a place, newest first. */
export const deliveriesBefore = (store: SandboxStore, place: number, limit: number) =>
  store.all<DeliveryWithMessage>(
    `${withMessage} WHERE deliveries.rowid < ? ORDER BY deliveries.rowid DESC LIMIT ?`,
    place,
    limit,
  );

export function requireDelivery(store: SandboxStore, id: string): DeliveryWithMessage {
  const row = store.get<DeliveryWithMessage>(`${withMessage} WHERE deliveries.id = ?`, id);
  if (!row) throw notFound('delivery');
  return row;
}

/** The deliveries of one message. */
export const deliveriesOf = (store: SandboxStore, messageId: string) =>
  store.all<DeliveryRow>('SELECT * FROM deliveries WHERE message_id = ? ORDER BY rowid', messageId);

/** In the order in which they were made. */
export const attemptsOf = (store: SandboxStore, { id }: DeliveryRow) =>
  store.all<DeliveryAttempt>('SELECT * FROM attempts WHERE delivery_id = ? ORDER BY number', id);

/** A delivery as the controls answer it, without the receiver's secret and the receiver's answer. */
export const buildDeliveryView = (store: SandboxStore, row: DeliveryWithMessage) => ({
  id: row.id,
  status: row.status,
  event_type: row.type,
  message_id: row.message_id,
  webhook_id: row.webhook_id,
  url: row.url,
  created_at: formatTime(row.created_at),
  next_try_at: row.status === 'pending' ? formatTime(row.due_at) : null,
  attempts: attemptsOf(store, row).map((attempt) => ({
    number: attempt.number,
    result: attempt.result,
    response_code: attempt.response_code,
    message: attempt.message,
    created_at: formatTime(attempt.created_at),
  })),
  data: JSON.parse(row.data_json) as unknown,
});
