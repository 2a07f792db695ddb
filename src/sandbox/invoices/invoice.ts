import * as z from 'zod/mini';
import { createInvoice, currency, type invoiceContract, type invoiceStatuses } from '../../wire/index.js';
import { uri } from '../../wire/scalar.js';
import { formatAmount } from '../bank/money.js';
import { optional, lenientMetadata, type Metadata } from '../http/lenient.js';
import { invalidRequest, invalidFields, notFound } from '../http/refusal.js';
import { type PaymentRow, buildPaymentView } from '../payments/payment.js';
import { formatTime, formatTimeOrNull, parseTime, createId } from '../store/clock.js';
import type { SandboxStore } from '../store/store.js';
import { notifyInvoice } from '../webhooks/announce.js';
import type { Namespace } from '../namespace.js';

/** A new invoice. Fields that it does not know are ignored. */
export const newInvoice = z.object({
  ...createInvoice.shape,
  currency: optional(currency),
  callback_url: optional(uri),
  success_url: optional(uri),
  back_url: optional(uri),
  metadata: optional(lenientMetadata),
});
export type NewInvoice = z.infer<typeof newInvoice>;

/** Several new invoices at once: all of them are made, or none. */
export const newInvoices = z.object({
  invoices: z.array(newInvoice).check(z.minLength(1), z.maxLength(50)),
});

/** What may be changed of an invoice. The rest of a body, which may be the whole invoice, is ignored. */
export const invoiceUpdate = z.partial(newInvoice);
type InvoiceUpdate = z.infer<typeof invoiceUpdate>;

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
  readonly metadata_json: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** An invoice as it is answered, with its attempts, newest first. */
