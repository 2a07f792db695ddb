import type { Connection } from './connection.js';

/** Hono's environment: the connection of the request, and the ids that the log shows with it. */
export interface Env {
  Bindings: Connection;
  Variables: { intentId?: string; paymentId?: string };
}
