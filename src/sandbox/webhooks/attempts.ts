import * as z from 'zod/mini';
import { conditionsOf, equals } from '../http/list-query.js';
import { isPaging, listPage, pageIn, pageMeta, parametersOf } from '../http/list-query.js';
import { notFound } from '../http/refusal.js';
import { formatTime } from '../store/clock.js';
import type { SandboxStore } from '../store/store.js';
import type { Namespace } from '../namespace.js';

/** One sending of one message to a webhook, answered or not. */
export const attempt = z.object({
  id: z.uuid(),
  webhook_id: z.uuid(),
  /** The message's own id, the same for every repeat. */
  event_id: z.uuid(),
  event_type: z.string(),
  /** 1 for the first sending. */
  retry_number: z.int(),
  result: z.enum(['success', 'failed']),
  message: z.string(),
  /** Null when no answer came, as are headers and body, which a page of another origin never sees. */
  response_code: z.nullable(z.int()),
  /** JSON text. */
  response_headers: z.nullable(z.string()),
  response_body: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
type Attempt = z.infer<typeof attempt>;

export const attemptList = z.object({ webhook_attempts: z.array(attempt), meta: pageMeta });

interface AttemptRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly number: number;
  readonly result: Attempt['result'];
  readonly message: string;
  readonly response_code: number | null;
  readonly response_headers_json: string | null;
  readonly response_body: string | null;
  readonly created_at: number;
}

/** Attempts with what they carried. Notices to an invoice's own address are not among them. */
const attemptsWithMessages = `(SELECT attempts.rowid, attempts.id, webhook_id, message_id AS event_id, type AS event_type, number,
    result, response_code, response_headers_json, response_body, message, attempts.created_at
  FROM attempts
  JOIN deliveries ON deliveries.id = delivery_id
  JOIN messages ON messages.id = message_id
  WHERE webhook_id IS NOT NULL)`;

/** Whether an answer's own text may be shown: it comes from an address that the caller may not be able to reach. */
export type Shown = 'with answers' | 'without answers';

const buildAttemptView = (row: AttemptRow, shown: Shown): Attempt => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event_type: row.event_type,
  retry_number: row.number,
  result: row.result,
  message: row.message,
  response_code: row.response_code,
  response_headers: shown === 'with answers' ? row.response_headers_json : null,
  response_body: shown === 'with answers' ? row.response_body : null,
  created_at: formatTime(row.created_at),
});

const filters = ['webhook_id', 'event_id', 'event_type', 'result'].map((name) => equals(name, name));
const isKnown = (name: string) => isPaging(name) || /^(webhook_id|event_id|event_type|result)$/.test(name);

/** The attempts that an address asks for, newest first; only those at one webhook when its id is given. */
export function listAttempts(namespace: Namespace, url: string, shown: Shown, webhookId?: string) {
  const parameters = parametersOf(url, isKnown);
  if (webhookId !== undefined) parameters.set('webhook_id', webhookId);
  const { where, values } = conditionsOf(parameters, filters);
  const { rows, meta } = listPage<AttemptRow>(
    namespace,
    pageIn(parameters, namespace.decisions.current),
    `${attemptsWithMessages}${where}`,
    ...values,
  );
  return { webhook_attempts: rows.map((row) => buildAttemptView(row, shown)), meta };
}

export function requireAttempt(store: SandboxStore, id: string, shown: Shown): Attempt {
  const row = store.get<AttemptRow>(`SELECT * FROM ${attemptsWithMessages} WHERE id = ?`, id);
  if (!row) throw notFound('attempt');
  return buildAttemptView(row, shown);
}
