import type { PayError } from '../../error.js';
import type { Config, ParsedConfig } from './config.js';
import type { FinalStatus } from '../../wire/final-status.js';
import type { Outcome, ReportedOutcome } from './outcome.js';
import type { MethodName, ChosenMethod } from './payment-method.js';
import type { CheckoutPayment } from './payment.js';
import type {
  Attempt,
  BlockedByOrder,
  CodeResult,
  FetchedIntent,
  FulfilResult,
  IntentStatus,
  Refusal,
} from './ports.js';
import type { PriceDifference } from './price.js';
import type { StoreSnapshot, StoredAttempt, Stage } from './purchase.js';

/** The state of the checkout. `phase` is what the page sees as the element's `state`. */
export type CheckoutState =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'misconfigured'; readonly error: PayError }
  | ReadyState
  | PayingState
  | RedirectingState
  | ConfirmingState
  | SettledState
  | UnknownState
  | {
      readonly phase: 'expired';
      /** A payment may exist on the intent: the payer must ask the shop before paying again. */
      readonly mayBePaid: boolean;
    };

export interface ReadyState {
  readonly phase: 'ready';
  /** Why the last attempt ended without an outcome. */
  readonly error?: PayError;
  /** The last attempt ended because another tab is paying for the same purchase. */
  readonly inOtherTab?: true;
  /** An attempt that is sent again by the next try: the same payment on the same intent. */
  readonly held?: Attempt;
  /** The intent stops working within minutes. */
  readonly isExpiringSoon?: boolean;
}

export type PayingState = {
  readonly phase: 'paying';
  /** The id of the attempt's payment. Before there is an attempt: the id of the store's claim, which no payment ever gets. */
  readonly paymentId: string;
  readonly config: Config;
  readonly method: ChosenMethod;
} &
  /** The purchase is being locked, so that no other element or tab pays for it meanwhile. */
  (
    | { readonly step: 'locking'; readonly attempt: Attempt | undefined }
    /** With `attempt`: something was sent on it, and the merchant's server says whether it may be sent again. */
    | { readonly step: 'fetching-intent'; readonly attempt: Attempt | undefined }
    /** `announcing`: the page's listeners of `pay-attempt` may stop the attempt. */
    | { readonly step: 'announcing' | 'sending'; readonly attempt: Attempt }
    /** The service refused. The status source says whether the payment exists nevertheless. */
    | { readonly step: 'verifying'; readonly attempt: Attempt; readonly refusal: Refusal }
  );

interface RedirectingState {
  readonly phase: 'redirecting';
  readonly config: Config;
  readonly attempt: Attempt | undefined;
  readonly url: string;
  readonly payment: CheckoutPayment;
  /** Since when the payment has been open; milliseconds since the epoch. */
  readonly openSince: number;
}

/** The payer types the code that STC Pay has sent to the payer's phone: the payment is open here, and nowhere else. */
export interface ConfirmingState {
  readonly phase: 'confirming';
  readonly config: Config;
  readonly attempt: Attempt | undefined;
  readonly payment: CheckoutPayment;
  /** Where the code goes. A credential: in memory only, and never opened, because a GET acts. */
  readonly codeUrl: string;
  /** When the service answered; milliseconds since the epoch. */
  readonly openSince: number;
  /** `locking`: the purchase is being locked, so that no other element or tab pays for it while the code is sent. */
  readonly step: 'typing' | 'locking' | 'sending';
  /** Whether a code may have arrived: then the payment may go through, whatever the payer does next. */
  readonly isCodeSent: boolean;
  /** Why the last code was not sent. */
  readonly error?: PayError;
  /** Less than a minute is left. */
  readonly isEndingSoon?: boolean;
}

export interface SettledState {
  readonly phase: FinalStatus;
  readonly outcome: Outcome & { readonly status: FinalStatus };
  /** The target of a button, for a payer who came back from this URL: the page is not left automatically again. */
  readonly returnUrl?: string;
  /** The payment is over something else than the payer was shown. */
  readonly differs?: PriceDifference;
  /** The config of the attempt that has ended. */
  readonly attemptConfig: Config;
  /** A later config of the page whose name also stands for this payment, such as a `reference` that was set after the payment. */
  readonly laterConfig?: Config;
}

