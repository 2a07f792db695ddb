import type { Payment } from 'pay-checkout/wire';

/** What a page may know of a payment: what `<pay-checkout>` reads of it, and no more. */
export function paymentView({ id, status, amount, currency, callback_url, source }: Payment) {
  const { type, company, message, transaction_url } = source ?? {};
  return { id, status, amount, currency, callback_url, source: { type, company, message, transaction_url } };
}
