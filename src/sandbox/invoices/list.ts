import * as z from 'zod/mini';
import { invoiceContract, invoiceStatuses } from '../../wire/index.js';
import { byMetadata, conditionsOf, equals, isFilter, moment, oneOf } from '../http/filters.js';
import { isPaging, listPage, pageIn, pageMeta, parametersOf } from '../http/paging.js';
import type { Ledger } from '../store/ledger.js';
import { expireInvoices, type InvoiceRow, invoiceView } from './invoice.js';

export const invoicePage = z.object({ invoices: z.array(invoiceContract), meta: pageMeta });

const filters = [
  equals('id', 'id'),
  oneOf('status', invoiceStatuses),
  moment('created', 'created_at'),
  moment('updated', 'updated_at'),
  byMetadata,
];

/** The invoices that match every filter of an address. */
export function listInvoices(ledger: Ledger, url: string) {
  expireInvoices(ledger);
  const parameters = parametersOf(url, (name) => isPaging(name) || isFilter(name));
  const { where, values } = conditionsOf(parameters, filters);
  const { rows, meta } = listPage<InvoiceRow>(
    ledger.store,
    pageIn(parameters),
    `invoices${where}`,
    ...values,
  );
  return { invoices: rows.map((row) => invoiceView(ledger.store, row)), meta };
}
