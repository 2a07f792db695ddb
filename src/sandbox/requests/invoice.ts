import * as z from 'zod/mini';
import { createInvoice, currency } from '../../wire/index.js';
import { uri } from '../../wire/scalar.js';
import { absent, metadata } from './lenient.js';

/** A new invoice. Fields that it does not know are ignored. */
export const newInvoice = z.object({
  ...createInvoice.shape,
  currency: absent(currency),
  callback_url: absent(uri),
  success_url: absent(uri),
  back_url: absent(uri),
  metadata: absent(metadata),
});
export type NewInvoice = z.infer<typeof newInvoice>;

/** Several new invoices at once: all of them are made, or none. */
export const newInvoices = z.object({
  invoices: z.array(newInvoice).check(z.minLength(1), z.maxLength(50)),
});

/** What may be changed of an invoice. The rest of a body, which may be the whole invoice, is ignored. */
export const invoiceUpdate = z.partial(newInvoice);
export type InvoiceUpdate = z.infer<typeof invoiceUpdate>;
