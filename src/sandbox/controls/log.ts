import type { MiddlewareHandler } from 'hono';
import { keyIn } from '../http/auth.js';
import type { Env } from '../http/env.js';
import type { Clock } from '../store/clock.js';
import { iso } from '../store/clock.js';

/** One request to `/v1`, without anything that must not be seen. */
export interface LogEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Null while it is being worked on, and for a connection that was dropped. */
  status: number | null;
  readonly key: string | null;
  intent_id: string | null;
  payment_id: string | null;
  /** The JSON that came, with card numbers, security codes and secrets masked; null when none was read. */
  body: unknown;
}

export interface RequestLog {
  /** In the order of arrival. */
  entries(): readonly LogEntry[];
  /** The number of the first of the entries: all that ever came are counted through, also those that are forgotten. */
  first(): number;
  /** Goes up with everything that happens to the log. */
  changes(): number;
  clear(): void;
  readonly middleware: MiddlewareHandler<Env>;
}

/** Keeps the last requests in memory. */
export function createLog(clock: Clock, capacity = 1000): RequestLog {
  const entries: LogEntry[] = [];
  let [arrived, changes] = [0, 0];
  return {
    entries: () => entries,
    first: () => arrived - entries.length + 1,
    changes: () => changes,
    clear: () => {
      entries.splice(0);
      changes += 1;
    },
    middleware: async (c, next) => {
      const entry: LogEntry = {
        at: iso(clock.now()),
        method: c.req.method,
        path: c.req.path,
        status: null,
        key: keyIn(c.req.header('authorization'))?.replace(/(?<=^.._.{4}_).*/, '…') ?? null,
        intent_id: null,
        payment_id: null,
        body: null,
      };
      entries.push(entry);
      arrived += 1;
      changes += 1;
      if (entries.length > capacity) entries.shift();
      await next();
      entry.status = c.env.dropped ? null : c.res.status;
      entry.intent_id = c.get('intentId') ?? null;
      entry.payment_id = c.get('paymentId') ?? null;
      entry.body = withoutSecrets(await c.req.bodyCache.text);
      changes += 1;
    },
  };
}

const secret = /^(number|cvc|client_secret|shared_secret)$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const cardNumber = /(\d[ -]?){12,19}/g;

function withoutSecrets(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null', (key, value: unknown) => {
      if (secret.test(key)) return '…';
      return typeof value === 'string' && !uuid.test(value) ? value.replace(cardNumber, '…') : value;
    });
  } catch {
    return null;
  }
}