export const buildInvoiceView = (store: SandboxStore, row: InvoiceRow) =>
  ({
    id: row.id,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    logo_url: row.logo_url,
    amount_format: formatAmount(row.amount, row.currency),
    url: row.url,
    callback_url: row.callback_url,
    expired_at: formatTimeOrNull(row.expired_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    back_url: row.back_url,
    success_url: row.success_url,
    metadata: row.metadata_json === null ? null : (JSON.parse(row.metadata_json) as Metadata),
    payments: store
      .all<PaymentRow>('SELECT * FROM payments WHERE invoice_id = ? ORDER BY rowid DESC', row.id)
      .map(buildPaymentView),
  }) satisfies z.infer<typeof invoiceContract>;

/** An invoice that could never be paid is refused. */
function requireFuture({ clock }: Namespace, end: number | null, path = ''): void {
  if (end !== null && end <= clock.now())
    throw invalidFields({ [`${path}expired_at`]: ['must be in the future'] });
}

/** Makes an invoice, unless its end has passed. `path` is where it stands in the request. */
export function makeInvoice(
  namespace: Namespace,
  wanted: NewInvoice,
  pagesUrl: string,
  path?: string,
): InvoiceRow {
  requireFuture(namespace, wanted.expired_at ? parseTime(wanted.expired_at) : null, path);
  return insertInvoice(namespace, wanted, pagesUrl);
}

/** `pagesUrl` is where the payer finds the pages of the namespace. */
export function insertInvoice(
  { store, clock }: Namespace,
  wanted: NewInvoice,
  pagesUrl: string,
  id: string = createId(),
): InvoiceRow {
  const now = clock.now();
  return store.insert<InvoiceRow>('invoices', {
    id,
    status: 'initiated',
    amount: wanted.amount,
    currency: wanted.currency ?? 'SAR',
    description: wanted.description,
    logo_url: `${new URL(pagesUrl).origin}/logo.svg`,
    url: `${pagesUrl}/invoices/${id}`,
    callback_url: wanted.callback_url ?? null,
    success_url: wanted.success_url ?? null,
    back_url: wanted.back_url ?? null,
    expired_at: wanted.expired_at ? parseTime(wanted.expired_at) : null,
    metadata_json: wanted.metadata ? JSON.stringify(wanted.metadata) : null,
    created_at: now,
    updated_at: now,
  });
}

/** Marks the invoices whose time has passed. Call it before every reading, so that none looks payable any longer. */
export function expireInvoices({ store, clock }: Namespace): void {
  store.run(
    "UPDATE invoices SET status = 'expired', updated_at = expired_at WHERE status = 'initiated' AND expired_at <= ?",
    clock.now(),
  );
}

export function requireInvoice(namespace: Namespace, id: string): InvoiceRow {
  expireInvoices(namespace);
  const row = namespace.store.get<InvoiceRow>('SELECT * FROM invoices WHERE id = ?', id);
  if (!row) throw notFound('invoice');
  return row;
}

/** Changes what is given and keeps the rest. Once an invoice is closed, only its metadata can be changed. */
export function updateInvoice(namespace: Namespace, id: string, wanted: InvoiceUpdate): InvoiceRow {
  const { store, clock } = namespace;
  return store.transaction(() => {
    const row = requireInvoice(namespace, id);
    const expiredAt = wanted.expired_at && parseTime(wanted.expired_at);
    const changed = {
      amount: wanted.amount ?? row.amount,
      currency: wanted.currency ?? row.currency,
      description: wanted.description ?? row.description,
      callback_url: wanted.callback_url ?? row.callback_url,
      success_url: wanted.success_url ?? row.success_url,
      back_url: wanted.back_url ?? row.back_url,
      expired_at: expiredAt === undefined ? row.expired_at : expiredAt || null,
    };
    const fields = Object.keys(changed) as (keyof typeof changed)[];
    const locked = fields.filter((field) => changed[field] !== row[field]);
    if (row.status !== 'initiated' && locked.length > 0)
      throw invalidFields(
        Object.fromEntries(locked.map((field) => [field, [`cannot change: the invoice is ${row.status}`]])),
      );
    if (locked.includes('expired_at')) requireFuture(namespace, changed.expired_at);
    return store.get<InvoiceRow>(
      `UPDATE invoices SET ${fields.map((field) => `${field} = ?`).join(', ')}, metadata_json = ?, updated_at = ?
       WHERE id = ? RETURNING *`,
      ...fields.map((field) => changed[field]),
      wanted.metadata ? JSON.stringify(wanted.metadata) : row.metadata_json,
      clock.now(),
      row.id,
    ) as InvoiceRow;
  });
}

/** Cancels an invoice that can still be paid. */
export function cancelInvoice(namespace: Namespace, id: string): InvoiceRow {
  const { store, clock } = namespace;
  return store.transaction(() => {
    const { status } = requireInvoice(namespace, id);
    if (status !== 'initiated') throw invalidRequest(`Cancel failed. The Invoice is already ${status}`);
    return store.get<InvoiceRow>(
      "UPDATE invoices SET status = 'canceled', updated_at = ? WHERE id = ? RETURNING *",
      clock.now(),
      id,
    ) as InvoiceRow;
  });
}

/** A payment that is about to be made. */
interface PayableTerms {
  readonly amount: number;
  readonly currency: string;
  /** The invoice that its intent was made for, if any. */
  readonly invoice_id: string | null;
}

/**
 * The invoice that a payment pays, if any: the one that its intent was made for, or the one that the request names.
 * The invoice must be open and ask for exactly what the payment takes.
 */
export function findPayableInvoice(
  namespace: Namespace,
  terms: PayableTerms,
  wanted: string | undefined,
): string | null {
  const id = wanted ?? terms.invoice_id;
  if (id === null) return null;
  const problem = (text: string) => invalidFields({ invoice_id: [text] });
  if (terms.invoice_id !== null && terms.invoice_id !== id.toLowerCase())
    throw problem('is not the invoice of the payment intent');

  expireInvoices(namespace);
  const invoice = namespace.store.get<InvoiceRow>('SELECT * FROM invoices WHERE id = ?', id);
  if (!invoice) throw problem('is not a known invoice');
  if (invoice.status !== 'initiated') throw problem(`is an invoice that is ${invoice.status}`);
  if (invoice.amount !== terms.amount || invoice.currency !== terms.currency)
    throw problem('is an invoice of another amount or currency');
  return invoice.id;
}

/** Whether a payment may still pay its invoice. One without an invoice always may. */
export function canStillPay(namespace: Namespace, payment: PaymentRow): boolean {
  if (payment.invoice_id === null) return true;
  const { status, amount, currency } = requireInvoice(namespace, payment.invoice_id);
  return status === 'initiated' && amount === payment.asked_amount && currency === payment.currency;
}

/**
 * Moves the invoice of a payment along with it. A payment that failed or is only authorised leaves it payable, and the void
 * of an authorisation leaves it as it is: another payment may have paid it.
 */
export function updateInvoiceOfPayment(
  namespace: Namespace,
  { invoice_id: id, status, paid_at, captured_at }: PaymentRow,
): void {
  if (id === null) return;
  if (status === 'paid' || status === 'captured') moveInvoice(namespace, id, 'initiated', 'paid');
  else if (status === 'refunded' || (status === 'voided' && (paid_at ?? captured_at) !== null))
    moveInvoice(namespace, id, 'paid', status);
}

function moveInvoice(
  namespace: Namespace,
  id: string,
  from: InvoiceRow['status'],
  to: InvoiceRow['status'],
): void {
  const { store, clock } = namespace;
  expireInvoices(namespace);
  const row = store.get<InvoiceRow>(
    'UPDATE invoices SET status = ?, updated_at = ? WHERE id = ? AND status = ? RETURNING *',
    to,
    clock.now(),
    id,
    from,
  );
  if (row?.status === 'paid' && row.callback_url !== null)
    notifyInvoice(namespace, row.callback_url, buildInvoiceView(store, row));
}
