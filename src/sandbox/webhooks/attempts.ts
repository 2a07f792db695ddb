import * as z from 'zod/mini';
import { listMeta, webhookEvents } from '../../wire/index.js';
import { listPage } from '../http/paging.js';
import type { Service } from '../service.js';
import { iso } from '../store/clock.js';
import type { WebhookRow } from './webhook.js';

/** One sending of one message, answered or not. No document says what an attempt looks like; this is ours. */
const attempt = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  /** The message's own id, the same for every repeat. */
  message_id: z.uuid(),
  event_type: z.enum(webhookEvents),
  /** 0 for the first sending. */
  retry_number: z.int(),
  result: z.enum(['success', 'failed']),
  /** Null when no answer came. */
  response_code: z.nullable(z.int()),
  message: z.string(),
  created_at: z.iso.datetime(),
});
type Attempt = z.infer<typeof attempt>;

export const attemptList = z.object({ attempts: z.array(attempt), meta: listMeta });

interface AttemptRow extends Omit<Attempt, 'webhook_id' | 'retry_number' | 'created_at'> {
  readonly number: number;
  readonly created_at: number;
}

export function listAttempts({ store }: Service, { id }: WebhookRow, page: number) {
  const { rows, meta } = listPage<AttemptRow>(
    store,
    page,
    `(SELECT attempts.rowid, attempts.id, message_id, type AS event_type, number, result, response_code, message,
        attempts.created_at
      FROM attempts
      JOIN deliveries ON deliveries.id = delivery_id
      JOIN messages ON messages.id = message_id
      WHERE webhook_id = ?)`,
    id,
  );
  const attempts = rows.map((row): Attempt => ({
    id: row.id,
    webhook_id: id,
    message_id: row.message_id,
    event_type: row.event_type,
    retry_number: row.number - 1,
    result: row.result,
    response_code: row.response_code,
    message: row.message,
    created_at: iso(row.created_at),
  }));
  return { attempts, meta };
}
