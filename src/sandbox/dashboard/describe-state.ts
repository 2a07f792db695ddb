import { formatAmount } from '../bank/money.js';
import type { IntentRow } from '../intents.js';
import type { InvoiceRow } from '../invoices/invoice.js';
import { detailsIn, type PaymentRow, type SourceDetails } from '../payments/payment.js';
import type { buildTokenView } from '../tokens.js';
import type { DeliveryAttempt, DeliveryRow, DeliveryWithMessage } from '../webhooks/delivery.js';
import { stamp, type Tone } from './entry.js';

export const state = (status: string, tone: Tone, what = '') => ({ status, tone, what });

/** An expired intent stays `created` in the API; the dashboard shows that it has expired. */
export function intentState({ status, expires_at: end, fulfilled_at: used }: IntentRow, now: number) {
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

/** How a payment is called that was not made by a card. */
const sourceNames = {
  creditcard: 'payment',
  applepay: 'Apple Pay payment',
  samsungpay: 'Samsung Pay payment',
  stcpay: 'STC Pay payment',
} as const satisfies Readonly<Record<SourceDetails['type'], string>>;

export function paymentState(row: PaymentRow) {
  const { status, message, currency, captured, refunded } = row;
  const { type } = detailsIn(row);
  const name = sourceNames[type];
  switch (status) {
    case 'initiated':
      return state(status, 'open', `${name} waits for ${type === 'stcpay' ? 'the code' : '3-D Secure'}`);
    case 'paid':
      return state(status, 'good', `${name} paid: ${message}`);
    case 'verified':
      return state(status, 'plain', 'card verified, nothing charged');
    case 'expired':
      return state(status, 'plain', `${name} expired unpaid`);
    case 'authorized':
      return state(status, 'good', `${name} authorised, not captured: ${message}`);
    case 'captured':
      return state(status, 'good', `${name} captured: ${formatAmount(captured, currency)}`);
    case 'failed':
      return state(status, 'bad', `${name} failed: ${message}`);
    case 'refunded':
      return state(status, 'plain', `${name} refunded: ${formatAmount(refunded, currency)}`);
    case 'voided':
      return state(status, 'plain', `${name} voided`);
    default:
      return status satisfies never;
  }
}

export function tokenState({ status, message }: ReturnType<typeof buildTokenView>) {
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

export function invoiceState({ status, expired_at: end }: InvoiceRow) {
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

type AttemptResult = Pick<DeliveryAttempt, 'result' | 'response_code' | 'message'>;

export const outcome = ({ result, response_code: code, message }: AttemptResult) =>
  `${result === 'success' ? 'arrived' : 'failed'}: ${code ?? message}`;

/** Where a delivery stands after its last attempt. */
export function deliveryState(row: DeliveryWithMessage, last: AttemptResult | undefined) {
  const { status } = row satisfies DeliveryRow;
  const what = `delivery of ${row.type} to ${row.url}`;
  const ended = last ? ` ${outcome(last)}` : '';
  switch (status) {
    case 'pending':
      return state(
        status,
        'open',
        last ? `${what}${ended}, next try at ${stamp(row.due_at)}` : `${what} is on its way`,
      );
    case 'given_up':
      return state('given up', 'bad', `${what}${ended}, given up`);
    case 'delivered':
      // An attempt by hand may fail after one that arrived.
      return state(
        status,
        'good',
        `${what} arrived${last?.result === 'success' ? `: ${last.response_code}` : ''}`,
      );
    case 'canceled':
      return state(status, 'plain', `${what}${ended && `${ended},`} canceled: the webhook was deleted`);
    default:
      return status satisfies never;
  }
}
