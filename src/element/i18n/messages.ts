import type { Network } from '../card/networks.js';
import type { FieldName, FieldProblems } from '../card/card.js';
import type { PayErrorCode } from '../../error.js';

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
 * The messages of the form and of `<pay-result>` in one language. A message with a placeholder is a function; the text that
 * the function returns must contain its argument. `notice.ts` decides which sentence about money is true when.
 */
export interface FormMessages {
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly expiryPlaceholder: string;
  /** In the field of the security code while the field is empty. */
  readonly cvcHint: (digits: number) => string;
  readonly form: string;
  readonly accepted: string;
  /** The payer's own words for networks, where payers have others than the label in `card/networks.ts`. */
  readonly networks?: Readonly<Partial<Record<Network, string>>> | undefined;
  readonly cardIs: (network: string) => string;
  /** For screen readers, after the name of a saved card's network. */
  readonly cardEnding: (digits: string) => string;
  /** The form renders the price instead of `amount`. */
  readonly pay: (amount: string) => string;
  /** For screen readers, instead of the sign of the Saudi riyal. */
  readonly riyals: string;
  readonly payNow: string;
  /** Why the form around the element does not go out: the card is complete, and nothing was paid. */
  readonly payFirst: string;
  readonly paying: string;
  readonly redirecting: string;
  readonly loading: string;
  readonly testMode: string;
  readonly problems: { readonly [F in keyof FieldProblems]: Readonly<Record<FieldProblems[F], string>> };
  /** For screen readers, after a press that has found several problems. */
  readonly severalProblems: string;
  /** A field of digits has refused letters or signs. */
  readonly onlyDigits: string;
  /** The service refused the field; the service's message follows. */
  readonly refused: Readonly<Record<FieldName, string>>;
  /** These say nothing about money: `notCharged` follows where it is true. */
  readonly declines: Readonly<Record<DeclineReason, string>>;
  readonly notCharged: string;
  readonly tryAgain: string;
  /** Shown instead of `tryAgain` when the details were not the cause, or when the payer has typed none. */
  readonly tryLater: string;
  /** Shown instead of `tryAgain` when the page must set a new intent first. */
  readonly startAnew: string;
  readonly failed: string;
  readonly paid: string;
  readonly authorized: string;
  /** The button on a paid form that the payer has come back to: it leads to the shop's page that follows. */
  readonly continue: string;
  readonly voided: string;
  readonly refunded: string;
  /** A payment was sent, and the form asks the shop for its status. */
  readonly checking: string;
  /** How long `checking` may take, in a sentence below. */
  readonly checkingTakes: string;
  /** Names the payment to the shop or the bank, once its end has not been known for a while. */
  readonly reference: (id: string) => string;
  /** Shown instead of `checking` when there is no source of the status. */
  readonly uncertain: string;
  /** The bank wants the payer to approve, and the button that leads there. */
  readonly atBank: string;
  readonly toBank: string;
  /** Below `atBank`: a payment that the payer cancels at the bank fails, and the form is free again. */
  readonly cancelThere: string;
  /** A payment holds money that is not what was asked for: the shop must look at it, and nothing may be paid here. */
  readonly held: string;
  /** Below `paid` or `authorized`, where the amount is not the one that was shown. */
  readonly charged: (amount: string) => string;
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
  /** `misconfigured` for `<pay-result>`, where there is no form. */
  readonly pageMisconfigured: string;
  /** The shop refuses more tries for a while. Nothing was sent. */
  readonly tooManyTries: string;
  /** The shop asks for its own check, as against robots, and not for the bank's challenge. Nothing was sent. */
  readonly challengeRequired: string;
  readonly errors: Readonly<Record<PayErrorCode, string>>;
}

