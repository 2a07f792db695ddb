import type { PaymentRow } from '../payments/payment.js';

/** The merchant's callback_url with `id`, `status` and `message` added to whatever query it had. */
export function wayBack({ id, status, message, callback_url: address }: PaymentRow): string {
  const url = new URL(address as string);
  const added = new URLSearchParams({ id, status, message }).toString();
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}
