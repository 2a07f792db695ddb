import { expireInvoices, type InvoiceRow, invoiceView } from '../invoices/invoice.js';
import { entry } from './entry.js';
import { named, newest, priced } from './rows.js';
import type { Source } from './source.js';
import { invoiceState } from './states.js';

export const invoices: Source = {
  kind: 'invoice',
  before: (service, place, limit) => {
    expireInvoices(service);
    return newest<InvoiceRow>(service, 'invoices', place, limit).map((row) => ({
      place: row.place,
      at: row.created_at,
      entry: () =>
        entry({
          key: `invoice-${row.id}`,
          kind: 'invoice',
          ...named(row),
          ...priced(row),
          ...invoiceState(row),
          link: `/invoices/${row.id}`,
          linkText: 'Open the hosted page',
          raw: invoiceView(service.store, row),
        }),
    }));
  },
};
