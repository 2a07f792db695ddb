import type { Payment } from '../../wire/index.js';
import type { Order } from './order.js';
import type { IntentEntry, OrderRecord } from './record.js';

/** The order's callback address with what names the order and the intent. Its own query stays as it is written. */
export function callbackUrlOf({ id, callbackUrl }: Order, number: number): string {
  const url = new URL(callbackUrl);
  const added = new URLSearchParams({ pay_order: id, pay_intent: String(number) }).toString();
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}

export const descriptionOf = ({ id, description }: Order): string => description ?? id;

/** Which order a payment says that it is for. Only its record can confirm that. */
export function orderIdOf({ callback_url: address }: Payment): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  // The last one: the merchant's own query stands before it.
  return new URL(address).searchParams.getAll('pay_order').at(-1);
}

/**
 * The intent that a payment was made on, which has locked both fields. A payment that was made without an intent may
 * repeat them: it pays for the order only when its money is the order's, too.
 */
export const intentOf = ({ intents }: OrderRecord, payment: Payment): IntentEntry | undefined =>
  intents.find(
    ({ callbackUrl, description }) =>
      callbackUrl === payment.callback_url && description === payment.description,
  );
