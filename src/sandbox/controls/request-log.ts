import { keyIn } from '../keys.js';
import { formatTime } from '../store/clock.js';

/** One request to `/v1`, with its secrets masked. */
export interface LogEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Null while the request is being worked on, and for a connection that was dropped. */
  readonly status: number | null;
  readonly key: string | null;
  readonly intent_id: string | null;
  readonly payment_id: string | null;
  /** The JSON body, with card numbers, security codes and secrets masked; null when none was read. */
  readonly body: unknown;
}

/** What is known of a request when it has been answered. */
interface Finished {
  readonly status: number | null;
  readonly intentId: string | null;
  readonly paymentId: string | null;
  /** Its text, when it was read. */
  readonly body: string | undefined;
}

export interface RequestLog {
  /** Adds a request that has just come, and forgets the oldest ones beyond the limits. */
  add(now: number, method: string, path: string, authorization: string | undefined): LogEntry;
  finish(entry: LogEntry, finished: Finished): void;
  /** Calls the listener with every entry that is finished, those so far at once, until the returned function is called. */
  subscribe(listener: (entry: LogEntry) => void): () => void;
  /** In the order of arrival. */
  entries(): readonly LogEntry[];
  /** The number of the first of the entries. Forgotten entries were counted too. */
  first(): number;
  /** Changes with everything that happens to the log. */
  changes(): number;
  /** How much is kept, in characters. */
  size(): number;
  clear(): void;
}

/** How much the log keeps. */
interface LogLimits {
  readonly entries: number;
  /** In characters, of all entries together. */
  readonly size: number;
}

const limits: LogLimits = { entries: 1000, size: 4_000_000 };

/**
 * An entry as it is kept: with the body as text. A parsed body can take a hundred times the memory of its text, so it
 * is parsed when somebody looks at it.
 */
class Kept implements LogEntry {
  status: number | null = null;
  intent_id: string | null = null;
  payment_id: string | null = null;
  text = 'null';
  isFinished = false;

  constructor(
    readonly at: string,
    readonly method: string,
    readonly path: string,
    readonly key: string | null,
  ) {}

  get body(): unknown {
    return JSON.parse(this.text);
  }

  get size(): number {
    return this.path.length + this.text.length;
  }

  toJSON(): LogEntry {
    const { at, method, path, status, key, intent_id, payment_id, body } = this;
    return { at, method, path, status, key, intent_id, payment_id, body };
  }
}

/** Keeps the last requests in memory, as many as the limits allow. */
export function createRequestLog({ entries: most, size: largest }: LogLimits = limits): RequestLog {
  const entries: Kept[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  let [arrived, changes, size] = [0, 0, 0];

  function forget(): void {
    while (entries.length > most || (size > largest && entries.length > 0))
      size -= (entries.shift() as Kept).size;
  }

  return {
    entries: () => entries,
    first: () => arrived - entries.length + 1,
    changes: () => changes,
    size: () => size,
    clear: () => {
      entries.splice(0);
      size = 0;
      changes += 1;
    },
    add: (now, method, path, authorization) => {
      const key = keyIn(authorization)?.replace(/(?<=^.._.{4}_).*/, '…') ?? null;
      const entry = new Kept(formatTime(now), method, path.replace(token, '…'), key);
      entries.push(entry);
      arrived += 1;
      changes += 1;
      size += entry.size;
      forget();
      return entry;
    },
    finish: (added, finished) => {
      const entry = added as Kept;
      entry.isFinished = true;
      entry.status = finished.status;
      entry.intent_id = finished.intentId;
      entry.payment_id = finished.paymentId;
      changes += 1;
      const before = entry.size;
      entry.text = withoutSecrets(finished.body);
      for (const listener of listeners) listener(entry);
      // The entry may have been forgotten while the request was worked on.
      if (!entries.includes(entry)) return;
      size += entry.size - before;
      forget();
    },
    subscribe: (listener) => {
      for (const entry of entries) if (entry.isFinished) listener(entry);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const secret = /^(number|cvc|client_secret|shared_secret|token|cryptogram|otp_value|mobile)$/;
/** The id of a token is a credential, also in an address. */
const token = /(?<=token_)[\w-]+/g;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const cardNumber = /(\d[ -]?){12,19}/g;

/** A body as JSON text without its secrets; `null` for a body that is no JSON. */
function withoutSecrets(text: string | undefined): string {
  try {
    const body: unknown = JSON.parse(text ?? 'null', (key, value: unknown) => {
      if (secret.test(key)) return '…';
      return typeof value === 'string' && !uuid.test(value) ? value.replace(cardNumber, '…') : value;
    });
    return JSON.stringify(body) ?? 'null';
  } catch {
    return 'null';
  }
}
