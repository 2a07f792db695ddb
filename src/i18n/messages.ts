import type { Network } from '../card/brand.js';
import type { FieldName, FieldProblems } from '../card/card.js';
import type { PayErrorCode } from '../error.js';

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
 * What the elements say in one language. A sentence with something in it is a function, and what it is given must be
 * in what it answers. Which sentence about money is true when is decided in `sentence.ts`.
 */
export interface Messages {
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly expiryPlaceholder: string;
  /** In the field of the security code while the field is empty. */
  readonly cvcHint: (digits: number) => string;
  readonly form: string;
  readonly accepted: string;
  /** The payer's own word for a network, where there is one. */
  readonly networks: Readonly<Record<Network, string>>;
  readonly cardIs: (network: string) => string;
  /** For screen readers, after the name of a saved card's network. */
  readonly cardEnding: (digits: string) => string;
  /** The price is drawn in place of `amount`. */
  readonly pay: (amount: string) => string;
  /** For screen readers, in place of the sign of the Saudi riyal. */
  readonly riyals: string;
  readonly payNow: string;
  readonly paying: string;
  readonly redirecting: string;
  readonly loading: string;
  readonly testMode: string;
  readonly problems: { readonly [F in keyof FieldProblems]: Readonly<Record<FieldProblems[F], string>> };
  /** The service refused the field; its own words follow. */
  readonly refused: Readonly<Record<FieldName, string>>;
  /** Without a word about money: `notCharged` follows where it is true. */
  readonly declines: Readonly<Record<DeclineReason, string>>;
  readonly notCharged: string;
  readonly tryAgain: string;
  /** In place of `tryAgain` where the details were not the cause. */
  readonly tryLater: string;
  /** Where the page must bring a new intent first. */
  readonly startAnew: string;
  readonly failed: string;
  readonly paid: string;
  readonly authorized: string;
  /** The button on a paid form that the payer has come back to: it leads to the shop's page that follows. */
  readonly continue: string;
  readonly voided: string;
  readonly refunded: string;
  /** A payment was sent, and the shop is asked what became of it. */
  readonly checking: string;
  /** How long that may take, in a sentence of its own below. */
  readonly checkingTakes: string;
  /** Names the payment to the shop or the bank, once its end has not been known for a while. */
  readonly reference: (id: string) => string;
  /** In place of `checking` where nobody can be asked. */
  readonly uncertain: string;
  /** The bank wants the payer to approve, and the button that leads there. */
  readonly atBank: string;
  readonly toBank: string;
  /** Another tab or element is paying at this moment. */
  readonly elsewhere: string;
  /** The payer's own way on while a payment is open, the question before it, and the button that says yes. */
  readonly anotherWay: string;
  readonly payTwice: string;
  readonly payAgain: string;
  readonly back: string;
  /** A payment that was sent never arrived; the next try is the same payment on the same intent. */
  readonly lost: string;
  readonly lostAgain: string;
  readonly expired: string;
  /** The service refuses the intent: used, canceled or expired. Nobody here knows which. */
  readonly spent: string;
  readonly closing: (time: string) => string;
  readonly misconfigured: string;
  /** The same on a page that only tells the result, where there is no form. */
  readonly pageMisconfigured: string;
  /** The shop refuses more tries for a while. Nothing was sent. */
  readonly tooManyTries: string;
  /** The shop asks for its own check, as against robots, before it takes a payment. Nothing was sent. */
  readonly challengeRequired: string;
  readonly errors: Readonly<Record<PayErrorCode, string>>;
}

/** Around the bank's page, where it opens in a dialog. */
export interface BankWords {
  /** Names the dialog and the frame in it. */
  readonly title: string;
  /** On the button that leaves the merchant's page for the bank's. */
  readonly fullPage: string;
  readonly cancel: string;
  readonly loading: string;
  /** When nothing has come for a while. */
  readonly slow: string;
  /** Before the payer leaves. Leaving takes nothing back, so it must not sound as if it did. */
  readonly ask: string;
  readonly keep: string;
  readonly stop: string;
}

/** What a page says while the frame with its form says nothing. */
export interface FrameWords {
  /** The frame's name to a screen reader. */
  readonly title: string;
  readonly silent: string;
  readonly retry: string;
}

/** Cards that the payer saved before, and the offer to save one. */
export interface SavedWords {
  readonly title: string;
  /** Opens the fields. */
  readonly another: string;
  readonly expired: string;
  /** The shop does not accept its network, or the service does not know it any more. */
  readonly unusable: string;
  readonly offer: string;
  readonly always: string;
}

/** Some of the messages, each in its own form: what is left out stays as the language has it. */
export type MessageOverrides = Some<Messages> & {
  /** Around the bank's page, where it opens in a dialog. */
  readonly bank?: Partial<BankWords> | undefined;
  /** Of a form in a frame, while the frame itself says nothing. */
  readonly frame?: Partial<FrameWords> | undefined;
  /** Of saved cards, and of keeping a card. */
  readonly saved?: Partial<SavedWords> | undefined;
};

type Some<T> = { readonly [K in keyof T]?: (T[K] extends string | Sentence ? T[K] : Some<T[K]>) | undefined };
type Sentence = (value: never) => string;

/** What a page needs that has its form in a frame. */
export interface PageMessages {
  readonly form?: Messages;
  /** In place of what the bank's dialog says by itself. */
  readonly bank?: Partial<BankWords>;
  /** In place of what the page's side of a frame says by itself. */
  readonly frame?: Partial<FrameWords>;
  /** In place of what is said of saved cards by itself. */
  readonly saved?: Partial<SavedWords>;
}

/** All the words of one language. */
export interface Words extends PageMessages {
  readonly form: Messages;
}

/** What each file in `languages/` exports. */
export type LanguageFile<W extends PageMessages = Words> = W & {
  /** A BCP 47 tag. */
  readonly code: string;
  readonly direction: Direction;
};

export type Direction = 'ltr' | 'rtl';
