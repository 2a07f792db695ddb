import type { CheckoutPayment } from '../checkout/payment.js';
import type { DeclineReason } from './messages.js';

/** ISO 8583 results that a payer can do something about. Lost and stolen cards get the plain sentence, on purpose. */
const reasons: ReadonlyMap<string, DeclineReason> = new Map([
  ['14', 'wrong_number'],
  ['33', 'expired_card'],
  ['51', 'insufficient_funds'],
  ['54', 'expired_card'],
  ['57', 'not_permitted'],
  ['61', 'limit'],
  ['62', 'not_permitted'],
  ['65', 'limit'],
  ['82', 'security_code'],
  ['91', 'issuer_unavailable'],
]);

/** Why a payment failed: by the response code, and by the service's text only where there is no code. */
export function getDeclineReason(payment: CheckoutPayment | undefined): DeclineReason {
  const { response_code: code, message } = payment?.source ?? {};
  if (code) return reasons.get(code) ?? 'declined';
  if (/not enrolled/i.test(message ?? '')) return 'not_enrolled';
  if (/\b3-?d|authenticat/i.test(message ?? '')) return 'authentication';
  return 'declined';
}
