import type { Context, Hono } from 'hono';
import type { Env } from '../http/env.js';
import { invalid, notFound, Refusal } from '../http/refusal.js';
import { createIntent, intentView } from '../intents/intent.js';
import { type InvoiceRow, invoiceById } from '../invoices/invoice.js';
import type { CheckoutScript } from '../pages/checkout-script.js';
import { type PaymentRow, paymentView } from '../payments/payment.js';
import type { Ledger } from '../store/ledger.js';
import { invoicePage, noInvoicePage } from './page.js';

/**
 * The page to which an invoice's `url` leads, and the addresses that `<pay-checkout>` on it calls. They need no key:
 * the payer knows nothing but the address.
 */
export function hostedInvoice(app: Hono<Env>, ledger: Ledger, script: CheckoutScript): void {
  /** A payment of this invoice. The id of another invoice's payment finds nothing. */
  const attempt = ({ id }: InvoiceRow, paymentId = '') =>
    ledger.store.get<PaymentRow>('SELECT * FROM payments WHERE id = ? AND invoice_id = ?', paymentId, id);

  const show = (c: Context<Env>, invoice: InvoiceRow) =>
    invoicePage(c, invoice, { attempt: attempt(invoice, c.req.query('id')), hasScript: script.exists() });

  app.get('/invoices/:id', (c) => {
    try {
      return show(c, invoiceById(ledger, c.req.param('id')));
    } catch (error) {
      if (error instanceof Refusal) return noInvoicePage(c);
      throw error;
    }
  });

  app.post('/invoices/:id/intent', (c) => {
    const invoice = invoiceById(ledger, c.req.param('id'));
    if (invoice.status !== 'initiated') throw invalid(`The invoice is ${invoice.status}.`);
    const intent = createIntent(
      ledger,
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
    const row = attempt(invoiceById(ledger, c.req.param('id')), c.req.query('id'));
    if (!row) throw notFound('payment');
    return c.json(paymentView(row));
  });

  // Anybody can write an outcome into the address, so the invoice itself decides where the payer goes.
  app.get('/invoices/:id/return', (c) => {
    const invoice = invoiceById(ledger, c.req.param('id'));
    if (invoice.status === 'paid' && invoice.success_url !== null)
      return c.redirect(invoice.success_url, 303);
    const { id: paymentId } = attempt(invoice, c.req.query('id')) ?? {};
    return c.redirect(`/invoices/${invoice.id}${paymentId ? `?id=${paymentId}` : ''}`, 303);
  });
}
