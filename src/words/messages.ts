import type { FieldProblems } from '../card/card.js';
import type { ChallengeWords } from '../bank-dialog/words.js';
import type { FrameWords } from '../frame/host/words.js';

/** Why a payment was declined, as far as a payer can act on it. */
export type DeclineReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'limit'
  | 'not_permitted'
  | 'security_code'
  | 'wrong_number'
  | 'not_enrolled'
  | 'authentication'
  | 'issuer_unavailable';

/**
 * Everything that the element says in one language. A sentence with something in it is a function; what it is given
 * must be in what it answers.
 */
export interface Messages {
  readonly labels: {
    readonly number: string;
    readonly expiry: string;
    readonly cvc: string;
    readonly name: string;
  };
  readonly expiryPlaceholder: string;
  /** Beside the label of the security code. */
  readonly cvcHint: (digits: number) => string;
  readonly form: string;
  readonly accepted: string;
  readonly cardIs: (network: string) => string;
  /** The price is drawn in place of `amount`. */
  readonly pay: (amount: string) => string;
  readonly payNow: string;
  readonly paying: string;
  readonly redirecting: string;
  readonly loading: string;
  readonly testMode: string;
  readonly problems: { readonly [F in keyof FieldProblems]: Readonly<Record<FieldProblems[F], string>> };
  readonly declines: Readonly<Record<DeclineReason, string>>;
  readonly tryAgain: string;
  /** Where the page must bring a new intent first. */
  readonly startAnew: string;
  /** On the button that takes the payer to a payment that waits at the bank. */
  readonly toBank: string;
  readonly failed: string;
  readonly paid: string;
  readonly authorized: string;
  readonly checking: string;
  readonly uncertain: string;
  readonly lost: string;
  readonly expired: string;
  /** The service refuses the intent: used, canceled or expired. Nobody here knows which, so it must not say. */
  readonly spent: string;
  readonly closing: (time: string) => string;
  readonly misconfigured: string;
  readonly errors: {
    readonly network: string;
    readonly api: string;
    readonly card: string;
    readonly canceled: string;
    readonly configuration: string;
    readonly expired: string;
  };
}

/** Some of the messages, each in its own form: what is left out stays as the language has it. */
export type MessageOverrides = Some<Messages> & {
  /** Around the bank's page, where it opens in a dialog. */
  readonly bank?: Partial<ChallengeWords> | undefined;
  /** Of a form in a frame, while the frame itself says nothing. */
  readonly frame?: Partial<FrameWords> | undefined;
};

type Some<T> = { readonly [K in keyof T]?: (T[K] extends string | Sentence ? T[K] : Some<T[K]>) | undefined };
type Sentence = (value: never) => string;
