import { format } from '../bank/money.js';
import type { IntentRow } from '../intents/intent.js';
import type { InvoiceRow } from '../invoices/invoice.js';
import type { PaymentRow } from '../payments/payment.js';
import type { tokenView } from '../tokens/token.js';
import { type Entry, stamp, type Tone } from './entry.js';

type State = Pick<Entry, 'status' | 'tone' | 'what'>;

const state = (status: string, tone: Tone, what: string): State => ({ status, tone, what });

/** An expired intent stays `created` in the API; the dashboard shows that it has expired. */
export function intentState({ status, expires_at: end, fulfilled_at: used }: IntentRow, now: number): State {
  switch (status) {
    case 'created':
      return end > now
        ? state(status, 'open', `intent waits for a card until ${stamp(end)}`)
        : state('expired', 'plain', `intent expired at ${stamp(end)}`);
    case 'fulfilled':
      return state(status, 'plain', `intent used at ${stamp(used ?? end)}`);
    case 'canceled':
      return state(status, 'plain', 'intent canceled');
    default:
      return status satisfies never;
  }
}

export function paymentState(row: PaymentRow): State {
  const { status, message, currency } = row;
  switch (status) {
    case 'initiated':
      return state(status, 'open', 'payment waits for 3-D Secure');
    case 'paid':
    case 'verified':
      return state(status, 'good', `payment ${status}: ${message}`);
    case 'authorized':
      return state(status, 'good', `payment authorised, not captured: ${message}`);
    case 'captured':
      return state(status, 'good', `payment captured: ${format(row.captured, currency)}`);
    case 'failed':
      return state(status, 'bad', `payment failed: ${message}`);
    case 'refunded':
      return state(status, 'plain', `payment refunded: ${format(row.refunded, currency)}`);
    case 'voided':
      return state(status, 'plain', 'payment voided');
    default:
      return status satisfies never;
  }
}

export function tokenState({ status, message }: ReturnType<typeof tokenView>): State {
  switch (status) {
    case 'initiated':
      return state(status, 'open', 'saved card waits for its authentication');
    case 'active':
      return state(status, 'good', 'saved card can pay');
    case 'inactive':
      return state(status, 'plain', `saved card cannot pay: ${message ?? 'it has expired'}`);
    default:
      return status satisfies never;
  }
}

export function invoiceState({ status, expired_at: end }: InvoiceRow): State {
  switch (status) {
    case 'initiated':
      return state(status, 'open', `invoice can be paid${end === null ? '' : ` until ${stamp(end)}`}`);
    case 'paid':
      return state(status, 'good', 'invoice paid');
    case 'failed':
      return state(status, 'bad', 'invoice failed');
    case 'expired':
    case 'canceled':
    case 'refunded':
    case 'voided':
    case 'on_hold':
      return state(status, 'plain', `invoice ${status.replace('_', ' ')}`);
    default:
      return status satisfies never;
  }
}
