import type { Context } from 'hono';
import { html } from 'hono/html';
import { answers } from '../bank/answers.js';
import { format } from '../bank/money.js';
import { page } from '../pages/page.js';
import { type PaymentRow, paymentView } from '../payments/payment.js';
import { wayBack } from './way-back.js';

const title = 'Sandbox Bank – 3-D Secure';

const header = html`<header><span>Sandbox Bank</span><small>3-D Secure</small></header>`;

/**
 * Forms may go anywhere on the web: the answer leads on to the merchant's page, which may lead further, and browsers
 * hold every stop against this list.
 */
const allow = 'form-action http: https:';

/** Any shop may show the bank's page in a frame of its own, as it may a real bank's. */
const framedBy = 'http: https:';

/** The six answers. The description is the merchant's own business and is not shown; interface 2.1. */
export function challengePage(c: Context, row: PaymentRow): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>Confirm your payment</h1>
      <p>This is a sandbox: no money moves. Choose how the authentication ends.</p>
      <dl>
        <dt>Amount</dt>
        <dd>${format(row.amount, row.currency)}</dd>
        <dt>Card</dt>
        <dd>${paymentView(row).source.number}</dd>
      </dl>
      <form method="post">
        ${answers.map(
          ({ value, label, hint }) =>
            html`<button name="answer" value="${value}">${label}<small>${hint}</small></button>`,
        )}
      </form>`,
    { allow, framedBy },
  );
}

export function answeredPage(c: Context, row: PaymentRow): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>This payment has been answered</h1>
      <p>Nothing more happens here. The payment is ${row.status}.</p>
      <a class="button main" href="${wayBack(row)}">Back to the shop</a>`,
    { framedBy },
  );
}

export function problemPage(c: Context, status: 400 | 404, text: string): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>${text}</h1>`,
    { status, framedBy },
  );
}
