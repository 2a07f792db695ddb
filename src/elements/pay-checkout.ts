import { LitElement, type PropertyValues } from 'lit';
import type { Outcome } from '../checkout/outcome.js';
import { PayError } from '../error.js';
import type { CardForm, PageSettings, Phase } from '../form/card-form.js';
import { FormInPage } from '../form/form-in-page.js';
import { settingNames, settings } from '../form/settings.js';
import { takeToBank, type WayToBank } from '../form/way-to-bank.js';
import { styles } from '../form/styles.js';
import { merchant } from '../gateway/merchant.js';
import { navigation, nextTask } from '../page/browser.js';
import { FormControl } from '../page/form-control.js';
import { HostEvents } from '../page/form-events.js';
import { BrowserPurchases } from '../page/purchases.js';
import { version } from '../version.js';
import { languageOf } from '../words/language.js';
import type { MessageOverrides } from '../words/messages.js';
import { register } from './register.js';
import type { Release } from './release.js';

/**
 * Takes one card payment for one payment intent: collects the card, creates the payment in the payer's own browser,
 * and takes the payer to 3-D Secure and back. Use it where the merchant's server has made the intent, or can make it
 * when asked. Not for saving cards, and not for reading what became of a payment: that is the server's to do.
 *
 * @attr {string} name - Under which the payment's id is submitted with the form around the element.
 * @fires {PayReadyEvent} pay-ready - The form can be used.
 * @fires {PayChangeEvent} pay-change - How far the payer is; never what was typed.
 * @fires {PayInvalidEvent} pay-invalid - A submit was refused by validation.
 * @fires {PayAttemptEvent} pay-attempt - Cancelable. About to send; the payment's id is already known.
 * @fires {PayRedirectEvent} pay-redirect - Cancelable. About to leave for 3-D Secure.
 * @fires {PayOutcomeEvent} pay-outcome - Cancelable. An outcome was reached.
 * @fires {PayErrorEvent} pay-error - An attempt ended before there was an outcome.
 * @slot summary - Order details, above the form.
 * @slot footer - Below the form.
 * @csspart form - Everything.
 * @csspart field - One label, input and message.
 * @csspart label - A field's label.
 * @csspart hint - What a label adds.
 * @csspart input - A field's input.
 * @csspart error - A field's message.
 * @csspart brand - The mark of a card network.
 * @csspart notice - What the payer must know.
 * @csspart button - The button that pays.
 * @cssstate waiting - Values are missing, and are waited for.
 * @cssstate misconfigured - A value is wrong, or still missing after 3 s.
 * @cssstate ready - The form can be used.
 * @cssstate paying - The payment is being made.
 * @cssstate redirecting - The page is about to leave for 3-D Secure.
 * @cssstate paid - The payment went through.
 * @cssstate authorized - The amount is reserved, and not captured yet.
 * @cssstate failed - The payment was declined.
 * @cssstate unknown - The payment was sent, and nobody knows yet what became of it.
 * @cssstate expired - The intent cannot be paid any more; it takes a new one.
 * @cssprop [--pay-accent] - Focus ring and button.
 * @cssprop [--pay-on-accent] - Text on the button.
 * @cssprop [--pay-text] - Text.
 * @cssprop [--pay-muted] - Hints and placeholders.
 * @cssprop [--pay-surface] - Background of inputs and notices.
 * @cssprop [--pay-border] - Borders of inputs.
 * @cssprop [--pay-danger] - Errors.
 * @cssprop [--pay-success] - A payment that went through.
 * @cssprop [--pay-radius] - Corners.
 * @cssprop [--pay-spacing] - Distance between fields.
 * @cssprop [--pay-font] - Font family.
 * @cssprop [--pay-font-size] - Font size.
 */
export class PayCheckout extends LitElement {
  static formAssociated = true;
  static override styles = styles;
  static override properties = {
    ...settings,
    frameSrc: { attribute: 'frame-src' },
    disabled: { type: Boolean },
    messages: { attribute: false },
  };

  /** The package's version: of two on a page, the first one is used. */
  static readonly version: string = version;

