import type { Verdict } from './order.js';
import type { PaymentOperation } from './payment-operation.js';
import type { IntentEntry } from './record.js';

/** A question to the service, whose answer may raise others. */
export type Query =
  | { readonly type: 'read-payment'; readonly paymentId: string }
  | { readonly type: 'read-intent'; readonly intent: IntentEntry }
  /** Cancel an intent that is no longer needed. */
  | { readonly type: 'retire-intent'; readonly intent: IntentEntry }
  /** An intent was used, but its payment has not been seen: search the list of payments. */
  | { readonly type: 'search-payment'; readonly intent: IntentEntry };

/** Done when all that can be known is known. */
export type FollowUp =
  | { readonly type: 'return-duplicate'; readonly paymentId: string }
  /** Refund, capture or void a payment, as the merchant wanted it. */
  | { readonly type: 'run-operation'; readonly operation: PaymentOperation }
  /** Warn the merchant that a payment must be captured. */
  | { readonly type: 'warn-of-capture'; readonly paymentId: string }
  /** List the order in the report, or take it out. */
  | { readonly type: 'update-report'; readonly isListed: boolean }
  | { readonly type: 'notify'; readonly paymentId: string; readonly verdict: Verdict };

/** One thing that is left to be done for an order. */
export type Task = Query | FollowUp;

export function isQuery(task: Task): task is Query {
  switch (task.type) {
    case 'read-payment':
    case 'read-intent':
    case 'retire-intent':
    case 'search-payment':
      return true;
    case 'return-duplicate':
    case 'run-operation':
    case 'warn-of-capture':
    case 'update-report':
    case 'notify':
      return false;
    default:
      return task satisfies never;
  }
}
