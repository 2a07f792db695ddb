import { invalidFields } from '../http/refusal.js';
import type { IntentRow } from '../intents/intent.js';
import type { Service } from '../service.js';
import { expireInvoices, type InvoiceRow } from './invoice.js';

/**
 * The invoice that a payment of this intent pays, if any: the one that the intent was made for, or the one that the
 * request names. It must be open and ask for exactly what the intent takes.
 */
export function payableBy(service: Service, intent: IntentRow, wanted: string | undefined): string | null {
  const id = wanted ?? intent.invoice_id;
  if (id === null) return null;
  const problem = (text: string) => invalidFields({ invoice_id: [text] });
  if (intent.invoice_id !== null && intent.invoice_id !== id.toLowerCase())
    throw problem('is not the invoice of the payment intent');

  expireInvoices(service);
  const invoice = service.store.get<InvoiceRow>('SELECT * FROM invoices WHERE id = ?', id);
  if (!invoice) throw problem('is not a known invoice');
  if (invoice.status !== 'initiated') throw problem(`is an invoice that is ${invoice.status}`);
  if (invoice.amount !== intent.amount || invoice.currency !== intent.currency)
    throw problem('is an invoice of another amount or currency');
  return invoice.id;
}
