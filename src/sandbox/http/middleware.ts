import type { Hono, MiddlewareHandler } from 'hono';
import type { Clock } from '../store/clock.js';
import type { Store } from '../store/store.js';
import type { Env } from './context.js';
import { notFound, Refusal, refuse } from './refusal.js';

/** Says when an answer was made by the service's own clock, which may be ahead of this computer's. */
export const dateHeader =
  (clock: Clock): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.header('date', new Date(clock.now()).toUTCString());
  };

/** Sends an answer only after everything that it reports is on the disk. When that fails, it answers an error. */
export const durable =
  (store: Store): MiddlewareHandler =>
  async (_, next) => {
    const before = store.failure();
    await next();
    await store.committed();
    if (store.failure() !== before) throw store.failure() as Error;
  };

/** Refuses a path with NUL, because the database would cut an id there and find another one. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  if (new URL(c.req.url).pathname.includes('%00')) throw notFound('address');
  await next();
};

/** Answers 405 with `Allow` on every path that has a route for another method. Call it after the last route. */
export function refuseOtherMethods(app: Hono<Env>): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes)
    if (method !== 'ALL') methods.set(path, (methods.get(path) ?? new Set()).add(method));
  for (const [path, known] of methods) {
    if (known.has('GET')) known.add('HEAD');
    const allow = [...known].join(', ');
    app.all(path, (c) => {
      c.header('Allow', allow);
      return refuse(c, new Refusal(405, 'invalid_request_error', `Use ${allow} here.`));
    });
  }
}
