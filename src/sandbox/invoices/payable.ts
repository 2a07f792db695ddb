import { invalidFields } from '../http/refusal.js';
import type { Ledger } from '../store/ledger.js';
import { expireInvoices, type InvoiceRow } from './invoice.js';

/** A payment that is about to be made. */
export interface Payer {
  readonly amount: number;
  readonly currency: string;
  /** The invoice that its intent was made for, if any. */
  readonly invoice_id: string | null;
}

/**
 * The invoice that a payment pays, if any: the one that its intent was made for, or the one that the request names.
 * It must be open and ask for exactly what the payment takes.
 */
export function payableBy(ledger: Ledger, payer: Payer, wanted: string | undefined): string | null {
  const id = wanted ?? payer.invoice_id;
  if (id === null) return null;
  const problem = (text: string) => invalidFields({ invoice_id: [text] });
  if (payer.invoice_id !== null && payer.invoice_id !== id.toLowerCase())
    throw problem('is not the invoice of the payment intent');

  expireInvoices(ledger);
  const invoice = ledger.store.get<InvoiceRow>('SELECT * FROM invoices WHERE id = ?', id);
  if (!invoice) throw problem('is not a known invoice');
  if (invoice.status !== 'initiated') throw problem(`is an invoice that is ${invoice.status}`);
  if (invoice.amount !== payer.amount || invoice.currency !== payer.currency)
    throw problem('is an invoice of another amount or currency');
  return invoice.id;
}
