import type { PaymentRow } from '../payments/payment.js';
import type { Ledger } from '../store/ledger.js';
import { notifyInvoice, type Outbox } from '../webhooks/announce.js';
import { expireInvoices, type InvoiceRow, invoiceById, invoiceView } from './invoice.js';

/** Whether a payment may still pay its invoice. One without an invoice always may. */
export function mayStillPay(ledger: Ledger, payment: PaymentRow): boolean {
  if (payment.invoice_id === null) return true;
  const { status, amount, currency } = invoiceById(ledger, payment.invoice_id);
  return status === 'initiated' && amount === payment.amount && currency === payment.currency;
}

/** Moves the invoice of a payment along with it. A payment that failed or is only authorised leaves it payable. */
export function invoiceFollows(outbox: Outbox, { invoice_id: id, status }: PaymentRow): void {
  if (id === null) return;
  if (status === 'paid' || status === 'captured') follow(outbox, id, 'initiated', 'paid');
  else if (status === 'refunded' || status === 'voided') follow(outbox, id, 'paid', status);
}

function follow(outbox: Outbox, id: string, from: InvoiceRow['status'], to: InvoiceRow['status']): void {
  const { store, clock } = outbox;
  expireInvoices(outbox);
  const row = store.get<InvoiceRow>(
    'UPDATE invoices SET status = ?, updated_at = ? WHERE id = ? AND status = ? RETURNING *',
    to,
    clock.now(),
    id,
    from,
  );
  if (row?.status === 'paid' && row.callback_url !== null)
    notifyInvoice(outbox, row.callback_url, invoiceView(store, row));
}
