import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { Order, Verdict } from './order.js';
import type { Task } from './pending-tasks.js';
import type { IntentEntry, OrderRecord } from './record.js';

/** An intent that was just made for an order, and that nobody has been given yet. */
export interface CreatedIntent {
  readonly order: Order;
  readonly intent: PaymentIntent;
  /** The number that its callback address carries. */
  readonly number: number;
  /** The payment that the payer chose to give up for another way of paying. */
  readonly insteadOf: string | undefined;
}

/** Something that became known about an order. `at` is this server's clock; no money depends on it. */
export type OrderEvent = { readonly at: number } & (
  | { readonly type: 'attempt-announced'; readonly paymentId: string }
  /** A payment, as the service has just shown it. */
  | { readonly type: 'payment-read'; readonly payment: Payment; readonly order: Order }
  /** What the service says of an intent; `unused` when it is proven that no payment can come of it any more. */
  | { readonly type: 'intent-read'; readonly id: string; readonly state: 'used' | 'unused' }
  | { readonly type: 'intent-requested'; readonly order: Order }
  /** A new intent was made, and nobody has it yet. */
  | ({ readonly type: 'intent-created' } & CreatedIntent)
  | { readonly type: 'duplicate-returned'; readonly paymentId: string }
  | { readonly type: 'notified'; readonly paymentId: string; readonly verdict: Verdict }
  | { readonly type: 'time-passed' }
  /** A sweep has asked about all that it could. */
  | { readonly type: 'swept' }
);

/** What the request or sweep that appended the event does next. */
export type Reply =
  | { readonly type: 'accepted' }
  /** Create an intent with this number, and append that. */
  | { readonly type: 'create-intent'; readonly number: number }
  /** The created intent is now the order's. */
  | { readonly type: 'assigned' }
  | { readonly type: 'reuse-intent'; readonly intent: IntentEntry }
  /** Prove first that this intent is unused. */
  | { readonly type: 'retire-intent'; readonly intent: IntentEntry }
  | { readonly type: 'order_paid'; readonly paymentId: string }
  | { readonly type: 'payment_open'; readonly paymentId: string | undefined }
  | { readonly type: 'too-many-attempts' };

export interface Decision {
  readonly record: OrderRecord;
  readonly reply: Reply;
  /** All that is left to be done for this order. */
  readonly tasks: readonly Task[];
}

export interface Policy {
  readonly returnDuplicates: boolean;
  /** Whether there is an `onSettled` that wants to hear of verdicts. */
  readonly listens: boolean;
}
