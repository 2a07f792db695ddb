import type { Card } from '../card/card.js';
import type { PayError } from '../../error.js';
import type { Config } from './config.js';
import type { IntentSource, StatusSource } from './sources.js';
import type { ReportedOutcome } from './outcome.js';
import type { MethodName, SentMethod } from './payment-method.js';
import type { CheckoutPayment } from './payment.js';
import type { PriceDifference } from './price.js';
import type { AttemptStore } from './purchase.js';

/** What an intent must tell to be fulfilled. */
export interface Intent {
  /** With an id, the intent is addressed by path; without, by its secret alone. */
  readonly id: string | undefined;
  readonly clientSecret: string;
  /** What the merchant's server has fixed of the order: sent instead of what the page has set. */
  readonly terms?: OrderTerms | undefined;
}

/** The fields are named as in the service's interface, and as the merchant's server sends them. */
interface OrderTerms {
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly splits?: readonly object[] | undefined;
  readonly manual?: boolean | undefined;
  readonly invoice_id?: string | undefined;
  /** Whether the service may lower the amount by its own coupon; false unless the merchant's server says so. */
  readonly apply_coupon?: boolean | undefined;
}

/** An intent as the merchant's server has sent it. */
export interface FetchedIntent extends Intent {
  readonly id: string;
  /** UUID v4; the id that the one payment on this intent will have. Undefined: the element makes one. */
  readonly paymentId?: string | undefined;
  /** Smallest currency unit. */
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
}

/**
 * What the earlier tries of an attempt came to. `refused`: a payment may exist, because the refusal may have answered the
 * browser's own second sending, or because the payer pays another way meanwhile. `lost`: no answer came, and no payment
 * is known: the status source has found none, or the page was loaded again.
 */
export type PreviousTry = 'never-sent' | 'refused' | 'lost';

/** One payment on one intent, however often it is sent. What pays is not part of an attempt: see `ChosenMethod`. */
export interface Attempt {
  /** UUID v4; the id of the payment that the attempt may become. It belongs to the intent, and is never used on another. */
  readonly paymentId: string;
  readonly intent: Intent;
  readonly config: Config;
  readonly previousTry: PreviousTry;
}

/**
 * What a refusal says of the intent. `used`: it may have made a payment, such as by a request that the browser had sent
 * before. `ended`: it is expired or canceled, so it has made none.
 */
export type IntentStatus = 'open' | 'used' | 'ended';

/** What sending an attempt came to, by its meaning. */
export type FulfilResult =
  | {
      readonly kind: 'payment';
      readonly payment: CheckoutPayment;
      /** Where the service takes the code of an STC Pay payment that is open. A credential. */
      readonly codeUrl?: string | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly intentStatus: IntentStatus;
      /** The id that was sent is used: a payment of this attempt may exist. */
      readonly isIdUsed?: boolean;
      readonly error: PayError;
    }
  /** Nothing left this device. */
  | { readonly kind: 'unsent'; readonly error: PayError }
  /** The request may have arrived; no readable answer came. `advice` tells the developer what to check. */
  | { readonly kind: 'no-answer'; readonly advice?: string };

/** The service's refusal of a payment. */
export type Refusal = Extract<FulfilResult, { kind: 'refused' }>;

/** What sending a code came to. A refusal proves nothing, so it counts as no answer. */
export type CodeResult = Exclude<FulfilResult, Refusal>;

interface Gateway {
  /** Sends one request, once. Never rejects. */
  fulfil(attempt: Attempt, method: SentMethod): Promise<FulfilResult>;
  /** Sends the code of an STC Pay payment, once. Never rejects. */
  sendCode(config: Config, paymentId: string, codeUrl: string, code: string): Promise<CodeResult>;
}

/** The order is paid by this payment, or waits for it: nothing may be sent. */
export interface BlockedByOrder {
  readonly kind: 'blocked-by-order';
  readonly payment: CheckoutPayment;
  /** The payment holds money that is not what was asked for: only the shop can go on. */
  readonly isHeld?: boolean | undefined;
}

/** What the merchant's server answers to a request for an intent. */
export type IntentResponse = { readonly kind: 'intent'; readonly intent: FetchedIntent } | BlockedByOrder;

export interface Merchant {
  /**
   * Rejects where no intent can be had: with a PayError where the merchant's server answered, else with the cause.
   *
   * @param abandonedPaymentId The open payment that the payer has abandoned to pay another way, for a server that needs
   *   the payer’s confirmation.
   */
  fetchIntent(source: IntentSource, abandonedPaymentId?: string): Promise<IntentResponse>;
  /** Undefined: the merchant's server says that there is no such payment. Rejects when the server says neither. */
  fetchStatus(source: StatusSource, paymentId: string): Promise<CheckoutPayment | undefined>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after a delay. Returns a function that cancels the timer. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls back once after a delay, but not before the page is visible. Returns a function that cancels the timer. */
  afterVisible(milliseconds: number, callback: () => void): () => void;
  /** Calls back at once, or as soon as the device is online again. */
  whenOnline(callback: () => void): () => void;
  /** A number from 0 to 1, for jitter. */
  random(): number;
}

export interface Navigation {
  go(url: string): void;
  /**
   * Takes the payer to the bank's page. Resolves with `left`, or returns undefined, when this page is being left. Resolves
   * with anything else, or rejects, when a dialog with the bank's page has closed.
   */
  openChallenge(url: string, payment: CheckoutPayment): Promise<unknown> | undefined;
}

/** The page around the checkout: it may stop an attempt, delay or prevent a redirect, and replace what follows an outcome. */
export interface Page {
  newPaymentId(): string;
  /** The card in the form, when it is complete and valid. */
  readCard(): Card | undefined;
  /** The code that STC Pay has sent to the payer, when it is in the form, complete and valid. */
  readCode(): string | undefined;
  clear(what: 'security-code' | 'card'): void;
  emitReady(): void;
  /** Emits `pay-attempt`. Rejects to stop the attempt. */
  emitAttempt(paymentId: string, method: MethodName): Promise<void>;
  /** Emits `pay-redirect`. False: the page takes the payer to the bank itself or nowhere, or the element is gone. */
  emitRedirect(url: string, payment: CheckoutPayment): Promise<boolean>;
  /** Emits `pay-outcome`. False: the page has prevented the default action, or the element is gone. */
  emitOutcome(outcome: ReportedOutcome, differs?: PriceDifference): boolean;
  emitError(error: PayError): void;
  /** Writes to the console of a developer; neither the payer nor the page's code learns of it. */
  adviseDeveloper(advice: string, ...cause: readonly unknown[]): void;
}

export interface Ports {
  readonly gateway: Gateway;
  readonly merchant: Merchant;
  readonly clock: Clock;
  readonly navigation: Navigation;
  readonly attemptStore: AttemptStore;
  readonly page: Page;
}
