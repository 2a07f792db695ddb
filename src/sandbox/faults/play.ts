import type { Context, MiddlewareHandler } from 'hono';
import type { Env } from '../http/context.js';
import { Refusal, refuse } from '../http/refusal.js';
import type { FaultName, FaultRoute, Faults } from './faults.js';

/** Plays the fault that is next for this route, if there is one. Goes before everything else of the route. */
export const playFaults =
  (faults: Faults, route: FaultRoute): MiddlewareHandler<Env> =>
  async (c, next) => {
    const ordered = faults.take(route);
    if (!ordered) return next();
    const instead = insteadOf(c, ordered.fault);
    if (instead) return instead;
    await next();
    if (ordered.fault === 'delay') await faults.wait(ordered.ms);
    else await alter(c, ordered.fault);
    return;
  };

/** The faults whose answer comes instead of the work. */
function insteadOf(c: Context<Env>, fault: FaultName): Response | undefined {
  switch (fault) {
    case 'drop-before':
      c.env.drop();
      return c.body(null);
    case 'html-403':
      return c.html('<!doctype html><title>403 Forbidden</title><h1>Request blocked</h1>', 403);
    case '401':
      return refuse(c, new Refusal(401, 'authentication_error', 'Invalid authorization credentials.'));
    case '405':
      return refuse(c, new Refusal(405, 'account_inactive_error', 'The account is not activated.'));
    case '429':
      return refuse(c, new Refusal(429, 'rate_limit_error', 'Too many requests.'));
    case '500':
      return refuse(c, new Refusal(500, 'api_error', 'Something went wrong on our side.'));
    case '503':
      return refuse(c, new Refusal(503, 'api_error', 'Down for maintenance.'));
    default:
      return undefined;
  }
}

/** The faults that change an answer after the work was done. An error's answer stays as it is. */
async function alter(c: Context<Env>, fault: FaultName): Promise<void> {
  if (fault === 'drop-after') return c.env.drop();
  if (!c.res.ok) return;
  const text = await c.res.text();
  c.res = new Response(fault === 'truncated' ? text.slice(0, text.length / 2) : spoilt(text, fault), {
    status: c.res.status,
    headers: { 'content-type': 'application/json' },
  });
}

function spoilt(text: string, fault: FaultName): string {
  const { source, ...payment } = JSON.parse(text) as { source: Record<string, unknown> };
  if (fault === 'unknown-status') return JSON.stringify({ ...payment, status: 'limbo', source });
  const { transaction_url: _, ...rest } = source;
  const address = fault === 'bad-transaction-url' && { transaction_url: 'javascript:alert(1)' };
  return JSON.stringify({ ...payment, status: 'initiated', source: { ...rest, ...address } });
}
