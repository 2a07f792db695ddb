import type { Context, Hono, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import { advanceClock, orderClock, orderFault, queueFault, reset } from '../controls/controls.js';
import type { Service } from '../controls/service.js';
import { type Issue, problemsOf } from '../http/body.js';
import type { Env } from '../http/context.js';
import { invalidFields, Refusal } from '../http/refusal.js';
import { page } from '../pages/page.js';
import { iso } from '../store/clock.js';
import { newId } from '../store/id.js';
import { resend } from '../webhooks/webhook-worker.js';
import { dashboardPage } from './page.js';
import { script } from './script.js';
import { show, viewIn } from './timeline.js';

/** Of this start of the sandbox: its counters begin anew with it. */
const start = newId();

/**
 * Changes whenever the timeline may have changed: what this process wrote, what others wrote, the log, and the minute,
 * for what expires by itself. Costs nothing, so a page may ask for it every second.
 */
export function versionOf({ store, clock, log }: Service): string {
  const { mine } = store.get<{ mine: number }>('SELECT total_changes() AS mine') as { mine: number };
  const { data_version: others } = store.get<{ data_version: number }>('PRAGMA data_version') as {
    data_version: number;
  };
  return [start, mine, others, log.changes(), Math.floor(clock.now() / 60_000)].join('.');
}

/** A queued fault in words, such as `fulfil: drop-after × 2`. */
export const queuedFaults = ({ faults }: Service): readonly string[] =>
  faults
    .queued()
    .map(
      ({ route, fault, times, ms }) =>
        `${route}: ${fault}${fault === 'delay' ? ` ${ms} ms` : ''}${times > 1 ? ` × ${times}` : ''}`,
    );

/** The sandbox's time as the page shows it: `2026-05-15 12:00:00`, in UTC. */
export const clockText = ({ clock }: Service) => iso(clock.now()).slice(0, 19).replace('T', ' ');

/**
 * Lets forms of the sandbox's own pages pass. Any web page can send a form here, so the browser must say that it came
 * from the same origin: by `Sec-Fetch-Site`, or by `Origin` where that is not sent, as to an address without TLS.
 */
export const ownForms: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site');
  const isOwn =
    site === undefined ? c.req.header('origin') === new URL(c.req.url).origin : site === 'same-origin';
  if (!isOwn)
    throw new Refusal(
      403,
      'authentication_error',
      'Only the dashboard itself may send this. Use the controls under /sandbox instead.',
    );
  await next();
};

/** What a number field holds; an empty one is left to be refused. */
const number = (value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : value);

function parsed<Body extends z.core.$ZodType>(schema: Body, body: unknown): z.infer<Body> {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  throw invalidFields(problemsOf(result.error.issues as readonly Issue[], body));
}

/** Back to the part of the timeline where the form was. */
function backTo(c: Context): string {
  const referer = c.req.header('referer') ?? '';
  const { origin, pathname, search } = URL.canParse(referer) ? new URL(referer) : new URL('/', c.req.url);
  return origin === new URL(c.req.url).origin && pathname === '/' ? `/${search}` : '/';
}

/** Says a refusal as a page to a browser that shows pages; others get the JSON. */
export async function inWords(c: Context, work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !c.req.header('accept')?.includes('text/html')) throw error;
    return page(
      c,
      'That did not work',
      html`<h1>That did not work</h1>
        <p role="alert">${error.message}</p>
        <a class="button main" href="/">Back to the sandbox</a>`,
      { status: error.status },
    );
  }
}

/** The dashboard's switches, as plain forms: they do what the controls do, and lead back. */
export function formRoutes(app: Hono<Env>, service: Service): void {
  const form = (path: string, work: (fields: Record<string, unknown>, id: string) => unknown) =>
    app.post(path, ownForms, (c) =>
      inWords(c, async () => {
        const fields = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
        await work(fields, c.req.param('id') ?? '');
        return c.redirect(backTo(c), 303);
      }),
    );

  form('/dashboard/clock', ({ advance }) =>
    advanceClock(service, parsed(orderClock, { advance: number(advance) })),
  );
  form('/dashboard/faults', ({ route, fault, times }) =>
    queueFault(service, parsed(orderFault, { route, fault, times: number(times) })),
  );
  form('/dashboard/reset', () => reset(service));
  form('/dashboard/deliveries/:id/resend', (_, id) => resend(service, id));
}

/** The sandbox's own front page: what happened in it, and its switches. */
export function dashboardRoutes(app: Hono<Env>, service: Service): void {
  app.get('/', (c) => inWords(c, () => dashboardPage(c, service, viewIn(new URL(c.req.url).searchParams))));

  // What the script asks for again and again: without entries as long as nothing has changed.
  app.get('/dashboard/timeline', (c) => {
    const parameters = new URL(c.req.url).searchParams;
    const view = viewIn(parameters);
    const news = parameters.get('version') === versionOf(service) ? {} : show(service, view);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    return c.json({
      now: clockText(service),
      faults: queuedFaults(service),
      version: versionOf(service),
      ...news,
    });
  });

  app.get('/dashboard/script.js', (c) =>
    c.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }),
  );

  formRoutes(app, service);
}
