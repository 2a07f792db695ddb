import type { Hono, MiddlewareHandler } from 'hono';
import type { Env } from './env.js';
import { notFound, Refusal, refuse } from './refusal.js';

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
