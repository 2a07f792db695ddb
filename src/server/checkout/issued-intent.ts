import type { PaymentIntent } from '../../wire/index.js';
import type { PaymentView } from './payment-view.js';

/** What a request for an intent is answered. */
export type IssuedIntent = { readonly kind: 'intent'; readonly intent: PaymentIntent } | Refusal;

export interface Refusal {
  readonly kind: 'refused';
  readonly type: 'order_paid' | 'payment_open';
  readonly payment: PaymentView | null;
}
