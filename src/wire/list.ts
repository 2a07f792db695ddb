import * as z from 'zod/mini';
import { invoice } from './invoice.js';
import { payment } from './payment.js';
import { displayed, itemsOf } from './scalar.js';
import { webhook } from './webhook.js';

/**
 * Where a page stands in its list; pages count from 1, newest first. `total_count` may be null, and a list of webhooks
 * has no such object.
 */
export const listMeta = z.looseObject({
  current_page: displayed(z.int()),
  next_page: displayed(z.int()),
  prev_page: displayed(z.int()),
  total_pages: displayed(z.int()),
  total_count: displayed(z.int()),
});
export type ListMeta = z.infer<typeof listMeta>;

export const paymentList = z.looseObject({ payments: itemsOf(payment), meta: displayed(listMeta) });
export type PaymentList = z.infer<typeof paymentList>;

export const invoiceList = z.looseObject({ invoices: itemsOf(invoice), meta: displayed(listMeta) });
export type InvoiceList = z.infer<typeof invoiceList>;

export const webhookList = z.looseObject({ webhooks: itemsOf(webhook), meta: displayed(listMeta) });
export type WebhookList = z.infer<typeof webhookList>;
