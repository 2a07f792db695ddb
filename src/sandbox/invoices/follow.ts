import type { PaymentRow } from '../payments/payment.js';
import type { Service } from '../service.js';
import { notifyInvoice } from '../webhooks/announce.js';
import { expireInvoices, type InvoiceRow, invoiceById, invoiceView } from './invoice.js';

export const stillPayable = (service: Service, id: string) => invoiceById(service, id).status === 'initiated';

/** What a payment's move means for its invoice. A failed or merely authorised one leaves it payable. */
export function invoiceFollows(service: Service, { invoice_id: id, status }: PaymentRow): void {
  if (id === null) return;
  if (status === 'paid' || status === 'captured') follow(service, id, 'initiated', 'paid');
  else if (status === 'refunded' || status === 'voided') follow(service, id, 'paid', status);
}

function follow(service: Service, id: string, from: InvoiceRow['status'], to: InvoiceRow['status']): void {
  expireInvoices(service);
  const row = service.store.get<InvoiceRow>(
    'UPDATE invoices SET status = ?, updated_at = ? WHERE id = ? AND status = ? RETURNING *',
    to,
    service.clock.now(),
    id,
    from,
  );
  if (row?.status === 'paid' && row.callback_url !== null)
    notifyInvoice(service, row.callback_url, invoiceView(service, row));
}
