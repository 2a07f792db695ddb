import * as z from 'zod/mini';
import { invoice } from './invoice.js';
import { payment } from './payment.js';
import { nullish } from './scalar.js';
import { webhook } from './webhook.js';

/** Where a page stands in its list; pages count from 1, newest first. */
export const listMeta = z.looseObject({
  current_page: nullish(z.int()),
  next_page: nullish(z.int()),
  prev_page: nullish(z.int()),
  total_pages: nullish(z.int()),
  total_count: nullish(z.int()),
});
export type ListMeta = z.infer<typeof listMeta>;

export const paymentList = z.looseObject({ payments: z.array(payment), meta: nullish(listMeta) });
export type PaymentList = z.infer<typeof paymentList>;

export const invoiceList = z.looseObject({ invoices: z.array(invoice), meta: nullish(listMeta) });
export type InvoiceList = z.infer<typeof invoiceList>;

export const webhookList = z.looseObject({ webhooks: z.array(webhook), meta: nullish(listMeta) });
export type WebhookList = z.infer<typeof webhookList>;
