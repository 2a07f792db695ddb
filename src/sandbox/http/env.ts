import type { Connection } from './connection.js';

/** Hono's environment: the connection comes with the request, the ids are noted for the log. */
export interface Env {
  Bindings: Connection;
  Variables: { intentId?: string; paymentId?: string };
}
