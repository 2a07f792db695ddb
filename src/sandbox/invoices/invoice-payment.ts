import type { World } from '../world.js';
import { invalidFields } from '../http/refusal.js';
import type { PaymentRow } from '../payments/payment.js';
import { notifyInvoice } from '../webhooks/announce.js';
import { expireInvoices, invoiceById, type InvoiceRow, invoiceView } from './invoice.js';

/** A payment that is about to be made. */
export interface PayableTerms {
  readonly amount: number;
  readonly currency: string;
  /** The invoice that its intent was made for, if any. */
  readonly invoice_id: string | null;
}

/**
 * The invoice that a payment pays, if any: the one that its intent was made for, or the one that the request names.
 * It must be open and ask for exactly what the payment takes.
 */
export function payableBy(world: World, payer: PayableTerms, wanted: string | undefined): string | null {
  const id = wanted ?? payer.invoice_id;
  if (id === null) return null;
  const problem = (text: string) => invalidFields({ invoice_id: [text] });
  if (payer.invoice_id !== null && payer.invoice_id !== id.toLowerCase())
    throw problem('is not the invoice of the payment intent');

  expireInvoices(world);
  const invoice = world.store.get<InvoiceRow>('SELECT * FROM invoices WHERE id = ?', id);
  if (!invoice) throw problem('is not a known invoice');
  if (invoice.status !== 'initiated') throw problem(`is an invoice that is ${invoice.status}`);
  if (invoice.amount !== payer.amount || invoice.currency !== payer.currency)
    throw problem('is an invoice of another amount or currency');
  return invoice.id;
}

/** Whether a payment may still pay its invoice. One without an invoice always may. */
export function mayStillPay(world: World, payment: PaymentRow): boolean {
  if (payment.invoice_id === null) return true;
  const { status, amount, currency } = invoiceById(world, payment.invoice_id);
  return status === 'initiated' && amount === payment.amount && currency === payment.currency;
}

/** Moves the invoice of a payment along with it. A payment that failed or is only authorised leaves it payable. */
export function updateInvoiceOf(world: World, { invoice_id: id, status }: PaymentRow): void {
  if (id === null) return;
  if (status === 'paid' || status === 'captured') moveInvoice(world, id, 'initiated', 'paid');
  else if (status === 'refunded' || status === 'voided') moveInvoice(world, id, 'paid', status);
}

function moveInvoice(world: World, id: string, from: InvoiceRow['status'], to: InvoiceRow['status']): void {
  const { store, clock } = world;
  expireInvoices(world);
  const row = store.get<InvoiceRow>(
    'UPDATE invoices SET status = ?, updated_at = ? WHERE id = ? AND status = ? RETURNING *',
    to,
    clock.now(),
    id,
    from,
  );
  if (row?.status === 'paid' && row.callback_url !== null)
    notifyInvoice(world, row.callback_url, invoiceView(store, row));
}
