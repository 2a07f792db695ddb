import { ReactiveElement } from '@lit/reactive-element';
import type { SaveCard, SavedCardEntry } from './form/saved/read.js';
import type { MessageOverrides } from './i18n/messages.js';
import { properties } from './settings.js';

/** The properties of `<pay-checkout>` that a page sets: the type and the description of each row of `settings.ts`. */
export abstract class SettingsElement extends ReactiveElement {
  static override properties = properties;

  /** The key that may appear in a page. Never the secret key. */
  declare publishableKey: string | undefined;
  /** The `client_secret` of a payment intent that exists. A credential. */
  declare clientSecret: string | undefined;
  /** The intent's id, for services that address it by path. */
  declare intentId: string | undefined;
  /** The address of the payment service, up to its version: https, or http on loopback. */
  declare baseUrl: string | undefined;
  /** The merchant's endpoint that makes an intent: `POST`, answers its JSON. */
  declare intentUrl: string | undefined;
  /** A function instead of `intent-url`: resolves with the intent's JSON. */
  declare fetchIntent: (() => Promise<unknown>) | undefined;
  /** The base address of the merchant's endpoints: `…/intent` and `…/status`. */
  declare checkoutUrl: string | undefined;
  /** The merchant's own number for what is bought. Elements and tabs of a browser with the same one pay one at a time. */
  declare reference: string | undefined;
  /** The merchant's endpoint that reads a payment: `GET ?id=`, answers its JSON, or 404. */
  declare statusUrl: string | undefined;
  /** A function instead of `status-url`: resolves with the payment's JSON, or undefined where there is none. */
  declare fetchStatus: ((paymentId: string) => Promise<unknown>) | undefined;
  /** What the payer is shown: an integer in the smallest currency unit. */
  declare amount: number | undefined;
  /**
   * An ISO 4217 code.
   *
   * @default 'SAR'
   */
  declare currency: string | undefined;
  /** When the intent stops working: an RFC 3339 date-time. */
  declare expiresAt: string | undefined;
  /**
   * The ways to pay, space separated: `creditcard`, `applepay`, `samsungpay`, `stcpay`.
   *
   * @default 'creditcard'
   */
  declare methods: string | undefined;
  /**
   * The accepted networks, space separated.
   *
   * @default 'mada visa master amex unionpay'
   */
  declare networks: string | undefined;
  /**
   * The first 6 or 8 digits of mada cards, instead of the ones that this version knows. To change them later, set
   * another list.
   */
  declare madaPrefixes: Iterable<string> | undefined;
  /** Authorise without capture. */
  declare manual: boolean;
  /** Sent with the payment; keys and values strings. */
  declare metadata: Record<string, string> | undefined;
  /** Sent with the payment as they are. */
  declare splits: readonly object[] | undefined;
  /** The invoice that the payment pays. */
  declare invoiceId: string | undefined;
  /**
   * The whole address of `pay-frame.html`, on another origin than the page's. Needs `pay-framed.js`. Fixed when the
   * element is first in a page.
   */
  declare frameSrc: string | undefined;
  /**
   * How the bank's page is shown: `redirect` leaves the page for it, `frame` opens it in a dialog of the page.
   *
   * @default 'redirect'
   */
  declare challenge: 'redirect' | 'frame' | undefined;
  /** Hosts of the bank's page, space separated, if the page is not on the host of `base-url`. */
  declare challengeHosts: string | undefined;
  /**
   * Cards that the payer saved before, as a choice above the fields. To change the list, set another one.
   */
  declare savedCards: readonly SavedCardEntry[] | undefined;
  /**
   * Whether a typed card is kept: `offer` asks the payer with a box that is not ticked, `always` says that it will be.
   */
  declare saveCard: SaveCard | undefined;
  /** Who is paid, on a wallet's sheet: at most 64 characters of printable ASCII. `applepay` and `samsungpay` need it. */
  declare merchantName: string | undefined;
  /**
   * The merchant's country on a wallet's sheet: ISO 3166, two capital letters.
   *
   * @default 'SA'
   */
  declare country: string | undefined;
  /** Samsung's id of the merchant's service. `samsungpay` needs it. */
  declare samsungServiceId: string | undefined;
  /**
   * Companies whose script the element may load, space separated: `apple`, `samsung`. The page's policy must allow the
   * script. `samsungpay` needs `samsung`.
   */
  declare walletScripts: string | undefined;
  /** A function instead of the service's session for Apple's sheet: resolves with Apple's session. */
  declare validateMerchant: ((validationUrl: string) => Promise<object>) | undefined;
  /**
   * Milliseconds to wait for the service's answer.
   *
   * @default 60000
   */
  declare timeout: number | undefined;
  /** Words instead of the language's; to change them, set another object. Empty ones do not count. */
  declare messages: MessageOverrides | undefined;

  /** @internal */
  constructor() {
    super();
    this.manual = false;
  }
}
