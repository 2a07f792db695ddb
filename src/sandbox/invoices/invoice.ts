import type { z } from 'zod/mini';
import type { CreateInvoice, invoiceContract, invoiceStatuses } from '../../wire/index.js';
import { format } from '../bank/money.js';
import { invalid, notFound } from '../http/refusal.js';
import { type PaymentRow, paymentView } from '../payments/payment.js';
import type { Service } from '../service.js';
import { iso, isoOrNull } from '../store/clock.js';
import { newId } from '../store/id.js';

export interface InvoiceRow {
  readonly id: string;
  readonly status: (typeof invoiceStatuses)[number];
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly logo_url: string | null;
  readonly url: string;
  readonly callback_url: string | null;
  readonly success_url: string | null;
  readonly back_url: string | null;
  readonly expired_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** An invoice as it is answered, with its attempts, newest first; interface 2.2. */
export const invoiceView = ({ store }: Service, row: InvoiceRow) =>
  ({
    id: row.id,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    logo_url: row.logo_url,
    amount_format: format(row.amount, row.currency),
    url: row.url,
    callback_url: row.callback_url,
    expired_at: isoOrNull(row.expired_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    back_url: row.back_url,
    success_url: row.success_url,
    payments: store
      .all<PaymentRow>('SELECT * FROM payments WHERE invoice_id = ? ORDER BY rowid DESC', row.id)
      .map(paymentView),
  }) satisfies z.infer<typeof invoiceContract>;

/** `origin` is the sandbox's own address as the merchant sees it. */
export function createInvoice({ store, clock }: Service, wanted: CreateInvoice, origin: string): InvoiceRow {
  const id = newId();
  const now = clock.now();
  return store.get<InvoiceRow>(
    `INSERT INTO invoices
       (id, status, amount, currency, description, logo_url, url, callback_url, success_url, back_url, expired_at,
        created_at, updated_at)
     VALUES (?, 'initiated', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    id,
    wanted.amount,
    wanted.currency,
    wanted.description,
    `${origin}/logo.svg`,
    `${origin}/invoices/${id}`,
    wanted.callback_url ?? null,
    wanted.success_url ?? null,
    wanted.back_url ?? null,
    wanted.expired_at ? momentOf(wanted.expired_at) : null,
    now,
    now,
  ) as InvoiceRow;
}

/** A date alone is the start of that day, and what names no offset is UTC; interface 4.2. */
const momentOf = (text: string) =>
  Date.parse(/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`);

/** Marks the invoices whose time has passed. Every reading begins with it, so that none looks payable any longer. */
export function expireInvoices({ store, clock }: Service): void {
  store.run(
    "UPDATE invoices SET status = 'expired', updated_at = expired_at WHERE status = 'initiated' AND expired_at <= ?",
    clock.now(),
  );
}

export function invoiceById(service: Service, id: string): InvoiceRow {
  expireInvoices(service);
  const row = service.store.get<InvoiceRow>('SELECT * FROM invoices WHERE id = ?', id);
  if (!row) throw notFound('invoice');
  return row;
}

/** Only what can still be paid. */
export function cancelInvoice(service: Service, id: string): InvoiceRow {
  return service.store.transaction(() => {
    const { status } = invoiceById(service, id);
    if (status !== 'initiated') throw invalid(`An invoice that is ${status} cannot be canceled.`);
    return service.store.get<InvoiceRow>(
      "UPDATE invoices SET status = 'canceled', updated_at = ? WHERE id = ? RETURNING *",
      service.clock.now(),
      id,
    ) as InvoiceRow;
  });
}
