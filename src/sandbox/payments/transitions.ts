import type { DeliveryFault } from '../faults/faults.js';
import type { Namespace } from '../namespace.js';
import type { WebhookEvent } from '../../wire/index.js';
import type { BankDecision } from '../bank/cards.js';
import { formatAmount } from '../bank/money.js';
import { invalidRequest } from '../http/refusal.js';
import { updateInvoiceOfPayment, canStillPay } from '../invoices/invoice.js';
import { createDigits } from '../store/clock.js';
import { settleToken } from '../tokens.js';
import { announceEvent } from '../webhooks/announce.js';
import {
  detailsIn,
  requirePayment,
  type PaymentRow,
  type PaymentStatus,
  buildPaymentView,
  setDeliveryFault,
} from './payment.js';
import type { Part } from './requests.js';

/**
 * All moves of a payment: initiated → paid, authorized, failed; authorized → captured, voided; paid, captured →
 * refunded, voided. Each runs inside one transaction with its message and its invoice's move.
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

/** Moves the invoice along and announces the new state to the webhooks. */
function finishMove(namespace: Namespace, row: PaymentRow & { readonly status: Moved }): PaymentRow {
  updateInvoiceOfPayment(namespace, row);
  announcePayment(namespace, events[row.status], row);
  return row;
}

/** Announces a payment, with the fault that was queued for it, which is then used up. */
function announcePayment(namespace: Namespace, event: WebhookEvent, row: PaymentRow): void {
  const { delivery_fault_json: json } = row;
  announceEvent(
    namespace,
    event,
    buildPaymentView(row),
    json === null ? undefined : (JSON.parse(json) as DeliveryFault),
  );
  if (json !== null) setDeliveryFault(namespace.store, row.id, null);
}

/**
 * Ends the wait of an initiated payment. A second answer finds it no longer initiated and changes nothing. A payment
 * whose invoice has been closed meanwhile fails, whatever the bank decides.
 */
export function decidePayment(namespace: Namespace, id: string, decision: BankDecision): void {
  const payment = requirePayment(namespace.store, id);
  const { approved, message, code, failureReason, keepsAddress }: BankDecision =
    decision.approved && !canStillPay(namespace, payment)
      ? { approved: false, message: 'The invoice can no longer be paid' }
      : decision;
  const { transactionUrl, failureReason: reasons } = namespace.decisions.current;
  const now = namespace.clock.now();
  const row = namespace.store.get<PaymentRow & { status: Moved }>(
    `UPDATE payments SET
       status = CASE WHEN ?1 = 0 THEN 'failed' WHEN manual = 1 THEN 'authorized' ELSE 'paid' END,
       message = ?2, response_code = ?3, authorization_code = ?4, updated_at = ?5,
       paid_at = CASE WHEN ?1 = 1 AND manual = 0 THEN ?5 END, failure_reason = ?7, keeps_url = ?8
     WHERE id = ?6 AND status = 'initiated' RETURNING *`,
    approved ? 1 : 0,
    message,
    code ?? null,
    approved ? createDigits(6) : null,
    now,
    id,
    reasons === 'given' ? (failureReason ?? null) : null,
    keepsAddress || transactionUrl === 'kept' ? 1 : 0,
  );
  if (!row) return;
  if (row.token !== null) settleToken(namespace, row.token, decision);
  finishMove(namespace, row);
}

/** Takes the authorised amount, or a part of it, once. */
export function capture(namespace: Namespace, id: string, { amount }: Part): PaymentRow {
  return namespace.store.transaction(() => {
    const payment = requirePayment(namespace.store, id);
    requireStatus(payment, ['authorized'], 'captured');
    const captured = within(amount, payment.amount, payment.currency);
    if (!canStillPay(namespace, payment)) throw invalidRequest('The invoice can no longer be paid.');
    return change(
      namespace,
      id,
      "status = 'captured', captured = ?, captured_at = ?",
      captured,
      namespace.clock.now(),
    );
  });
}

/** Refunds the amount that was taken, or a part of it; all parts together at most that amount. */
export function refund(namespace: Namespace, id: string, { amount }: Part): PaymentRow {
  return namespace.store.transaction(() => {
    const payment = requirePayment(namespace.store, id);
    const isAgain = namespace.decisions.current.secondRefund === 'taken';
    requireStatus(payment, ['paid', 'captured', ...(isAgain ? (['refunded'] as const) : [])], 'refunded');
    const taken = payment.captured_at === null ? payment.amount : payment.captured;
    const left = taken - payment.refunded;
    if (left === 0) throw invalidRequest('The payment has been refunded in full.');
    return change(
      namespace,
      id,
      "status = 'refunded', refunded = ?, refunded_at = ?",
      payment.refunded + within(amount, left, payment.currency),
      namespace.clock.now(),
    );
  });
}

/** Undoes an authorisation, or a payment until it is settled to the merchant. */
export function voidPayment(namespace: Namespace, id: string): PaymentRow {
  return namespace.store.transaction(() => {
    const payment = requirePayment(namespace.store, id);
    const isTakenBack = namespace.decisions.current.voidOfCaptured === 'taken';
    if (detailsIn(payment).type === 'stcpay') throw invalidRequest('A payment by STC Pay cannot be voided.');
    requireStatus(payment, ['authorized', 'paid', ...(isTakenBack ? (['captured'] as const) : [])], 'voided');
    const now = namespace.clock.now();
    const takenAt = payment.captured_at ?? payment.paid_at;
    if (takenAt !== null && !isVoidable(namespace, takenAt))
      throw invalidRequest('The payment has been settled and can no longer be voided. Refund it.');
    return change(namespace, id, "status = 'voided', voided_at = ?", now);
  });
}

function isVoidable({ clock, decisions }: Namespace, takenAt: number): boolean {
  switch (decisions.current.voidWindow) {
    case 'two_hours':
      return clock.now() < takenAt + 2 * hour;
    case 'same_day':
      return dayOf(clock.now()) === dayOf(takenAt);
    default:
      return decisions.current.voidWindow satisfies never;
  }
}

const hour = 3_600_000;
const dayOf = (moment: number) => Math.floor(moment / (24 * hour));

/** `set` is SQL from the functions above, never a caller's text. */
function change(namespace: Namespace, id: string, set: string, ...values: number[]): PaymentRow {
  const row = namespace.store.get<PaymentRow & { status: Moved }>(
    `UPDATE payments SET ${set}, updated_at = ? WHERE id = ? RETURNING *`,
    ...values,
    namespace.clock.now(),
    id,
  );
  return finishMove(namespace, row as PaymentRow & { status: Moved });
}

function requireStatus({ status }: PaymentRow, allowed: readonly PaymentStatus[], wanted: string): void {
  if (!allowed.includes(status)) throw invalidRequest(`A payment that is ${status} cannot be ${wanted}.`);
}

function within(amount: number | undefined, left: number, currency: string): number {
  if (amount !== undefined && amount > left)
    throw invalidRequest(`The amount must be at most ${formatAmount(left, currency)}.`);
  return amount ?? left;
}
