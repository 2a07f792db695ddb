import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { formatAmount } from '../bank/money.js';
import { publishableKeyOf } from '../keys.js';
import { type SandboxEnv, pagesUrl } from '../http/context.js';
import { invalidRequest, notFound, RequestError } from '../http/refusal.js';
import { createIntent, buildIntentView } from '../intents.js';
import type { CheckoutScript } from '../pages/assets.js';
import { page } from '../pages/page.js';
import { type PaymentRow, buildPaymentView } from '../payments/payment.js';
import { requireInvoice, type InvoiceRow } from './invoice.js';

/** The form may talk to the sandbox only. The logo may come from anywhere. */
const allow = "script-src 'self'; connect-src 'self'; img-src 'self' http: https:; form-action 'none'";

interface Shown {
  /** The payment from which the payer comes back, if any. */
  readonly attempt: PaymentRow | undefined;
  readonly hasScript: boolean;
}

function invoicePage(
  c: Context<SandboxEnv>,
  invoice: InvoiceRow,
  { attempt, hasScript }: Shown,
): Promise<Response> {
  return page(
    c,
    `Invoice over ${formatAmount(invoice.amount, invoice.currency)}`,
    html`<header>
        ${invoice.logo_url && html`<img src="${invoice.logo_url}" alt="" />`}
        <small>Invoice</small>
      </header>
      <h1>${invoice.description}</h1>
      <p class="amount">${formatAmount(invoice.amount, invoice.currency)}</p>
      ${attempt?.status === 'failed' && html`<p role="alert">The payment failed: ${attempt.message}</p>`}
      ${
        invoice.status !== 'initiated'
          ? html`<p role="status">${statusText(invoice.status)}</p>`
          : hasScript
            ? checkout(c, invoice)
            : html`<p role="alert">
                The payment form is not built yet. Run <code>npm run build</code>, then load this page again.
              </p>`
      }
      ${
        invoice.status === 'paid' &&
        invoice.success_url &&
        html`<a class="button main" href="${invoice.success_url}">Continue</a>`
      }
      ${invoice.back_url && html`<a class="button" href="${invoice.back_url}">Back</a>`}
      <footer>This is a sandbox: no money moves.</footer>`,
    { allow },
  );
}

const checkout = (c: Context<SandboxEnv>, { id, amount, currency }: InvoiceRow) =>
  html`<pay-checkout
      base-url="${new URL(c.req.url).origin}/v1"
      publishable-key="${publishableKeyOf(c.var.namespace.name)}"
      intent-url="${c.var.namespace.path}/invoices/${id}/intent"
      status-url="${c.var.namespace.path}/invoices/${id}/status"
      amount="${amount}"
      currency="${currency}"
    ></pay-checkout>
    <noscript><p role="alert">Paying needs JavaScript.</p></noscript>
    <script src="/pay-checkout.js" defer></script>`;

const noInvoicePage = (c: Context) =>
  page(c, 'No such invoice', html`<h1>There is no such invoice</h1>`, { status: 404 });

function statusText(status: Exclude<InvoiceRow['status'], 'initiated'>): string {
  switch (status) {
    case 'paid':
      return 'This invoice is paid. Thank you.';
    case 'expired':
      return 'This invoice has expired and can no longer be paid.';
    case 'canceled':
      return 'This invoice was canceled.';
    case 'refunded':
      return 'The payment of this invoice was refunded.';
    case 'voided':
      return 'The payment of this invoice was undone.';
    case 'failed':
    case 'on_hold':
      return 'This invoice cannot be paid at the moment.';
    default:
      return status satisfies never;
  }
}

/**
 * The page to which an invoice's `url` leads, and the addresses that `<pay-checkout>` on it calls. They need no key:
 * the payer knows nothing but the address.
 */
export function hostedInvoice(app: Hono<SandboxEnv>, script: CheckoutScript): void {
  /** A payment of this invoice. The id of another invoice's payment finds nothing. */
  const attempt = (c: Context<SandboxEnv>, { id }: InvoiceRow) =>
    c.var.namespace.store.get<PaymentRow>(
      'SELECT * FROM payments WHERE id = ? AND invoice_id = ?',
      c.req.query('id') ?? '',
      id,
    );

  const show = (c: Context<SandboxEnv>, invoice: InvoiceRow) =>
    invoicePage(c, invoice, { attempt: attempt(c, invoice), hasScript: script.exists() });

  app.get('/invoices/:id', (c) => {
    try {
      return show(c, requireInvoice(c.var.namespace, c.req.param('id')));
    } catch (error) {
      if (error instanceof RequestError) return noInvoicePage(c);
      throw error;
    }
  });

  app.post('/invoices/:id/intent', (c) => {
    const invoice = requireInvoice(c.var.namespace, c.req.param('id'));
    if (invoice.status !== 'initiated') throw invalidRequest(`The invoice is ${invoice.status}.`);
    const intent = createIntent(
      c.var.namespace,
      {
        amount: invoice.amount,
        currency: invoice.currency,
        description: invoice.description,
        callback_url: `${pagesUrl(c)}/invoices/${invoice.id}/return`,
      },
      invoice.id,
    );
    return c.json(buildIntentView(intent), 201);
  });

  app.get('/invoices/:id/status', (c) => {
    const row = attempt(c, requireInvoice(c.var.namespace, c.req.param('id')));
    if (!row) throw notFound('payment');
    return c.json(buildPaymentView(row));
  });

  // Anybody can write an outcome into the address, so the invoice itself decides where the payer goes.
  app.get('/invoices/:id/return', (c) => {
    const invoice = requireInvoice(c.var.namespace, c.req.param('id'));
    if (invoice.status === 'paid' && invoice.success_url !== null)
      return c.redirect(invoice.success_url, 303);
    const { id: paymentId } = attempt(c, invoice) ?? {};
    return c.redirect(
      `${c.var.namespace.path}/invoices/${invoice.id}${paymentId ? `?id=${paymentId}` : ''}`,
      303,
    );
  });
}
