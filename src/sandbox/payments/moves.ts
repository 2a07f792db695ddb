import type { PaymentAmount, WebhookEvent } from '../../wire/index.js';
import type { Verdict } from '../bank/cards.js';
import { format } from '../bank/money.js';
import { invalid, invalidFields } from '../http/refusal.js';
import { invoiceFollows, stillPayable } from '../invoices/follow.js';
import type { Service } from '../service.js';
import { digits } from '../store/id.js';
import { announce } from '../webhooks/announce.js';
import { paymentById, type PaymentRow, type PaymentStatus, paymentView } from './payment.js';

/**
 * The moves of a payment, and no other: initiated → paid, authorized, failed; authorized → captured, voided;
 * paid, captured → refunded; paid → voided on its day. Each runs inside one transaction with its message and what it
 * means for an invoice.
 */

const events = {
  paid: 'payment_paid',
  authorized: 'payment_authorized',
  failed: 'payment_failed',
  captured: 'payment_captured',
  refunded: 'payment_refunded',
  voided: 'payment_voided',
} as const satisfies Partial<Record<PaymentStatus, WebhookEvent>>;

type Moved = keyof typeof events;

/** Tells the invoice and the listeners. */
function moved(service: Service, row: PaymentRow & { readonly status: Moved }): PaymentRow {
  invoiceFollows(service, row);
  announce(service, events[row.status], paymentView(row));
  return row;
}

/**
 * Ends the wait of an initiated payment. A second answer finds it no longer initiated and changes nothing. What its
 * invoice no longer allows fails, whatever the bank would have said.
 */
export function settle(service: Service, id: string, verdict: Verdict): void {
  const { invoice_id: invoiceId } = paymentById(service, id);
  const { approved, message, code } =
    verdict.approved && invoiceId !== null && !stillPayable(service, invoiceId)
      ? { approved: false, message: 'The invoice can no longer be paid' }
      : verdict;
  const row = service.store.get<PaymentRow & { status: Moved }>(
    `UPDATE payments SET
       status = CASE WHEN ?1 = 0 THEN 'failed' WHEN manual = 1 THEN 'authorized' ELSE 'paid' END,
       fee = CASE WHEN ?1 = 0 THEN 0 ELSE fee END,
       message = ?2, response_code = ?3, authorization_code = ?4, updated_at = ?5
     WHERE id = ?6 AND status = 'initiated' RETURNING *`,
    approved ? 1 : 0,
    message,
    code ?? null,
    approved ? digits(6) : null,
    service.clock.now(),
    id,
  );
  if (row) moved(service, row);
}

/** Takes what was authorised, or a part of it, once. */
export function capture(service: Service, id: string, { amount }: PaymentAmount): PaymentRow {
  return service.store.transaction(() => {
    const payment = paymentById(service, id);
    requireStatus(payment, ['authorized'], 'captured');
    const captured = within(amount, payment.amount, payment.currency);
    if (payment.invoice_id !== null && !stillPayable(service, payment.invoice_id))
      throw invalid('The invoice can no longer be paid.');
    return change(
      service,
      id,
      "status = 'captured', captured = ?, captured_at = ?",
      captured,
      service.clock.now(),
    );
  });
}

/** Gives back what was taken, or a part of it; parts add up to what was taken. */
export function refund(service: Service, id: string, { amount }: PaymentAmount): PaymentRow {
  return service.store.transaction(() => {
    const payment = paymentById(service, id);
    requireStatus(payment, ['paid', 'captured', 'refunded'], 'refunded');
    const taken = payment.captured_at === null ? payment.amount : payment.captured;
    const left = taken - payment.refunded;
    if (left === 0) throw invalid('The payment has been refunded in full.');
    return change(
      service,
      id,
      "status = 'refunded', refunded = ?, refunded_at = ?",
      payment.refunded + within(amount, left, payment.currency),
      service.clock.now(),
    );
  });
}

/** Undoes an authorisation, or a payment on the day (UTC) on which it was made. */
export function voidPayment(service: Service, id: string): PaymentRow {
  return service.store.transaction(() => {
    const payment = paymentById(service, id);
    requireStatus(payment, ['authorized', 'paid'], 'voided');
    const now = service.clock.now();
    if (payment.status === 'paid' && dayOf(payment.updated_at) !== dayOf(now))
      throw invalid('A paid payment can be voided on the day of payment only. Refund it.');
    return change(service, id, "status = 'voided', voided_at = ?", now);
  });
}

const dayOf = (moment: number) => Math.floor(moment / 86_400_000);

/** `set` is one of the texts above, never a caller's. */
function change(service: Service, id: string, set: string, ...values: number[]): PaymentRow {
  const row = service.store.get<PaymentRow & { status: Moved }>(
    `UPDATE payments SET ${set}, updated_at = ? WHERE id = ? RETURNING *`,
    ...values,
    service.clock.now(),
    id,
  );
  return moved(service, row as PaymentRow & { status: Moved });
}

function requireStatus({ status }: PaymentRow, allowed: readonly PaymentStatus[], wanted: string): void {
  if (!allowed.includes(status)) throw invalid(`A payment that is ${status} cannot be ${wanted}.`);
}

function within(amount: number | undefined, left: number, currency: string): number {
  if (amount !== undefined && amount > left)
    throw invalidFields({ amount: [`must be at most ${format(left, currency)}`] });
  return amount ?? left;
}
