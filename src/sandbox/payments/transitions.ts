import type { WebhookEvent } from '../../wire/index.js';
import type { Verdict } from '../bank/cards.js';
import { format } from '../bank/money.js';
import { invalid, invalidFields } from '../http/refusal.js';
import { invoiceFollows, mayStillPay } from '../invoices/invoice-payment.js';
import { digits } from '../store/id.js';
import { settleToken } from '../tokens/token.js';
import { announce, type Outbox } from '../webhooks/announce.js';
import { paymentById, type PaymentRow, type PaymentStatus, paymentView } from './payment.js';
import type { Part } from './requests.js';

/**
 * All moves of a payment: initiated → paid, authorized, failed; authorized → captured, voided; paid, captured →
 * refunded; paid → voided on its day. Each runs inside one transaction with its message and its invoice's move.
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

/** Moves the invoice along and tells the webhooks. */
function moved(outbox: Outbox, row: PaymentRow & { readonly status: Moved }): PaymentRow {
  invoiceFollows(outbox, row);
  announce(outbox, events[row.status], paymentView(row));
  return row;
}

/**
 * Ends the wait of an initiated payment. A second answer finds it no longer initiated and changes nothing. A payment
 * whose invoice has been closed meanwhile fails, whatever the bank decides.
 */
export function settle(outbox: Outbox, id: string, verdict: Verdict): void {
  const payment = paymentById(outbox.store, id);
  const { approved, message, code } =
    verdict.approved && !mayStillPay(outbox, payment)
      ? { approved: false, message: 'The invoice can no longer be paid' }
      : verdict;
  const now = outbox.clock.now();
  const row = outbox.store.get<PaymentRow & { status: Moved }>(
    `UPDATE payments SET
       status = CASE WHEN ?1 = 0 THEN 'failed' WHEN manual = 1 THEN 'authorized' ELSE 'paid' END,
       fee = CASE WHEN ?1 = 0 THEN 0 ELSE fee END,
       message = ?2, response_code = ?3, authorization_code = ?4, updated_at = ?5,
       paid_at = CASE WHEN ?1 = 1 AND manual = 0 THEN ?5 END
     WHERE id = ?6 AND status = 'initiated' RETURNING *`,
    approved ? 1 : 0,
    message,
    code ?? null,
    approved ? digits(6) : null,
    now,
    id,
  );
  if (!row) return;
  if (row.token !== null) settleToken(outbox, row.token, verdict);
  moved(outbox, row);
}

/** Takes the authorised amount, or a part of it, once. */
export function capture(outbox: Outbox, id: string, { amount }: Part): PaymentRow {
  return outbox.store.transaction(() => {
    const payment = paymentById(outbox.store, id);
    requireStatus(payment, ['authorized'], 'captured');
    const captured = within(amount, payment.amount, payment.currency);
    if (!mayStillPay(outbox, payment)) throw invalid('The invoice can no longer be paid.');
    return change(
      outbox,
      id,
      "status = 'captured', captured = ?, captured_at = ?",
      captured,
      outbox.clock.now(),
    );
  });
}

/** Gives back the amount that was taken, or a part of it. All parts together are at most that amount. */
export function refund(outbox: Outbox, id: string, { amount }: Part): PaymentRow {
  return outbox.store.transaction(() => {
    const payment = paymentById(outbox.store, id);
    requireStatus(payment, ['paid', 'captured', 'refunded'], 'refunded');
    const taken = payment.captured_at === null ? payment.amount : payment.captured;
    const left = taken - payment.refunded;
    if (left === 0) throw invalid('The payment has been refunded in full.');
    return change(
      outbox,
      id,
      "status = 'refunded', refunded = ?, refunded_at = ?",
      payment.refunded + within(amount, left, payment.currency),
      outbox.clock.now(),
    );
  });
}

/** Undoes an authorisation, or a payment on the day (UTC) on which it was made. */
export function voidPayment(outbox: Outbox, id: string): PaymentRow {
  return outbox.store.transaction(() => {
    const payment = paymentById(outbox.store, id);
    requireStatus(payment, ['authorized', 'paid'], 'voided');
    const now = outbox.clock.now();
    if (payment.status === 'paid' && dayOf(payment.paid_at ?? payment.updated_at) !== dayOf(now))
      throw invalid('A paid payment can be voided on the day of payment only. Refund it.');
    return change(outbox, id, "status = 'voided', voided_at = ?", now);
  });
}

const dayOf = (moment: number) => Math.floor(moment / 86_400_000);

/** `set` is SQL from the functions above, never a caller's text. */
function change(outbox: Outbox, id: string, set: string, ...values: number[]): PaymentRow {
  const row = outbox.store.get<PaymentRow & { status: Moved }>(
    `UPDATE payments SET ${set}, updated_at = ? WHERE id = ? RETURNING *`,
    ...values,
    outbox.clock.now(),
    id,
  );
  return moved(outbox, row as PaymentRow & { status: Moved });
}

function requireStatus({ status }: PaymentRow, allowed: readonly PaymentStatus[], wanted: string): void {
  if (!allowed.includes(status)) throw invalid(`A payment that is ${status} cannot be ${wanted}.`);
}

function within(amount: number | undefined, left: number, currency: string): number {
  if (amount !== undefined && amount > left)
    throw invalidFields({ amount: [`must be at most ${format(left, currency)}`] });
  return amount ?? left;
}
