import type { DeliveryFault } from '../faults/faults.js';
import type { z } from 'zod/mini';
import type { paymentContract, paymentStatuses, splitContract } from '../../wire/index.js';
import type { Metadata } from '../http/lenient.js';
import type { Company } from '../bank/cards.js';
import { formatAmount } from '../bank/money.js';
import { notFound } from '../http/refusal.js';
import { formatTime, formatTimeOrNull } from '../store/clock.js';
import type { SandboxStore } from '../store/store.js';

export type PaymentStatus = (typeof paymentStatuses)[number];
export type StoredSplit = z.infer<typeof splitContract>;

interface CardDetails {
  readonly company: Company;
  /** Masked. */
  readonly number: string;
  readonly gateway_id: string;
  /** The saved card; null unless the payer wants to keep it. */
  readonly token: string | null;
  readonly reference_number: string;
}

interface CreditCardDetails extends CardDetails {
  readonly type: 'creditcard';
  readonly name: string;
  readonly issuer_name: string;
  readonly issuer_country: string;
  readonly issuer_card_type: 'debit' | 'credit';
  readonly issuer_card_category: string;
}

interface WalletDetails extends CardDetails {
  readonly type: 'applepay' | 'samsungpay';
  readonly name: null;
  readonly dpan: null;
}

interface StcPayDetails {
  readonly type: 'stcpay';
  readonly mobile: string;
  readonly reference_number: string;
  readonly branch: string | null;
  readonly cashier: string | null;
}

/** The details of a source that are known when the payment is made and never change. */
export type SourceDetails = CreditCardDetails | WalletDetails | StcPayDetails;

export interface PaymentRow {
  readonly id: string;
  /** Null for a payment without an intent. */
  readonly intent_id: string | null;
  readonly invoice_id: string | null;
  readonly status: PaymentStatus;
  readonly amount: number;
  /** The amount of the request or the intent, before a coupon. */
  readonly asked_amount: number;
  readonly currency: string;
  readonly refunded: number;
  readonly refunded_at: number | null;
  readonly captured: number;
  readonly captured_at: number | null;
  readonly voided_at: number | null;
  /** When the whole amount was taken at once; the time in which it can be voided counts from here. */
  readonly paid_at: number | null;
  readonly description: string | null;
  readonly ip: string;
  readonly callback_url: string | null;
  readonly metadata_json: string | null;
  readonly splits_json: string | null;
  readonly source_json: string;
  /** Null while the payment is initiated. */
  readonly message: string | null;
  /** Why the challenge failed, if it did. */
  readonly failure_reason: string | null;
  readonly response_code: string | null;
  readonly authorization_code: string | null;
  readonly manual: number;
  /** Names the challenge in its address, also after the answer. */
  readonly challenge: string | null;
  readonly challenge_url: string | null;
  /** Part of the address that takes the code of STC Pay: with the address, anybody can send codes. */
  readonly otp_token: string | null;
  /** 1 if the address of the challenge stays when the payment is settled. */
  readonly keeps_url: number;
  /** The bank's decision, which counts once the challenge is passed. */
  readonly decision_json: string | null;
  /** The saved card that this payment authenticates, if any. */
  readonly token: string | null;
  /** What goes wrong on purpose with the next message about the payment. */
  readonly delivery_fault_json: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** No fee is estimated in a sandbox. */
const fee = 0;

const parsed = <T>(json: string | null) => (json === null ? null : (JSON.parse(json) as T));

export const detailsIn = ({ source_json: json }: Pick<PaymentRow, 'source_json'>) =>
  JSON.parse(json) as SourceDetails;

function buildSourceView(row: PaymentRow) {
  const details = detailsIn(row);
  const isOpen = row.status === 'initiated';
  const codes = {
    ...(row.response_code && { response_code: row.response_code }),
    ...(row.authorization_code && { authorization_code: row.authorization_code }),
  };
  const address = isOpen || row.keeps_url === 1 ? row.challenge_url : null;
  switch (details.type) {
    case 'creditcard':
      return {
        ...details,
        // A card's payment has no reference number before it reached the acquirer.
        reference_number: isOpen ? null : details.reference_number,
        message: row.message,
        // Clients look for the key also when there is no challenge any more.
        transaction_url: address,
        ...codes,
      };
    case 'applepay':
    case 'samsungpay':
      return { ...details, message: row.message, ...codes };
    case 'stcpay':
      return { ...details, message: row.message, transaction_url: address };
    default:
      return details satisfies never;
  }
}

/** A payment as it is answered. */
export const buildPaymentView = (row: PaymentRow) =>
  ({
    id: row.id,
    status: row.status,
    amount: row.amount,
    fee,
    currency: row.currency,
    refunded: row.refunded,
    refunded_at: formatTimeOrNull(row.refunded_at),
    captured: row.captured,
    captured_at: formatTimeOrNull(row.captured_at),
    voided_at: formatTimeOrNull(row.voided_at),
    description: row.description,
    amount_format: formatAmount(row.amount, row.currency),
    fee_format: formatAmount(fee, row.currency),
    refunded_format: formatAmount(row.refunded, row.currency),
    captured_format: formatAmount(row.captured, row.currency),
    invoice_id: row.invoice_id,
    ip: row.ip,
    callback_url: row.callback_url,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    metadata: parsed<Metadata>(row.metadata_json),
    ...(row.failure_reason && { failure_reason: row.failure_reason }),
    source: buildSourceView(row),
    splits: parsed<StoredSplit[]>(row.splits_json) ?? [],
  }) satisfies z.infer<typeof paymentContract>;

export function requirePayment(store: SandboxStore, id: string): PaymentRow {
  const row = store.get<PaymentRow>('SELECT * FROM payments WHERE id = ?', id);
  if (!row) throw notFound('payment');
  return row;
}

/** Sets what goes wrong with the next message about a payment; null for nothing. */
export const setDeliveryFault = (store: SandboxStore, id: string, fault: DeliveryFault | null) =>
  store.run(
    'UPDATE payments SET delivery_fault_json = ? WHERE id = ?',
    fault ? JSON.stringify(fault) : null,
    id,
  );
