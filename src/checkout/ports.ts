import type { Card } from '../card/card.js';
import type { PayError } from '../error.js';
import type { Config, IntentSource, StatusSource } from './config.js';
import type { SettledOutcome } from './outcome.js';
import type { SentPaymentMethod } from './payment-method.js';
import type { CheckoutPayment } from './payment.js';
import type { AttemptStore } from './purchase.js';

/** What an intent must tell to be fulfilled. */
export interface Intent {
  /** Known: it is addressed by path. Unknown: by its secret alone. */
  readonly id: string | undefined;
  readonly clientSecret: string;
  /** What the merchant's server has fixed of the order: sent in place of what the page has set. */
  readonly terms?: OrderTerms | undefined;
}

/** By the names of the service's interface, as the merchant's server answers them. */
export interface OrderTerms {
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly splits?: readonly object[] | undefined;
  readonly manual?: boolean | undefined;
  readonly invoice_id?: string | undefined;
}

/** An intent as the merchant's server answered it. */
export interface FetchedIntent extends Intent {
  readonly id: string;
  /** Smallest currency unit. */
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
}

/**
 * What is known of an attempt from its earlier tries. `refused`: the answer may have been that to the browser's own
 * second sending, so a payment may exist. `lost`: no answer came, and the status source has found no payment.
 */
export type PreviousTry = 'never-sent' | 'refused' | 'lost';

/** One payment on one intent, however often it is sent. What pays is not part of an attempt: see `PaymentMethod`. */
export interface Attempt {
  /** UUID v4; the payment's id, if there comes to be one. */
  readonly paymentId: string;
  readonly intent: Intent;
  readonly config: Config;
  readonly previousTry: PreviousTry;
}

/** What came back for an attempt, by what it means and not by how it looked. */
export type FulfilResult =
  | { readonly kind: 'payment'; readonly payment: CheckoutPayment }
  /** The service refused. `used`: because the intent is used, canceled or expired. */
  | { readonly kind: 'refused'; readonly isIntentClosed: boolean; readonly error: PayError }
  /** Nothing left this device. */
  | { readonly kind: 'unsent'; readonly error: PayError }
  /** Nobody knows. */
  | { readonly kind: 'no-answer' };

/** The service's refusal of a payment. */
export type Refusal = Extract<FulfilResult, { kind: 'refused' }>;

export interface Gateway {
  /** Sends one request, once. Never rejects. */
  fulfil(attempt: Attempt, source: SentPaymentMethod): Promise<FulfilResult>;
}

/** What the merchant's server says when it is asked for an intent. */
export type IntentResponse =
  | { readonly kind: 'intent'; readonly intent: FetchedIntent }
  /** The order is paid by this payment, or waits for it: nothing may be sent. */
  | { readonly kind: 'blocked-by-order'; readonly payment: CheckoutPayment };

export interface Merchant {
  /**
   * Rejects with a PayError where no intent can be had.
   *
   * @param abandonedPaymentId The open payment that the payer has set aside, for a server that asks for the payer’s word.
   */
  fetchIntent(source: IntentSource, abandonedPaymentId?: string): Promise<IntentResponse>;
  /**
   * Tells the merchant's server which payment is about to be sent. Undefined: it has taken note. A payment: it refuses,
   * because the order is paid by that one, or waits for it. Rejects where it says neither.
   */
  announceAttempt(url: string, paymentId: string): Promise<CheckoutPayment | undefined>;
  /** Undefined: the merchant's server says that there is no such payment. Rejects where it says nothing. */
  fetchStatus(source: StatusSource, paymentId: string): Promise<CheckoutPayment | undefined>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once; the function that it answers takes that back. */
  after(milliseconds: number, callback: () => void): () => void;
  /** The same, but not before the payer looks at the page. */
  afterVisible(milliseconds: number, callback: () => void): () => void;
  /** Calls back at once, or as soon as the device is online again. */
  whenOnline(callback: () => void): () => void;
  /** A number from 0 to 1, for jitter. */
  random(): number;
}

export interface Navigation {
  go(url: string): void;
  /**
   * Takes the payer to the bank's page. Undefined, or `left` in the end: this page is being left. Otherwise the bank's
   * page is open inside this one, and the promise settles when the payer is back.
   */
  openChallenge(url: string, payment: CheckoutPayment): Promise<unknown> | undefined;
}

/** The page around the checkout: it may stop an attempt, hold back a redirect, replace what follows an outcome. */
export interface Page {
  newPaymentId(): string;
  /** The card in the form, when it is complete and valid. */
  readCard(): Card | undefined;
  clear(what: 'security-code' | 'card'): void;
  emitReady(): void;
  /** Rejects to stop the attempt. */
  emitAttempt(paymentId: string): Promise<void>;
  /** False: somebody else takes the payer there. */
  emitRedirect(url: string, payment: CheckoutPayment): Promise<boolean>;
  /** False: the default action is not wanted. */
  emitOutcome(outcome: SettledOutcome): boolean;
  emitError(error: PayError): void;
  /** Tells the developer, and nobody else. */
  adviseDeveloper(advice: string): void;
}

export interface Ports {
  readonly gateway: Gateway;
  readonly merchant: Merchant;
  readonly clock: Clock;
  readonly navigation: Navigation;
  readonly attempts: AttemptStore;
  readonly page: Page;
}
