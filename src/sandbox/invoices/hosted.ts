import type { Context, Hono } from 'hono';
import type { Env } from '../http/env.js';
import { invalid, notFound, Refusal } from '../http/refusal.js';
import { createIntent, intentView } from '../intents/intent.js';
import type { CheckoutScript } from '../pages/checkout-script.js';
import { type PaymentRow, paymentView } from '../payments/payment.js';
import type { Service } from '../service.js';
import { type InvoiceRow, invoiceById } from './invoice.js';
import { invoicePage, noInvoicePage } from './page.js';

/**
 * The page to which an invoice's `url` leads, and what `<pay-checkout>` on it talks to. The address is all that the
 * payer needs to know; there is no key.
 */
export function hostedInvoice(app: Hono<Env>, service: Service, script: CheckoutScript): void {
  /** An attempt at this invoice, and at no other. */
  const attempt = ({ id }: InvoiceRow, paymentId = '') =>
    service.store.get<PaymentRow>('SELECT * FROM payments WHERE id = ? AND invoice_id = ?', paymentId, id);

  const show = (c: Context<Env>, invoice: InvoiceRow) =>
    invoicePage(c, invoice, { attempt: attempt(invoice, c.req.query('id')), hasScript: script.exists() });

  app.get('/invoices/:id', (c) => {
    try {
      return show(c, invoiceById(service, c.req.param('id')));
    } catch (error) {
      if (error instanceof Refusal) return noInvoicePage(c);
      throw error;
    }
  });

  app.post('/invoices/:id/intent', (c) => {
    const invoice = invoiceById(service, c.req.param('id'));
    if (invoice.status !== 'initiated') throw invalid(`The invoice is ${invoice.status}.`);
    const intent = createIntent(
      service,
      {
        amount: invoice.amount,
        currency: invoice.currency,
        description: invoice.description,
        callback_url: `${new URL(c.req.url).origin}/invoices/${invoice.id}/return`,
      },
      invoice.id,
    );
    return c.json(intentView(intent), 201);
  });

  app.get('/invoices/:id/status', (c) => {
    const row = attempt(invoiceById(service, c.req.param('id')), c.req.query('id'));
    if (!row) throw notFound('payment');
    return c.json(paymentView(row));
  });

  // What the address says of the outcome is for display only, so the invoice itself decides where the payer goes.
  app.get('/invoices/:id/return', (c) => {
    const invoice = invoiceById(service, c.req.param('id'));
    if (invoice.status === 'paid' && invoice.success_url !== null)
      return c.redirect(invoice.success_url, 303);
    const { id: paymentId } = attempt(invoice, c.req.query('id')) ?? {};
    return c.redirect(`/invoices/${invoice.id}${paymentId ? `?id=${paymentId}` : ''}`, 303);
  });
}
