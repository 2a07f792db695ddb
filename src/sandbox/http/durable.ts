import type { MiddlewareHandler } from 'hono';
import type { Store } from '../store/store.js';

/** Holds an answer back until what it tells is on the disk. If that cannot be, there is an error instead. */
export const durable =
  (store: Store): MiddlewareHandler =>
  async (_, next) => {
    const before = store.failure();
    await next();
    await store.committed();
    if (store.failure() !== before) throw store.failure() as Error;
  };
