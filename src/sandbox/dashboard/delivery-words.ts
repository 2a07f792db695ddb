import type { DeliveryRow } from '../webhooks/delivery.js';
import type { DeliveryAttempt, DeliveryWithMessage } from '../webhooks/delivery.js';
import { stamp, type Tone } from './entry.js';

type Ended = Pick<DeliveryAttempt, 'result' | 'response_code' | 'message'>;

export const tones = {
  pending: 'open',
  delivered: 'good',
  given_up: 'bad',
  canceled: 'plain',
} as const satisfies Record<DeliveryRow['status'], Tone>;

export const outcome = ({ result, response_code: code, message }: Ended) =>
  `${result === 'success' ? 'arrived' : 'failed'}: ${code ?? message}`;

/** Where a delivery stands after its last try. */
export function sentence(row: DeliveryWithMessage, last: Ended | undefined): string {
  const what = `delivery of ${row.type} to ${row.url}`;
  const ended = last ? ` ${outcome(last)}` : '';
  switch (row.status) {
    case 'pending':
      return last ? `${what}${ended}, next try at ${stamp(row.due_at)}` : `${what} is on its way`;
    case 'given_up':
      return `${what}${ended}, given up`;
    case 'delivered':
      // A try by hand may fail after one that arrived.
      return `${what} arrived${last?.result === 'success' ? `: ${last.response_code}` : ''}`;
    case 'canceled':
      return `${what}${ended && `${ended},`} canceled: the webhook was deleted`;
    default:
      return row.status satisfies never;
  }
}