/** "Pay another way" beside an open payment: not there, offered, or chosen and still to be confirmed. */
export type AnotherWay = 'none' | 'offered' | 'chosen';
export type AnotherWayChoice = 'ask' | 'confirm' | 'back';

export interface UnknownState {
  readonly phase: 'unknown';
  readonly outcome: Outcome & { readonly status: 'unknown' };
  readonly config: Config;
  /**
   * Undefined when nothing may be sent on the intent again, or when the intent is not known: after a reload, or while
   * another tab has it.
   */
  readonly attempt: Attempt | undefined;
  /** Another element or tab is paying at this moment. */
  readonly inOtherTab: boolean;
  /** By the last refusal. Nothing can be sent again on an intent that is used or has ended. */
  readonly intentStatus: IntentStatus;
  /** The payment holds money that is not what was asked for: only the shop can go on, so nothing is asked or offered. */
  readonly isHeld?: boolean;
  /** The service has answered with this payment, so the payment exists, whatever a status source says. */
  readonly confirmedByService: boolean;
  /** Only the attempt store says that the payment exists and is paid. */
  readonly isKnownFromStoreOnly?: boolean;
  /** The payer has come back to this page after the payment was paid: the page is not left automatically again. */
  readonly isPageRevisited?: boolean;
  /** Since when the payment has been open; milliseconds since the epoch. */
  readonly openSince: number;
  /** Where a code was sent that got no answer: the payer may type another one once the payment is known to be open. */
  readonly codeUrl?: string;
  /** How often the server was asked. */
  readonly statusRequestCount: number;
  /** Since when, and how often, the server has said that there is no such payment. */
  readonly notFound: { readonly since: number; readonly times: number } | undefined;
  readonly anotherWay: AnotherWay;
}

/** Everything that the checkout knows. `setup` may change while an attempt runs; the attempt keeps its own config. */
export interface Model {
  readonly setup: ParsedConfig;
  readonly state: CheckoutState;
  /** Ids of intents on which nothing can be sent any more, and of their payments: a source that returns one again is broken. */
  readonly usedIds?: readonly string[];
  /** A stored payment of an earlier purchase under the same name. */
  readonly earlierPaymentId?: string;
  /** The payment that the payer has abandoned to pay another way, while it was still open. */
  readonly abandonedPaymentId?: string;
  /** Something may have been sent for this purchase, here or elsewhere, before the attempt that is made now. */
  readonly mayHaveSentBefore?: boolean;
  /** Another payment of this purchase may still go through: one that was given up here, or that is open in another tab. */
  readonly hasOtherOpenPayment?: boolean;
}

