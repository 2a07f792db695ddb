import type { Context, Hono, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import {
  advanceClock,
  clockRequest,
  faultRequest,
  queueFault,
  resetNamespace,
} from '../controls/controls.js';
import { writeProblems } from '../http/answer-error.js';
import { read } from '../http/body.js';
import type { SandboxEnv } from '../http/context.js';
import { RequestError } from '../http/refusal.js';
import { page } from '../pages/page.js';
import { resend } from '../webhooks/webhook-worker.js';
import type { Namespace } from '../namespace.js';
import type { Namespaces } from '../namespaces.js';
import { script, type Update } from './live-update.js';
import { dashboardPage } from './page.js';
import { clockText, parseView, queuedFaults, show, versionOf } from './timeline.js';

/**
 * Lets forms of the sandbox's own pages pass. Any web page can send a form here, so the browser must say that it came
 * from the same origin: by `Sec-Fetch-Site`, or by `Origin` where that is not sent, as to an address without TLS.
 */
const requireOwnForm: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site');
  const isOwn =
    site === undefined ? c.req.header('origin') === new URL(c.req.url).origin : site === 'same-origin';
  if (!isOwn)
    throw new RequestError(
      403,
      'authentication_error',
      'Only the dashboard itself may send this. Use the controls under /sandbox instead.',
    );
  await next();
};

/** What a number field holds; an empty one is left to be refused. */
const number = (value: unknown) => (typeof value === 'string' && value !== '' ? Number(value) : value);

/** Back to the part of the timeline where the form was. */
function backTo(c: Context<SandboxEnv>): string {
  const home = `${c.var.namespace.path}/`;
  const referer = c.req.header('referer') ?? '';
  const { origin, pathname, search } = URL.canParse(referer) ? new URL(referer) : new URL(home, c.req.url);
  return origin === new URL(c.req.url).origin && pathname === home ? home + search : home;
}

/** Shows a refusal as a page to a browser that asks for pages; others get the JSON. */
async function asPage(c: Context<SandboxEnv>, work: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestError) || !c.req.header('accept')?.includes('text/html')) throw error;
    return page(
      c,
      'That did not work',
      html`<h1>That did not work</h1>
        <p role="alert">${writeProblems(error)}</p>
        <a class="button main" href="${c.var.namespace.path}/">Back to the sandbox</a>`,
      { status: error.status },
    );
  }
}

/** The front page of each namespace, with what happened in it, and its controls. */
export function dashboardRoutes(pages: Hono<SandboxEnv>, namespaces: Namespaces): void {
  pages.get('/', (c) => {
    const { searchParams } = new URL(c.req.url);
    return asPage(c, () => dashboardPage(c, parseView(searchParams), namespaces.names()));
  });

  // What the script asks for again and again: without entries as long as nothing has changed.
  pages.get('/dashboard/timeline', (c) => {
    const { namespace } = c.var;
    const { searchParams } = new URL(c.req.url);
    const view = parseView(searchParams);
    const entries = searchParams.get('version') === versionOf(namespace) ? {} : show(namespace, view);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    return c.json({
      now: clockText(namespace),
      faults: queuedFaults(namespace),
      version: versionOf(namespace),
      ...entries,
    } satisfies Update);
  });

  const form = (
    path: string,
    work: (namespace: Namespace, fields: Record<string, unknown>, id: string) => unknown,
  ) =>
    pages.post(path, requireOwnForm, (c) =>
      asPage(c, async () => {
        const fields = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
        await work(c.var.namespace, fields, c.req.param('id') ?? '');
        return c.redirect(backTo(c), 303);
      }),
    );

  // Plain forms: they do what the controls do, and lead back.
  form('/dashboard/clock', (namespace, { advance }) =>
    advanceClock(namespace, read(clockRequest, { advance: number(advance) })),
  );
  form('/dashboard/faults', (namespace, { route, fault, times }) =>
    queueFault(namespace, read(faultRequest, { route, fault, times: number(times) })),
  );
  form('/dashboard/reset', (namespace) => resetNamespace(namespace));
  form('/dashboard/deliveries/:id/resend', (namespace, _, id) => resend(namespace, id));
}

export function dashboardScript(app: Hono<SandboxEnv>): void {
  app.get('/dashboard/script.js', (c) =>
    c.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }),
  );
}
