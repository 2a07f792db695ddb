import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { answers } from '../bank/answers.js';
import type { Env } from '../http/context.js';
import { page } from '../pages/page.js';
import { type Subject, subjectOf } from './challenge.js';

const title = 'Sandbox Bank – 3-D Secure';

const header = html`<header><span>Sandbox Bank</span><small>3-D Secure</small></header>`;

/**
 * A form may lead anywhere on the web. Its answer is redirected to the merchant's page, which may redirect again, and
 * browsers compare every one of these addresses with this list.
 */
const allow = 'form-action http: https:';

/** Any shop may show the page in a frame, as it may a real bank's. */
const framedBy = 'http: https:';

/** The six answers. The payment's description is meant for the merchant, so it is not shown. */
function challengePage(c: Context, { kind, amount, number }: Subject): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>Confirm your ${kind}</h1>
      <p>This is a sandbox: no money moves. Choose how the authentication ends.</p>
      <dl>
        ${
          amount &&
          html`<dt>Amount</dt>
            <dd>${amount}</dd>`
        }
        <dt>Card</dt>
        <dd>${number}</dd>
      </dl>
      <form method="post">
        ${answers.map(
          ({ value, label, hint }) =>
            html`<button name="answer" value="${value}">${label}<small>${hint}</small></button>`,
        )}
      </form>`,
    // The sandbox takes a form of its own pages only, and without a referrer the browser does not say which it is.
    { allow, framedBy, referrer: 'same-origin' },
  );
}

function answeredPage(c: Context, { kind, status, back }: Subject): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>This ${kind} has been answered</h1>
      <p>Nothing more happens here. The ${kind} is ${status}.</p>
      <a class="button main" href="${back}">Back to the shop</a>`,
    { framedBy },
  );
}

function problemPage(c: Context, status: 400 | 404, text: string): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>${text}</h1>`,
    { status, framedBy },
  );
}

const address = '/3ds/:challenge';
const unknown = 'There is nothing to confirm here';

/** The issuer's page, where the payer says how the authentication ends. */
export function challengeRoutes(app: Hono<Env>): void {
  app.get(address, (c) => {
    const subject = subjectOf(c.var.world, c.req.param('challenge'));
    if (!subject) return problemPage(c, 404, unknown);
    return subject.isOpen ? challengePage(c, subject) : answeredPage(c, subject);
  });

  app.post(address, async (c) => {
    const { answer: chosen } = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
    const answer = answers.find(({ value }) => value === chosen);
    if (!answer) return problemPage(c, 400, 'Choose one of the six answers');
    const subject = subjectOf(c.var.world, c.req.param('challenge'));
    if (!subject) return problemPage(c, 404, unknown);
    subject.answer(answer);
    return c.redirect(subjectOf(c.var.world, c.req.param('challenge'))?.back ?? subject.back, 303);
  });
}
