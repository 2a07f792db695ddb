import { isCardSource } from '../../wire/reader.js';
import type { Payment } from '../../wire/index.js';
import type { Settlement } from './order.js';
import { findIntentOf, type OrderRecord } from './record.js';

/** What a page may see of a payment: neither the card nor the payer. */
export type PaymentView = Pick<Payment, 'id' | 'status' | 'amount' | 'currency' | 'callback_url'> & {
  readonly source?: {
    readonly type: unknown;
    readonly company: unknown;
    readonly message: unknown;
    readonly transaction_url: unknown;
  };
};

export function buildPageView({ id, status, amount, currency, callback_url, source }: Payment): PaymentView {
  const { type, company, message } = source ?? {};
  const transaction_url = isCardSource(source) ? source?.transaction_url : undefined;
  return { id, status, amount, currency, callback_url, source: { type, company, message, transaction_url } };
}

/** What a payment of the order means; undefined if the record does not know the payment. */
export function describeSettlement(
  record: OrderRecord,
  orderId: string,
  payment: Payment,
): Settlement | undefined {
  const { charge, payment: entry } = findIntentOf(record, payment.id) ?? {};
  if (!entry) return undefined;
  const { verdict, discount } = entry;
  const needsPayer = charge && verdict === 'open' && typeof payment.source?.transaction_url === 'string';
  return {
    ...{ orderId, payment, verdict },
    ...(discount !== undefined && { discount }),
    ...(needsPayer && { needsPayer }),
  };
}
