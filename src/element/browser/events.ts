import type { Network } from '../card/networks.js';
import type { FieldName } from '../card/card.js';
import type { FieldStatus } from '../card/fields.js';
import type { MethodName } from '../checkout/payment-method.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import type { ReportedOutcome } from '../checkout/outcome.js';
import type { PriceDifference } from '../checkout/price.js';
import type { PayError } from '../../error.js';

/** The base of the events. On a server there is no `CustomEvent`; importing the events works there all the same. */
const PageEvent = globalThis.CustomEvent ?? (Object as unknown as typeof CustomEvent);

/** The form can be used. */
export class PayReadyEvent extends PageEvent<null> {
  constructor() {
    super('pay-ready', { bubbles: true, composed: true });
  }
}

/** How far the payer is, and never what was typed. */
export interface PayChangeDetail {
  /** What the payer pays with: the card in the fields, a saved card, or STC Pay. */
  readonly method: 'card' | 'saved' | 'stcpay';
  /** Every field is valid, a saved card is chosen, or the number of STC Pay is valid. */
  readonly complete: boolean;
  /** Every field is empty. */
  readonly empty: boolean;
  /** The best guess. */
  readonly brand: Network | undefined;
  /** Every accepted network that fits: a co-badged card has two. */
  readonly networks: readonly Network[];
  readonly fields: Readonly<Record<FieldName, FieldStatus>>;
}

/** What the payer pays with, or whether it is valid, has changed. */
export class PayChangeEvent extends PageEvent<PayChangeDetail> {
  constructor(detail: PayChangeDetail) {
    super('pay-change', { bubbles: true, composed: true, detail });
  }
}

export interface PayInvalidDetail {
  /** In the order of the form. The code says what is wrong; the words for it are in the form. */
  readonly fields: readonly { readonly field: FieldName | 'mobile'; readonly code: string }[];
}

/** A submit was refused, because the form is not complete. */
export class PayInvalidEvent extends PageEvent<PayInvalidDetail> {
  constructor(detail: PayInvalidDetail) {
    super('pay-invalid', { bubbles: true, composed: true, detail });
  }
}

export interface PayAttemptDetail {
  /** The id that the payment will have: a UUID. */
  readonly paymentId: string;
  /** What is paid by. `other`: by a `source` of the page's that is of another type. */
  readonly method: MethodName;
  /** Delays the attempt until the promise resolves, for at most 30 s. A rejection stops the attempt. */
  waitUntil(promise: Promise<unknown>): void;
}

/** About to send. Cancelable: `preventDefault()` stops the attempt before anything is sent. */
export class PayAttemptEvent extends PageEvent<PayAttemptDetail> {
  constructor(detail: PayAttemptDetail) {
    super('pay-attempt', { bubbles: true, composed: true, cancelable: true, detail });
  }
}

export interface PayRedirectDetail {
  /** The bank's 3-D Secure page. */
  readonly url: string;
  readonly payment: CheckoutPayment;
  /** Delays the redirect until the promise resolves or rejects, for at most 30 s. */
  waitUntil(promise: Promise<unknown>): void;
}

/** About to leave for 3-D Secure. Cancelable: after `preventDefault()` the page takes the payer there itself. */
export class PayRedirectEvent extends PageEvent<PayRedirectDetail> {
  constructor(detail: PayRedirectDetail) {
    super('pay-redirect', { bubbles: true, composed: true, cancelable: true, detail });
  }
}

export interface PayOutcomeDetail {
  readonly outcome: ReportedOutcome;
  /**
   * The payment is over another amount, or in another currency, than the payer was shown. Integers in the smallest
   * currency unit, and ISO 4217 codes.
   */
  readonly differs?: PriceDifference;
}

/**
 * An outcome was reached. Cancelable: the default action for `paid` and `authorized` is to go to the payment's
 * `callback_url`. After `unknown` there may be one more, final one for the same payment.
 */
export class PayOutcomeEvent extends PageEvent<PayOutcomeDetail> {
  constructor(outcome: ReportedOutcome, differs?: PriceDifference) {
    const detail = { outcome, ...(differs && { differs }) };
    super('pay-outcome', { bubbles: true, composed: true, cancelable: true, detail });
  }
}

export interface PayCancelDetail {
  /** The wallet whose sheet was closed. */
  readonly method: 'applepay' | 'samsungpay';
}

/** The payer has closed a wallet's sheet without authorizing the payment. */
export class PayCancelEvent extends PageEvent<PayCancelDetail> {
  constructor(detail: PayCancelDetail) {
    super('pay-cancel', { bubbles: true, composed: true, detail });
  }
}

export interface PayErrorDetail {
  readonly error: PayError;
}

/** An attempt ended before there was an outcome, or the element cannot work as it is set. */
export class PayErrorEvent extends PageEvent<PayErrorDetail> {
  constructor(error: PayError) {
    super('pay-error', { bubbles: true, composed: true, detail: { error } });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-ready': PayReadyEvent;
    'pay-change': PayChangeEvent;
    'pay-invalid': PayInvalidEvent;
    'pay-attempt': PayAttemptEvent;
    'pay-redirect': PayRedirectEvent;
    'pay-outcome': PayOutcomeEvent;
    'pay-cancel': PayCancelEvent;
    'pay-error': PayErrorEvent;
  }
}