  /** How this build fetches what is not in its own file. Each entry sets it before it registers the element. */
  declare static release: Release;

  /** Registers the element, under its own name or another. Harmless where the name is taken by it already. */
  static define(tag = 'pay-checkout', registry: CustomElementRegistry = customElements): void {
    register(this, 'pay-checkout', tag, registry);
  }

  /**
   * Adds a language, for every element on the page, or replaces the words of one.
   *
   * @param tag A BCP 47 tag, as in `lang`: `pt-BR`.
   * @throws {RangeError} when the tag is none.
   */
  static addLanguage(tag: string, messages: MessageOverrides): void {
    this.release.languages.add(tag, messages);
  }

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
  /** The same as a function. */
  declare fetchIntent: (() => Promise<unknown>) | undefined;
  /** The merchant's endpoints in one: `…/intent`, `…/attempt` and `…/status` below this address. */
  declare checkoutUrl: string | undefined;
  /** The merchant's endpoint that is told of each attempt before it is sent: `POST { payment_id }`. */
  declare attemptUrl: string | undefined;
  /** The merchant's own number for what is bought. Elements and tabs with the same one pay for it at most once. */
  declare reference: string | undefined;
  /** The merchant's endpoint that reads a payment: `GET ?id=`, answers its JSON, or 404. */
  declare statusUrl: string | undefined;
  /** The same as a function; undefined when there is no such payment. */
  declare fetchStatus: ((paymentId: string) => Promise<unknown>) | undefined;
  /** What the payer is shown: integer, smallest currency unit; interface 2.1. */
  declare amount: number | undefined;
  /**
   * ISO 4217; interface 2.1 and 4.1.
   *
   * @default 'SAR'
   */
  declare currency: string | undefined;
  /** When the intent stops working: a date-time; interface 2.1. */
  declare expiresAt: string | undefined;
  /**
   * The accepted networks, space separated.
   *
   * @default 'mada visa master amex unionpay'
   */
  declare networks: string | undefined;
  /**
   * The first 6 or 8 digits of mada cards, in place of the ones that this version knows. To change them later, set
   * another list.
   */
  declare madaPrefixes: Iterable<string> | undefined;
  /** Authorise without capture; interface 2.3. */
  declare manual: boolean;
  /** Sent with the payment; keys and values strings; interface 2.3. */
  declare metadata: Record<string, string> | undefined;
  /** Sent with the payment as they are; interface 2.5. */
  declare splits: readonly object[] | undefined;
  /** The invoice that the payment pays; interface 2.3. */
  declare invoiceId: string | undefined;
  /**
   * The whole address of `pay-frame.html`, on an origin that is not the page's: the form lives in a frame of it, where
   * no script of the page can read what is typed.
   */
  declare frameSrc: string | undefined;
  /**
   * How the bank's page is shown: `redirect` leaves the page for it, `frame` opens it in a dialog of the page.
   *
   * @default 'redirect'
   */
  declare challenge: string | undefined;
  /**
   * Milliseconds to wait for the service's answer.
   *
   * @default 60000
   */
  declare timeout: number | undefined;
  /** Nothing can be typed or paid. */
  declare disabled: boolean;
  /** Words in place of the language's own; to change them, set another object. Blank ones do not count. */
  declare messages: MessageOverrides | undefined;

