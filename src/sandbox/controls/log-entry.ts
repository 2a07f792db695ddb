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
