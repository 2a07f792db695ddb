import type { MiddlewareHandler } from 'hono';
import type { Store } from '../store/store.js';

/** Sends an answer only after everything that it reports is on the disk. When that fails, it answers an error. */
export const durable =
  (store: Store): MiddlewareHandler =>
  async (_, next) => {
    const before = store.failure();
    await next();
    await store.committed();
    if (store.failure() !== before) throw store.failure() as Error;
  };