/** What happened. `transition` gets the time as a parameter. */
export type CheckoutEvent =
  | {
      /** The page's values changed. */
      readonly type: 'configured';
      readonly setup: ParsedConfig;
      /** The stored attempt of the purchase that the settings describe. */
      readonly entry: StoredAttempt | undefined;
      /** The config of the attempt that has just ended, if the page set another one meanwhile. */
      readonly attemptConfig?: Config | undefined;
    }
  /** Values have been missing for long enough. */
  | { readonly type: 'config-timeout' }
  /** The payer pays: by the card in the form, which is complete, or by something else. */
  | { readonly type: 'submitted'; readonly paymentId: string; readonly method: ChosenMethod }
  | { readonly type: 'locked'; readonly paymentId: string; readonly snapshot: StoreSnapshot }
  | {
      readonly type: 'intent-fetched';
      /** Of the claim, or of the attempt that was held. */
      readonly paymentId: string;
      readonly intent: FetchedIntent & { readonly paymentId: string };
    }
  /** The merchant's server lets nothing be sent, because this payment may be or become the one for the order. */
  | ({ readonly type: 'blocked-by-order'; readonly paymentId: string } & Omit<BlockedByOrder, 'kind'>)
  /** Nothing was sent: no intent could be fetched, or the page stopped the attempt. */
  | { readonly type: 'stopped'; readonly paymentId: string; readonly error: PayError }
  | { readonly type: 'allowed'; readonly paymentId: string }
  | { readonly type: 'answered'; readonly paymentId: string; readonly answer: FulfilResult }
  /** The payer confirms an STC Pay payment by the code in the form. */
  | { readonly type: 'code-submitted' }
  | { readonly type: 'code-answered'; readonly paymentId: string; readonly answer: CodeResult }
  /** The merchant's server was asked about a payment that was refused; undefined when there is none, or no answer. */
  | { readonly type: 'verified'; readonly paymentId: string; readonly payment: CheckoutPayment | undefined }
  /** The payer is seen on this page again after the way to the bank, or never left it. */
  | { readonly type: 'came-back' }
  /** The payer goes on: to the bank after all, or from a paid purchase to the payment's return URL. */
  | { readonly type: 'continued' }
  /** "Pay another way": the payer asks for it, confirms it, or goes back. */
  | { readonly type: 'another-way-requested'; readonly choice: AnotherWayChoice }
  | {
      readonly type: 'status-answered';
      readonly paymentId: string;
      readonly payment: CheckoutPayment | undefined;
    }
  | {
      readonly type: 'status-failed';
      readonly paymentId: string;
      /** The merchant's server says that the order has no such payment. */
      readonly isForeign?: boolean;
    }
  /** The stored attempt may have changed: another element or tab wrote, or the page is shown again. */
  | { readonly type: 'store-changed'; readonly snapshot: StoreSnapshot }
  | { readonly type: 'time-passed' }
  | { readonly type: 'reset' };

/** A side effect, for `EffectRunner`. */
export type Effect =
  | { readonly type: 'start-config-timeout' }
  /** Dispatches `time-passed` now, at least every 15 s, and at this moment. A second `watch-time` ends the first. */
  | { readonly type: 'watch-time'; readonly at: number }
  | { readonly type: 'emit-ready' }
  | { readonly type: 'emit-error'; readonly error: PayError }
  /** Tells the developer what to set, and neither the payer nor the page's code. */
  | { readonly type: 'advise-developer'; readonly advice: string }
  | {
      readonly type: 'emit-outcome';
      readonly outcome: ReportedOutcome;
      readonly next: string | undefined;
      readonly differs?: PriceDifference | undefined;
    }
  | { readonly type: 'lock'; readonly paymentId: string; readonly config: Config }
  | {
      readonly type: 'fetch-intent';
      readonly paymentId: string;
      readonly config: Config;
      /** The open payment that the payer has abandoned to pay another way. */
      readonly abandonedPaymentId: string | undefined;
    }
  | { readonly type: 'announce'; readonly attempt: Attempt; readonly method: MethodName }
  | {
      readonly type: 'save-attempt';
      readonly config: Config;
      readonly paymentId: string;
      readonly stage: Stage;
      readonly replacesPaid?: true;
    }
  | { readonly type: 'forget-attempt'; readonly config: Config }
  /** Reads the store; the result arrives as `store-changed`. */
  | { readonly type: 'peek-store'; readonly config: Config }
  | { readonly type: 'send'; readonly attempt: Attempt; readonly method: ChosenMethod }
  | {
      readonly type: 'send-code';
      readonly paymentId: string;
      readonly config: Config;
      readonly codeUrl: string;
    }
  | { readonly type: 'verify'; readonly paymentId: string; readonly config: Config }
  | { readonly type: 'go-to-return-url'; readonly url: string }
  | { readonly type: 'redirect'; readonly url: string; readonly payment: CheckoutPayment }
  | {
      readonly type: 'ask-status';
      readonly paymentId: string;
      readonly config: Config;
      readonly statusRequestCount: number;
    }
  | { readonly type: 'clear'; readonly what: 'security-code' | 'card' }
  /** Settles the promise of `submit()`. */
  | { readonly type: 'resolve-submit'; readonly outcome: Outcome }
  | { readonly type: 'reject-submit'; readonly error: PayError };