  readonly #control = new FormControl(this);
  readonly #events = new HostEvents(this);
  readonly #language = languageOf(this, PayCheckout.release.languages);
  readonly #wayToBank: WayToBank = {
    host: this,
    language: this.#language,
    loadBankDialog: PayCheckout.release.loadBankDialog,
  };
  readonly #formInPage = new FormInPage(this, {
    merchant,
    purchases: new BrowserPurchases(),
    navigation: {
      go: navigation.go,
      toBank: (url, { id }) => takeToBank(this.#wayToBank, this.#settings, url, id),
    },
    events: this.#events,
    control: this.#control,
    language: this.#language,
  });
  #form: CardForm = this.#formInPage;
  /** The page's side of the form in a frame is on its way; until it is there, the form in the page shows a skeleton. */
  #fetchesFrame = false;
  #disabledByForm = false;

  constructor() {
    super();
    this.manual = false;
    this.disabled = false;
  }

  /** What the element is doing; also a CSS custom state: `:state(paying)`. */
  get state(): Phase {
    return this.#form.state;
  }

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.#control.form;
  }

  /** Under which the payment's id is submitted with the form around the element. */
  get name(): string {
    return this.#control.name;
  }
  set name(name: string) {
    this.#control.name = name;
  }

  /** As on any form control. */
  get validity(): ValidityState | undefined {
    return this.#control.validity;
  }

  /** What the first field that is not valid says; empty when all are, or when it does not count. */
  get validationMessage(): string {
    return this.#control.validationMessage;
  }

  /** Whether the form around the element counts it. */
  get willValidate(): boolean {
    return this.#control.willValidate;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#form.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is moved is removed for a moment; only one that stays away loses what was typed.
    queueMicrotask(() => {
      if (!this.isConnected) this.#form.disconnect();
    });
  }

  formDisabledCallback(disabled: boolean): void {
    this.#disabledByForm = disabled;
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.reset();
  }

  /** The form is drawn in a task of its own, so that a phone is not blocked by it and by the script at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await nextTask();
    super.scheduleUpdate();
    // Removed in the meantime: nothing is watched or waited for.
    if (!this.isConnected) this.#form.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('frameSrc')) this.#chooseForm();
    if (!this.#fetchesFrame) this.#form.configure(this.#settings);
  }

  get #settings(): PageSettings {
    return {
      values: Object.fromEntries(settingNames.map((name) => [name, this[name]])) as PageSettings['values'],
      frameSrc: this.frameSrc,
      disabled: this.disabled || this.#disabledByForm,
      messages: this.messages,
      pageUrl: this.baseURI,
    };
  }

  /** The only place that knows where a form may live. What is about frames is fetched by the pages that use them. */
  #chooseForm(): void {
    const inPage = this.#form === this.#formInPage;
    this.#fetchesFrame = Boolean(this.frameSrc) && inPage;
    if (this.#fetchesFrame) {
      this.#formInPage.pause();
      void this.#fetchFrame();
    } else if (!this.frameSrc && !inPage) this.#use(this.#formInPage);
  }

  async #fetchFrame(): Promise<void> {
    try {
      const { FormInFrame } = await PayCheckout.release.loadFrameHost();
      if (!this.#fetchesFrame) return;
      const form = new FormInFrame(this, {
        events: this.#events,
        control: this.#control,
        way: this.#wayToBank,
        changed: () => this.requestUpdate(),
      });
      this.#use(form);
    } catch (cause) {
      if (!this.#fetchesFrame) return;
      this.#formInPage.refuse(new PayError('network', 'pay-framed.js did not load.', { cause }));
    }
  }

  #use(form: CardForm): void {
    this.#fetchesFrame = false;
    this.#form.disconnect();
    this.#form = form;
    if (form === this.#formInPage) this.addController(this.#formInPage);
    else this.removeController(this.#formInPage);
    if (this.isConnected) form.connect();
    this.requestUpdate();
  }

  protected override render(): unknown {
    return this.#form.content();
  }

  /**
   * Pays with what the form holds. Resolves with the first outcome; rejects with a PayError only when nothing was
   * sent, or the service refused. While one runs, a second call answers the same promise.
   */
  submit(): Promise<Outcome> {
    // What the page has just set counts, also when it is not shown yet.
    if (this.isUpdatePending && this.isConnected) this.performUpdate();
    return this.#form.submit();
  }

  /** Whether the form is complete and valid, or paid. Says nothing to the payer. Fires `invalid`, as inputs do. */
  checkValidity(): boolean {
    return this.#form.check();
  }

  /** The same, and shows what is wrong, with the focus on the first field that is. */
  reportValidity(): boolean {
    return this.#form.report();
  }

  /** Empties the form. What was sent stays as it is. */
  reset(): void {
    this.#form.reset();
  }

  /** Puts the focus where the payer goes on: on the first field that is not valid, the button, or what is said. */
  override focus(options?: FocusOptions): void {
    this.#form.focus(options);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckout;
  }
}
