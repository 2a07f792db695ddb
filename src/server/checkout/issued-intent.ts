import type { PaymentIntent } from '../../wire/index.js';
import type { PaymentView } from './payment-view.js';

/** What a request for an intent is answered. */
export type IssuedIntent =
  | { readonly kind: 'intent'; readonly intent: PaymentIntent }
  /** The order was tried too often for now: nothing was asked of the service. */
  | { readonly kind: 'too-many-tries'; readonly waitMs: number }
  | IntentConflict;

export interface IntentConflict {
  readonly kind: 'refused';
  readonly type: 'order_paid' | 'payment_open';
  readonly payment: PaymentView | null;
}
