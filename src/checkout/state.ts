import type { PayError } from '../error.js';
import type { Payment } from '../wire/payment.js';
import type { Config, Setup } from './config.js';
import type { FinalStatus, Outcome } from './outcome.js';
import type { Answer, Attempt, FetchedIntent } from './ports.js';

/** What the form may be doing. `phase` is what the page sees as the element's `state`. */
export type CheckoutState =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'misconfigured'; readonly error: PayError }
  | Ready
  | Paying
  | {
      readonly phase: 'redirecting';
      readonly config: Config;
      readonly attempt: Attempt | undefined;
      readonly url: string;
      readonly payment: Payment;
    }
  | Settled
  | Unknown
  | {
      readonly phase: 'expired';
      /** The service refused the intent, and may have done so because it was paid. */
      readonly refused: boolean;
    };

export interface Ready {
  readonly phase: 'ready';
  /** Why the last attempt ended without an outcome. */
  readonly error?: PayError;
  /** A payment that was sent and never arrived: what is sent next is the same payment on the same intent. */
  readonly lost?: Attempt;
  /** The intent stops working within minutes. */
  readonly closing?: boolean;
}

export type Paying = {
  readonly phase: 'paying';
  readonly paymentId: string;
  readonly config: Config;
} & (
  | { readonly step: 'fetching-intent' }
  | { readonly step: 'announcing' | 'sending'; readonly attempt: Attempt }
  /** The intent was refused as used: the merchant's server is asked whether this very payment has used it. */
  | { readonly step: 'verifying'; readonly attempt: Attempt; readonly error: PayError }
);

export interface Settled {
  readonly phase: FinalStatus;
  readonly outcome: Outcome & { readonly status: FinalStatus };
  /** The intent source that was used up. */
  readonly used: Config;
}

export interface Unknown {
  readonly phase: 'unknown';
  readonly outcome: Outcome & { readonly status: 'unknown' };
  readonly config: Config;
  /** Missing when all that is known comes from memory, after a reload. */
  readonly attempt: Attempt | undefined;
  /** How often the server was asked. */
  readonly asked: number;
  /** Since when the server says that there is no such payment; milliseconds since the epoch. */
  readonly missingSince: number | undefined;
}

/** Everything that the checkout knows. The setup may change while an attempt runs; the attempt keeps its own. */
export interface Model {
  readonly setup: Setup;
  readonly state: CheckoutState;
}

export type CheckoutEvent =
  /** The page's values changed. `sent` is the id that memory holds for them, `now` in milliseconds. */
  | {
      readonly type: 'configured';
      readonly setup: Setup;
      readonly sent: string | undefined;
      readonly now: number;
    }
  /** Values have been missing for long enough. */
  | { readonly type: 'patience-ended' }
  /** The payer pays; the form is complete. */
  | { readonly type: 'submitted'; readonly paymentId: string; readonly now: number }
  | { readonly type: 'intent-fetched'; readonly paymentId: string; readonly intent: FetchedIntent }
  /** Nothing was sent: no intent was to be had, or the page stopped the attempt. */
  | { readonly type: 'stopped'; readonly paymentId: string; readonly error: PayError }
  | { readonly type: 'allowed'; readonly paymentId: string }
  | { readonly type: 'answered'; readonly paymentId: string; readonly answer: Answer }
  /** What the merchant's server says of a payment whose intent was refused as used. */
  | {
      readonly type: 'verified';
      readonly paymentId: string;
      readonly answer: { readonly payment: Payment | undefined } | 'nothing';
    }
  /** The payer is seen on this page again, after it was left for the bank. */
  | { readonly type: 'came-back' }
  /** The payer wants to answer the bank after all. */
  | { readonly type: 'continued' }
  | {
      readonly type: 'status-answered';
      readonly paymentId: string;
      readonly payment: Payment | undefined;
      readonly now: number;
    }
  | { readonly type: 'status-failed'; readonly paymentId: string }
  | { readonly type: 'time-passed'; readonly now: number }
  | { readonly type: 'reset' };

/** What is to be done in the world. */
export type Effect =
  | { readonly type: 'be-patient' }
  | { readonly type: 'watch-expiry'; readonly at: number }
  | { readonly type: 'tell-ready' }
  | { readonly type: 'tell-error'; readonly error: PayError }
  | { readonly type: 'tell-outcome'; readonly outcome: Outcome; readonly next: string | undefined }
  | { readonly type: 'fetch-intent'; readonly paymentId: string; readonly config: Config }
  | { readonly type: 'announce'; readonly attempt: Attempt }
  | { readonly type: 'remember'; readonly config: Config; readonly paymentId: string; readonly left: boolean }
  | { readonly type: 'forget'; readonly config: Config }
  | { readonly type: 'send'; readonly attempt: Attempt }
  | { readonly type: 'verify'; readonly paymentId: string; readonly config: Config }
  | { readonly type: 'redirect'; readonly url: string; readonly payment: Payment }
  | {
      readonly type: 'ask-status';
      readonly paymentId: string;
      readonly config: Config;
      readonly asked: number;
    }
  | { readonly type: 'clear'; readonly what: 'security-code' | 'card' }
  /** Settles what `submit()` promised. */
  | { readonly type: 'resolve'; readonly outcome: Outcome }
  | { readonly type: 'reject'; readonly error: PayError };
