import { appendQuery } from '../../wire/append-query.js';
import type { Payment } from '../../wire/index.js';
import { isStorableId } from '../stores/checked-store.js';
import type { Order } from './order.js';
import { isReservedId } from './report-index.js';
import type { IntentEntry, OrderRecord, PaymentEntry } from './record.js';

/** The order's callback address with what names the order and the intent. */
export const buildCallbackUrl = ({ id, callbackUrl }: Order, number: number): string =>
  appendQuery(callbackUrl, { pay_order: id, pay_intent: String(number) });

/** Never empty: a service may keep nothing in place of an empty text, and a payment is known by this. */
export const buildDescription = ({ id, description }: Order): string => description || id;

/** Which order a payment says that it is for. Only its record can confirm that; what no store can hold is no order. */
export function readOrderId(payment: Payment): string | undefined {
  // The last one: the merchant's own query stands before it.
  const orderId = readQuery(payment, 'pay_order');
  return isStorableId(orderId) && !isReservedId(orderId) ? orderId : undefined;
}

function readQuery({ callback_url: address }: Payment, name: string): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  return new URL(address).searchParams.getAll(name).at(-1);
}

/**
 * The intent that a payment was made on, which has locked both fields. A payment that was made without an intent may
 * repeat them: only the intent itself tells whether it was used. The merchant may change a payment's description later,
 * so one that was recognised once is known by its id.
 */
export function findIntent({ intents, payments }: OrderRecord, payment: Payment): IntentEntry | undefined {
  const known = payments.find(({ id }) => id === payment.id);
  const recognised = known && known.verdict !== 'announced' ? known.intent : 0;
  return intents.find(
    ({ number, callbackUrl, description }) =>
      number === recognised || (callbackUrl === payment.callback_url && description === payment.description),
  );
}

/**
 * Whether a payment comes back to this order's own address. Another shop of the same account may have an order of the
 * same number, whose payments must not be revealed here.
 */
export function isForOrder(record: OrderRecord, order: Order | undefined, payment: Payment): boolean {
  if (record.intents.some(({ callbackUrl }) => callbackUrl === payment.callback_url)) return true;
  if (record.payments.some((entry) => entry.id === payment.id && isShown(entry))) return true;
  const number = Number(readQuery(payment, 'pay_intent'));
  return order !== undefined && buildCallbackUrl(order, number) === payment.callback_url;
}

/** The service has shown the payment, and it was judged. */
export const isShown = ({ verdict }: PaymentEntry): boolean => verdict !== 'announced';

type Price = Pick<Order, 'amount' | 'currency'>;

export const isSamePrice = (one: Price, other: Price): boolean =>
  one.amount === other.amount && one.currency === other.currency;
