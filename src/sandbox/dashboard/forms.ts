import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import { advanceClock, orderClock, orderFault, queueFault, reset } from '../controls/orders.js';
import type { Env } from '../http/env.js';
import { invalidFields, Refusal } from '../http/refusal.js';
import { type Issue, problemsOf } from '../http/words.js';
import { page } from '../pages/page.js';
import type { Service } from '../controls/service.js';
import { resend } from '../webhooks/resend.js';
import { ownForms } from './own-forms.js';

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
