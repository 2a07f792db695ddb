import type { Payment } from 'pay-checkout/wire';

/** The bank's page. The address of any other source may confirm the payment when it is opened, so no page gets it. */
export const bankUrlOf = ({ source }: Payment): string | undefined =>
  source?.type === 'creditcard' ? (source.transaction_url ?? undefined) : undefined;

/** What a page may know of a payment: what `<pay-checkout>` reads of it, and no more. */
export function paymentView(payment: Payment) {
  const { id, status, amount, currency, callback_url, source } = payment;
  const { type, company, message } = source ?? {};
  const shown = { type, company, message, transaction_url: bankUrlOf(payment) };
  return { id, status, amount, currency, callback_url, source: shown };
}