/** Around the bank's page, where it opens in a dialog. */
export interface ChallengeMessages {
  /** Names the dialog and the frame in it. */
  readonly title: string;
  /** On the button that leaves the merchant's page for the bank's. */
  readonly fullPage: string;
  readonly cancel: string;
  readonly loading: string;
  /** Shown when the bank's page has not loaded for a while. */
  readonly slow: string;
  /** Before the payer leaves. Leaving takes nothing back, so it must not sound as if it did. */
  readonly ask: string;
  readonly keep: string;
  readonly stop: string;
}

/** Shown in the page while the frame with the form shows nothing. */
export interface FrameMessages {
  /** The frame's name to a screen reader. */
  readonly title: string;
  readonly silent: string;
  readonly retry: string;
}

/** Cards that the payer saved before, and the offer to save one. */
export interface SavedCardMessages {
  readonly title: string;
  /** Opens the fields. */
  readonly another: string;
  readonly expired: string;
  /** The shop does not accept its network, or the service does not know it any more. */
  readonly unusable: string;
  readonly offer: string;
  readonly always: string;
}

/** The number and the code of STC Pay. */
export interface StcPayMessages {
  /** Above the ways to pay. */
  readonly legend: string;
  /** The card, where no card was saved before. */
  readonly card: string;
  readonly mobile: string;
  readonly mobileEmpty: string;
  readonly mobileInvalid: string;
  /** The number follows. */
  readonly sent: string;
  readonly code: string;
  readonly codeEmpty: string;
  readonly codeInvalid: string;
  readonly confirm: string;
  readonly change: string;
  readonly ending: string;
  /** The code did not leave this device. */
  readonly notSent: string;
  /** The code was sent, and the payment still waits for one. */
  readonly noAnswer: string;
  /** These two say nothing about money: `notCharged` follows where it is true. */
  readonly wrongCode: string;
  readonly notRegistered: string;
  /** Instead of `tryAgain`. */
  readonly again: string;
}

/** Around the buttons of the wallets. */
export interface WalletMessages {
  /** Between the buttons and the fields of a card. */
  readonly orCard: string;
  readonly notOpened: string;
  /** The page offers wallets alone, and none of them. */
  readonly none: string;
}

/** Some of the messages, each of its type: the locale's messages stay for what is left out. */
export type MessageOverrides = DeepPartial<FormMessages> & {
  /** Around the bank's page in a dialog. */
  readonly bank?: Partial<ChallengeMessages> | undefined;
  /** Shown in the page while the frame with the form shows nothing. */
  readonly frame?: Partial<FrameMessages> | undefined;
  /** About saved cards, and about saving a card. */
  readonly saved?: Partial<SavedCardMessages> | undefined;
  /** About STC Pay. */
  readonly stcPay?: Partial<StcPayMessages> | undefined;
  /** Around the buttons of the wallets. */
  readonly wallets?: Partial<WalletMessages> | undefined;
};

type DeepPartial<T> = {
  readonly [K in keyof T]?: (T[K] extends string | MessageFunction ? T[K] : DeepPartial<T[K]>) | undefined;
};
export type MessageFunction = (value: never) => string;

/** The messages that a page needs whose form is in a frame. */
export interface PageMessages {
  readonly form?: FormMessages;
  /** Replaces messages that the challenge dialog brings. */
  readonly bank?: Partial<ChallengeMessages>;
  /** Replaces messages that the page's side of a frame brings. */
  readonly frame?: Partial<FrameMessages>;
  /** Replaces messages that the saved cards bring. */
  readonly saved?: Partial<SavedCardMessages>;
  /** Replaces messages that STC Pay brings. */
  readonly stcPay?: Partial<StcPayMessages>;
  /** Replaces messages that the wallets bring. */
  readonly wallets?: Partial<WalletMessages>;
}

/** All messages of one language. */
export interface LocaleMessages extends PageMessages {
  readonly form: FormMessages;
}

/** What each file in `locales/` exports. */
export type LocaleFile<W extends PageMessages = LocaleMessages> = W & {
  /** A BCP 47 tag. */
  readonly code: string;
  readonly direction: Direction;
};

export type Direction = 'ltr' | 'rtl';
