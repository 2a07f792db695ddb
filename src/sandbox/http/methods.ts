import type { Hono } from 'hono';
import type { Env } from './env.js';
import { Refusal, refuse } from './refusal.js';

/** Answers 405 with `Allow` on every path that is known by another method. Call it after the last route. */
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
