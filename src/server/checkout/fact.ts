import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { Order, Verdict } from './order.js';
import type { Work } from './outstanding.js';
import type { IntentEntry, OrderRecord } from './record.js';

/** An intent that was just made for an order, and that nobody has been given yet. */
export interface Made {
  readonly order: Order;
  readonly intent: PaymentIntent;
  /** The number that its callback address carries. */
  readonly number: number;
  /** The payment that the payer chose to give up for another way of paying. */
  readonly insteadOf: string | undefined;
}

/** Something that became known about an order. `at` is this server's clock; no money depends on it. */
export type Fact = { readonly at: number } & (
  | { readonly kind: 'announced'; readonly paymentId: string }
  /** A payment, as the service has just shown it. */
  | { readonly kind: 'payment'; readonly payment: Payment; readonly order: Order }
  /** What the service says of an intent; `unused` when it is proven that no payment can come of it any more. */
  | { readonly kind: 'intent'; readonly id: string; readonly state: 'used' | 'unused' }
  | { readonly kind: 'wanted'; readonly order: Order }
  /** A new intent was made, and nobody has it yet. */
  | ({ readonly kind: 'made' } & Made)
  | { readonly kind: 'given-back'; readonly paymentId: string }
  | { readonly kind: 'told'; readonly paymentId: string; readonly verdict: Verdict }
  | { readonly kind: 'time' }
);

/** What the one who brought the fact is answered. */
export type Answer =
  | { readonly say: 'noted' }
  /** Make an intent with this number, and bring it. */
  | { readonly say: 'make'; readonly number: number }
  /** The intent that was brought is now the order's. */
  | { readonly say: 'adopted' }
  | { readonly say: 'hand-out'; readonly intent: IntentEntry }
  /** Prove first that this intent is unused. */
  | { readonly say: 'retire'; readonly intent: IntentEntry }
  | { readonly say: 'order_paid'; readonly paymentId: string }
  | { readonly say: 'payment_open'; readonly paymentId: string | undefined }
  | { readonly say: 'too-many' };

export interface Decision {
  readonly record: OrderRecord;
  readonly answer: Answer;
  /** All that is left to be done for this order. */
  readonly work: readonly Work[];
}

export interface Policy {
  readonly returnDuplicates: boolean;
  /** Whether there is an `onSettled` that wants to hear of verdicts. */
  readonly listens: boolean;
}
