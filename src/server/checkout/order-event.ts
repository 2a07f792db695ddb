import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { Order, Verdict } from './order.js';
import type { CheckedLimits } from './limits.js';
import type { Task } from './task.js';
import type { OperationEvent, OperationReply } from './payment-operation.js';
import type { IntentEntry, OrderRecord } from './record.js';

/** What a request for an intent knows beside the record. */
export interface IntentRequest {
  readonly order: Order;
  /** The payments and intents that were read from the service for this request. */
  readonly checked: readonly string[];
  /** The intents of which the payment was searched in the list of payments for this request. */
  readonly searched: readonly string[];
  /** When the service answered last, in milliseconds by its own clock. */
  readonly serviceTime: number | undefined;
}

/** An intent that was just made for an order, and that nobody has been given yet. */
export interface CreatedIntent extends IntentRequest {
  readonly intent: PaymentIntent;
  /** The number that its callback address carries. */
  readonly number: number;
}

/** By the service's clock; undefined when the answer did not say. */
interface Timed {
  readonly serviceTime: number | undefined;
}

/** Something that became known about an order. `at` is this server's clock, on which no money depends. */
export type OrderEvent = { readonly at: number } & (
  | { readonly type: 'attempt-announced'; readonly paymentId: string }
  /** The payer chose to give this payment up for another way of paying. */
  | { readonly type: 'payment-released'; readonly paymentId: string }
  /** A payment, as the service has just shown it. `isForOrder`: it comes back to the order's own address. */
  | ({ readonly type: 'payment-read'; readonly payment: Payment; readonly isForOrder: boolean } & Timed)
  /** The service itself says that it knows no such payment. */
  | ({ readonly type: 'payment-missing'; readonly paymentId: string } & Timed)
  /**
   * The list of payments shows none of this intent that is not known here. `isComplete`: it was read to its end, or back
   * to before the use of the intent.
   */
  | ({ readonly type: 'payment-not-listed'; readonly intentId: string; readonly isComplete: boolean } & Timed)
  /** An intent, as the service has just shown it. */
  | ({ readonly type: 'intent-read'; readonly intent: PaymentIntent } & Timed)
  /** The service itself says that it knows no such intent. */
  | ({ readonly type: 'intent-missing'; readonly intentId: string } & Timed)
  /** The service has canceled the intent, so the intent was never used. */
  | { readonly type: 'intent-canceled'; readonly intentId: string }
  /** A page asks for an intent, which is counted before the service is asked. */
  | { readonly type: 'intent-requested' }
  | ({ readonly type: 'intent-created' } & CreatedIntent)
  /** A duplicate is to be given back, and the service will be asked for that next. */
  | { readonly type: 'return-requested'; readonly paymentId: string }
  | { readonly type: 'duplicate-returned'; readonly paymentId: string }
  | { readonly type: 'notified'; readonly paymentId: string; readonly verdict: Verdict }
  /** The merchant was warned that this payment must be captured. */
  | { readonly type: 'capture-warned'; readonly paymentId: string }
  | OperationEvent
  /** The report lists the order from now on, or no longer. */
  | { readonly type: 'report-updated'; readonly isListed: boolean }
  | { readonly type: 'time-passed' }
  /** A sweep has asked about all that it could. */
  | { readonly type: 'swept' }
);

/** What a request for an intent does next. */
export type IntentStep =
  | { readonly type: 'read-payment'; readonly paymentId: string }
  | { readonly type: 'read-intent'; readonly intent: IntentEntry }
  /** Look for the payment of a used intent in the list of payments. */
  | { readonly type: 'search-payment'; readonly intent: IntentEntry }
  /** Prove first that this intent is unused: cancel it. */
  | { readonly type: 'retire-intent'; readonly intent: IntentEntry }
  | { readonly type: 'create-intent'; readonly number: number }
  | { readonly type: 'reuse-intent'; readonly intent: IntentEntry }
  | { readonly type: 'order_paid'; readonly paymentId: string }
  | { readonly type: 'payment_open'; readonly paymentId: string | undefined };

/** What the request or sweep that appended the event does next. */
export type Reply =
  | { readonly type: 'accepted' }
  /** The order was tried too often for now: nothing was saved. */
  | { readonly type: 'too-many-tries'; readonly waitMs: number }
  /** The created intent is now the order's. */
  | { readonly type: 'assigned' }
  | OperationReply
  | IntentStep;

export interface Decision {
  readonly record: OrderRecord;
  readonly reply: Reply;
  /** All that is left to be done for this order. */
  readonly tasks: readonly Task[];
}

export interface Policy {
  readonly returnDuplicates: boolean;
  /** How often cards may be tried for an order; without a limit when omitted. */
  readonly limits?: CheckedLimits;
  /** How long after this server first saw a payment it warns the merchant to capture it; never when omitted. */
  readonly captureDueAfterMs?: number;
  /** Whether the sweep lists for the report what is not settled. */
  readonly hasReport?: boolean;
}
