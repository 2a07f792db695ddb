import type { Payment, PaymentIntent } from '../../wire/index.js';
import type { Order, Verdict } from './order.js';
import type { OperationEvent, OperationReply, PaymentOperation } from './payment-operation.js';
import type { Charge, ChargeEntry, IntentEntry, OrderRecord } from './record.js';

/** What a request for an intent knows beside the record. */
export interface IntentRequest {
  readonly order: Order;
  /** The payments and intents that were read from the service for this request. */
  readonly checked: readonly string[];
  /** The intents that the service showed unused for this request. */
  readonly unused: readonly string[];
  /** When the service answered last, in milliseconds by its own clock. */
  readonly serviceTime: number | undefined;
  /** This server's clock. */
  readonly now: number;
  /** Asked for a charge without the payer: then nothing that a page holds may be left usable. */
  readonly isCharge?: boolean;
}

/** An intent that was just made for an order, and that no page has received yet. */
export interface CreatedIntent extends IntentRequest {
  readonly intent: PaymentIntent;
  /** The id that its payment will have. */
  readonly paymentId: string;
  /** How many intents the order had had when this one was made. */
  readonly intentCount: number;
  readonly account: string | undefined;
}

/** What a caller asks for: a charge by a saved card, once for each key. */
export type ChargeRequest = Pick<Charge, 'key' | 'digest' | 'token' | 'descriptor'>;

export interface ChargeRequested extends Omit<IntentRequest, 'order'> {
  readonly type: 'charge-requested';
  readonly request: ChargeRequest;
  /** Undefined if the merchant has deleted the order: then nothing is sent any more. */
  readonly order: Order | undefined;
  /** The id of the payment, if the charge is a new one. */
  readonly paymentId: string;
  readonly account: string | undefined;
  readonly at: number;
}

export type ChargeEvent =
  | ChargeRequested
  /** No request of the charge that was sent so far was carried out, or will be. */
  | { readonly type: 'charge-unsent'; readonly key: string; readonly attempts: number }
  /** The service has refused for good. */
  | {
      readonly type: 'charge-refused';
      readonly key: string;
      readonly attempts: number;
      readonly reason: string;
    }
  /** The service shows the payment, maybe with another id. */
  | ({ readonly type: 'charge-made'; readonly key: string; readonly payment: Payment } & Timed);

export type ChargeReply = {
  readonly type:
    /** This process, and no other one, asks the service now. */
    | 'send-charge'
    /** It was sent, and the result is not known yet. */
    | 'charge-pending'
    | 'charge-done'
    | 'charge-refused'
    /** The key was used before for something else. */
    | 'charge-key-used';
  readonly entry: ChargeEntry;
};

/** By the service's clock; undefined if the answer did not say. */
interface Timed {
  readonly serviceTime: number | undefined;
}

/** Something that became known about an order. `at` is this server's clock, on which no money depends. */
export type OrderEvent = { readonly at: number } & (
  | ({ readonly type: 'intent-created' } & CreatedIntent)
  /** A page receives an open intent again. */
  | { readonly type: 'intent-handed-out'; readonly intentId: string; readonly retireAt: number | undefined }
  /** The payer chose to give this payment up for another way of paying. */
  | { readonly type: 'payment-released'; readonly paymentId: string }
  /** A payment of the order, as the service has just shown it. */
  | ({ readonly type: 'payment-read'; readonly payment: Payment } & Timed)
  /** The service itself says that it knows no such payment. */
  | ({ readonly type: 'payment-missing'; readonly paymentId: string } & Timed)
  /** An intent, as the service has just shown it. */
  | ({ readonly type: 'intent-read'; readonly intent: PaymentIntent } & Timed)
  /** The service itself says that it knows no such intent. `account`: of the key that asked. */
  | ({
      readonly type: 'intent-missing';
      readonly intentId: string;
      readonly account: string | undefined;
    } & Timed)
  /** The service has canceled the intent, so the intent was never used. */
  | { readonly type: 'intent-canceled'; readonly intentId: string }
  /** The complete list of payments, searched for those that an intent with an unknown payment may have made. */
  | { readonly type: 'candidates-listed'; readonly intentId: string; readonly candidates: readonly Payment[] }
  /** The operator's word that this payment is the one of the intent, and pays for the order. */
  | ({ readonly type: 'payment-adopted'; readonly intentId: string; readonly payment: Payment } & Timed)
  /** A duplicate is to be refunded, and the service will be asked for that next. */
  | { readonly type: 'refund-wanted'; readonly paymentId: string }
  | { readonly type: 'duplicate-refunded'; readonly paymentId: string }
  | { readonly type: 'notified'; readonly paymentId: string; readonly verdict: Verdict }
  /** The merchant was warned that this payment must be captured. */
  | { readonly type: 'capture-warned'; readonly paymentId: string }
  | { readonly type: 'operator-told'; readonly intentId: string }
  | OperationEvent
  | ChargeEvent
  | { readonly type: 'time-passed' }
  /** A sweep has asked about all that it could. */
  | { readonly type: 'swept' }
);

export type EventOf<Type extends OrderEvent['type']> = Extract<OrderEvent, { type: Type }>;

/** Why a request for an intent is refused; the word of the 409. */
export type Conflict = 'order_paid' | 'payment_open' | 'payment_held';

/** A question to the service, whose answer may raise others. */
export type Query =
  | { readonly type: 'read-payment'; readonly paymentId: string }
  | { readonly type: 'read-intent'; readonly intentId: string }
  /** Cancel an intent: that proves that it is unused, and that it must not be paid any more. */
  | { readonly type: 'retire-intent'; readonly intentId: string }
  /** Search the list of payments for the one that a used intent has made. */
  | { readonly type: 'list-candidates'; readonly intentId: string };

const queries: Readonly<Record<Query['type'], true>> = {
  'read-payment': true,
  'read-intent': true,
  'retire-intent': true,
  'list-candidates': true,
};

export const isQuery = <T extends { readonly type: string }>(step: T): step is Extract<T, Query> =>
  Object.hasOwn(queries, step.type);

/** What a request for an intent does next. */
export type IntentStep =
  | Exclude<Query, { readonly type: 'list-candidates' }>
  | { readonly type: 'create-intent' }
  | { readonly type: 'reuse-intent'; readonly intent: IntentEntry }
  | { readonly type: Conflict; readonly paymentId: string };

/** What the request or sweep that appended the event does next. */
export type Reply =
  | { readonly type: 'accepted' }
  /** The created intent is now the order's. */
  | { readonly type: 'assigned' }
  | OperationReply
  | ChargeReply
  | IntentStep;

/** Done when all that can be known is known. */
type FollowUp =
  | { readonly type: 'refund-duplicate' | 'warn-of-capture'; readonly paymentId: string }
  | { readonly type: 'run-operation'; readonly operation: PaymentOperation }
  | { readonly type: 'run-charge'; readonly charge: Charge }
  /** Tell the operator that money or an intent needs a decision. */
  | { readonly type: 'tell-operator'; readonly intentId: string }
  | { readonly type: 'notify'; readonly paymentId: string; readonly verdict: Verdict };

/** One thing that is left to be done for an order. */
export type Task = Query | FollowUp;

export interface Decision {
  readonly record: OrderRecord;
  readonly reply: Reply;
  /** All that is left to be done for this order. */
  readonly tasks: readonly Task[];
}

export interface Policy {
  readonly refundDuplicates: boolean;
  /** How long after this server first saw a payment it warns the merchant to capture it; never if omitted. */
  readonly captureDueAfterMs?: number;
}
