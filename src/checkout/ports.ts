import type { Card } from '../card/card.js';
import type { PayError } from '../error.js';
import type { Payment } from '../wire/payment.js';
import type { Config, IntentSource, StatusSource } from './config.js';
import type { Outcome } from './outcome.js';

/** What an intent must tell to be fulfilled. */
export interface Intent {
  /** Known: it is addressed by path. Unknown: by its secret alone. */
  readonly id: string | undefined;
  readonly clientSecret: string;
}

/** An intent as the merchant's server answered it. */
export interface FetchedIntent extends Intent {
  readonly id: string;
  /** Smallest currency unit. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
}

/** One try to fulfil one intent. The card is not part of it: it stays in the inputs until the moment of sending. */
export interface Attempt {
  /** UUID v4; the payment's id, if there comes to be one. */
  readonly paymentId: string;
  readonly intent: Intent;
  readonly config: Config;
  /** Whether the same payment was sent before and got lost. */
  readonly resent: boolean;
}

/** What came back for an attempt, by what it means and not by how it looked. */
export type Answer =
  | { readonly kind: 'payment'; readonly payment: Payment }
  /** Nothing was created. `used`: because the intent is used, canceled or expired. */
  | { readonly kind: 'refused'; readonly used: boolean; readonly error: PayError }
  /** Nothing left this device. */
  | { readonly kind: 'unsent'; readonly error: PayError }
  /** Nobody knows. */
  | { readonly kind: 'silent' };

export interface Gateway {
  /** Sends one request, once. Never rejects. */
  fulfil(attempt: Attempt, card: Card): Promise<Answer>;
}

export interface Merchant {
  /** Rejects with a PayError where no intent can be had. */
  fetchIntent(source: IntentSource): Promise<FetchedIntent>;
  /** Undefined: the merchant's server says that there is no such payment. Rejects where it says nothing. */
  fetchStatus(source: StatusSource, paymentId: string): Promise<Payment | undefined>;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once; the function that it answers takes that back. */
  after(milliseconds: number, callback: () => void): () => void;
  /** The same, but not before the payer looks at the page. */
  afterSeen(milliseconds: number, callback: () => void): () => void;
  /** A number from 0 to 1, for jitter. */
  random(): number;
}

export interface Navigation {
  go(url: string): void;
}

/** What survives a reload: which intent was sent, under which payment id. Never a card, never a secret. */
export interface Memory {
  recall(config: Config): string | undefined;
  /** `left`: the service has answered, and the payer leaves this page, for the bank or with the payment made. */
  remember(config: Config, paymentId: string, left: boolean): void;
  forget(config: Config): void;
}

/** The page around the checkout: it may stop an attempt, hold back a redirect, replace what follows an outcome. */
export interface Page {
  newPaymentId(): string;
  /** The card in the form, when it is complete and valid. */
  card(): Card | undefined;
  clear(what: 'security-code' | 'card'): void;
  ready(): void;
  /** Rejects to stop the attempt. */
  attempt(paymentId: string): Promise<void>;
  /** False: somebody else takes the payer there. */
  redirect(url: string, payment: Payment): Promise<boolean>;
  /** False: the default action is not wanted. */
  outcome(outcome: Outcome): boolean;
  error(error: PayError): void;
}

export interface Ports {
  readonly gateway: Gateway;
  readonly merchant: Merchant;
  readonly clock: Clock;
  readonly navigation: Navigation;
  readonly memory: Memory;
  readonly page: Page;
}
