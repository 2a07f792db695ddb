import type { Payment } from '../../wire/index.js';
import type { Order } from './order.js';
import type { IntentEntry, OrderRecord } from './record.js';

/** The order's callback address with what names the order and the intent. Its own query stays as it is written. */
export function buildCallbackUrl({ id, callbackUrl }: Order, number: number): string {
  const url = new URL(callbackUrl);
  const added = new URLSearchParams({ pay_order: id, pay_intent: String(number) }).toString();
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}

/** Never empty: a service may keep nothing in place of an empty text, and a payment is known by this. */
export const buildDescription = ({ id, description }: Order): string => description || id;

/** Which order a payment says that it is for. Only its record can confirm that. */
export function readOrderId({ callback_url: address }: Payment): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  // The last one: the merchant's own query stands before it.
  return new URL(address).searchParams.getAll('pay_order').at(-1);
}

/**
 * The intent that a payment was made on, which has locked both fields. A payment that was made without an intent may
 * repeat them: it pays for the order only when its money is the order's, too. The merchant may change a payment's
 * description later, so one that was recognised once is known by its id.
 */
export function findIntent({ intents, payments }: OrderRecord, payment: Payment): IntentEntry | undefined {
  const known = payments.find(({ id }) => id === payment.id);
  const recognised = known && known.verdict !== 'announced' ? known.intent : 0;
  return intents.find(
    ({ number, callbackUrl, description }) =>
      number === recognised || (callbackUrl === payment.callback_url && description === payment.description),
  );
}

type Money = Pick<Order, 'amount' | 'currency'>;

export const isSameMoney = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;
