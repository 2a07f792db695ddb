import { ReactiveElement } from '@lit/reactive-element';
import type { Outcome } from '../checkout/outcome.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import { parseExternalSource } from '../checkout/parse-external-source.js';
import type { CardForm, PageSettings, Phase } from '../form/card-form.js';
import { settingNames } from '../form/settings.js';
import type { SaveCard, SavedCardEntry } from '../form/saved/read.js';
import type { LoadChallenge, ChallengeContext } from '../form/go-to-challenge.js';
import { adviseDeveloper, isDeveloperPage } from '../browser/advise-developer.js';
import { waitForNextTask } from '../browser/browser.js';
import { FormControl } from '../browser/form-control.js';
import { createFormEvents } from '../browser/form-events.js';
import { version } from '../version.js';
import { Language } from '../i18n/language.js';
import type { LocaleRegistry } from '../i18n/locale-registry.js';
import type { MessageOverrides, PageMessages } from '../i18n/messages.js';
import { advise } from './advise.js';
import { adviseContrast } from './advise-contrast.js';
import { numberAttribute, textAttribute } from './converters.js';
import { register } from './register.js';

/**
 * What every `<pay-checkout>` is to its page: attributes and properties in, methods, a control of the form around it.
 * Where the card form lives is for the classes that extend it.
 */
export abstract class CheckoutElement<W extends PageMessages> extends ReactiveElement {
  static readonly formAssociated = true;
  static override properties = {
    publishableKey: { attribute: 'publishable-key', converter: textAttribute },
    clientSecret: { attribute: 'client-secret', converter: textAttribute },
    intentId: { attribute: 'intent-id', converter: textAttribute },
    baseUrl: { attribute: 'base-url', converter: textAttribute },
    intentUrl: { attribute: 'intent-url', converter: textAttribute },
    fetchIntent: { attribute: false },
    checkoutUrl: { attribute: 'checkout-url', converter: textAttribute },
    attemptUrl: { attribute: 'attempt-url', converter: textAttribute },
    reference: { converter: textAttribute },
    statusUrl: { attribute: 'status-url', converter: textAttribute },
    fetchStatus: { attribute: false },
    amount: { converter: numberAttribute },
    currency: { converter: textAttribute },
    expiresAt: { attribute: 'expires-at', converter: textAttribute },
    networks: { converter: textAttribute },
    madaPrefixes: { attribute: false },
    manual: { type: Boolean },
    metadata: { attribute: false },
    splits: { attribute: false },
    invoiceId: { attribute: false },
    challenge: { converter: textAttribute },
    savedCards: { attribute: false },
    saveCard: { attribute: 'save-card', converter: textAttribute },
    timeout: { converter: numberAttribute },
    messages: { attribute: false },
  };

  /** Attributes whose properties are the attributes themselves, as on any control: they count before the first update. */
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'disabled', 'frame-src'];
  }

  /** The package's version: of two on a page, the first one is used. */
  static readonly version: string = version;

  /** Registers the element, under its own name or another. Harmless where the name is taken by it already. */
  static define(tag = 'pay-checkout', registry: CustomElementRegistry = customElements): void {
    register(this as never, 'pay-checkout', tag, registry);
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
  /** The merchant's own number for what is bought. Elements and tabs of a browser with the same one pay one at a time. */
  declare reference: string | undefined;
  /** The merchant's endpoint that reads a payment: `GET ?id=`, answers its JSON, or 404. */
  declare statusUrl: string | undefined;
  /** The same as a function; undefined when there is no such payment. */
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
  /** Authorise without capture. */
  declare manual: boolean;
  /** Sent with the payment; keys and values strings. */
  declare metadata: Record<string, string> | undefined;
  /** Sent with the payment as they are. */
  declare splits: readonly object[] | undefined;
  /** The invoice that the payment pays. */
  declare invoiceId: string | undefined;
  /**
   * The whole address of `pay-frame.html`, on an origin that is not the page's: the form lives in a frame of it, where
   * no script of the page can read what is typed.
   *
   * @attr frame-src
   */
  get frameSrc(): string | undefined {
    return this.getAttribute('frame-src') ?? undefined;
  }
  set frameSrc(frameSrc: string | undefined) {
    if (frameSrc === undefined || frameSrc === null) this.removeAttribute('frame-src');
    else this.setAttribute('frame-src', frameSrc);
  }

  /**
   * How the bank's page is shown: `redirect` leaves the page for it, `frame` opens it in a dialog of the page.
   *
   * @default 'redirect'
   */
  declare challenge: string | undefined;
  /**
   * Cards that the payer saved before: shown as a choice above the fields. A token is a credential, so no attribute has
   * it. To change the list, set another one.
   */
  declare savedCards: readonly SavedCardEntry[] | undefined;
  /**
   * Whether a typed card is kept: `offer` asks the payer with a box that is not ticked, `always` says that it will be.
   */
  declare saveCard: SaveCard | undefined;
  /**
   * Milliseconds to wait for the service's answer.
   *
   * @default 60000
   */
  declare timeout: number | undefined;
  /** Words in place of the language's own; to change them, set another object. Blank ones do not count. */
  declare messages: MessageOverrides | undefined;

  protected readonly control = new FormControl(this);
  protected readonly events = createFormEvents(this);
  protected readonly language: Language<W>;
  protected readonly way: ChallengeContext;
  /** Where the card is typed: here, or in a frame. */
  protected abstract readonly cardForm: CardForm;
  /** `frame-src` as the form in use was made with it. */
  protected usedFrameSrc: string | undefined;
  #waitingFrameSrc: string | undefined;

  constructor(release: { readonly languages: LocaleRegistry<W>; readonly loadChallenge: LoadChallenge }) {
    super();
    this.manual = false;
    const { languages, loadChallenge } = release;
    this.language = new Language(this, languages, () => this.requestUpdate());
    this.way = { host: this, language: this.language, loadChallenge };
    // What a page sets before the class is known is the element's own, and hides the accessor until it is set anew.
    for (const name of ['name', 'disabled', 'frameSrc']) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  /**
   * Nothing can be typed or paid.
   *
   * @attr disabled
   */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(disabled: boolean) {
    this.toggleAttribute('disabled', Boolean(disabled));
  }

  /** What the element is doing; also a CSS custom state: `:state(paying)`. */
  get state(): Phase {
    return this.cardForm.state;
  }

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.control.internals?.form ?? null;
  }

  /** Under which the payment's id is submitted with the form around the element. */
  get name(): string {
    return this.getAttribute('name') ?? '';
  }
  set name(name: string) {
    this.setAttribute('name', name);
  }

  /** As on any form control. */
  get validity(): ValidityState | undefined {
    return this.control.internals?.validity;
  }

  /** What the first field that is not valid says; empty when all are, or when it does not count. */
  get validationMessage(): string {
    return this.control.internals?.validationMessage ?? '';
  }

  /** Whether the form around the element counts it. */
  get willValidate(): boolean {
    return this.control.internals?.willValidate ?? false;
  }

  override connectedCallback(): void {
    this.language.connect();
    super.connectedCallback();
    // Where it stands may mean something else: another base address, a fieldset that is disabled.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    this.language.disconnect();
    super.disconnectedCallback();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name === 'frame-src' || name === 'disabled') this.requestUpdate();
  }

  /** The first update comes in a task of its own, so that a phone is not blocked by it and by the script together. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    if (!this.hasUpdated) return waitForNextTask().then(() => super.scheduleUpdate());
    super.scheduleUpdate();
    return undefined;
  }

  /** A form with a payment stays: only that form knows the payment's intent and id, and a fresh one could pay twice. */
  protected takeFrameSrc(form: CardForm | undefined): void {
    const { frameSrc } = this;
    if (!form?.hasPayment) this.usedFrameSrc = frameSrc;
    const waiting = frameSrc === this.usedFrameSrc ? undefined : `frame-src="${frameSrc ?? ''}"`;
    if (waiting && waiting !== this.#waitingFrameSrc) {
      adviseDeveloper(this, `${waiting} counts when no payment is under way any more.`);
    }
    this.#waitingFrameSrc = waiting;
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) advise(this, this.language);
    this.takeFrameSrc(this.cardForm);
    if (this.isConnected) this.configure(this.pageSettings);
  }

  /** Payers do not wait for it: it is done when the browser has nothing else to do, and not in live pages. */
  protected override firstUpdated(): void {
    if (isDeveloperPage(this.publishableKey)) globalThis.requestIdleCallback?.(() => adviseContrast(this));
  }

  /** Waits also for what is fetched for the form. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    const { loading: arriving } = this.cardForm;
    if (!arriving) return isComplete;
    await arriving;
    return super.getUpdateComplete();
  }

  /** The element, or a fieldset around it, was switched off or on. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.reset();
  }

  /** Takes over what the page has set. */
  protected configure(settings: PageSettings): void {
    this.cardForm.configure(settings);
  }

  protected get pageSettings(): PageSettings {
    return {
      values: Object.fromEntries(settingNames.map((name) => [name, this[name]])) as PageSettings['values'],
      frameSrc: this.usedFrameSrc,
      // The form around it, or a fieldset, may have switched it off too.
      disabled: this.disabled || this.matches(':disabled'),
      messages: this.messages,
      documentBaseUrl: this.baseURI,
      documentUrl: location.href,
    };
  }

  /**
   * Pays with what the form holds, or by a `source` that the page has obtained itself: plain JSON with a `type`, such
   * as a wallet's token, and never a card. Resolves with the first outcome; rejects with a PayError only when nothing
   * was sent, or the service refused. While one runs, a second call answers the same promise.
   */
  submit(options?: { readonly source?: object }): Promise<Outcome> {
    let given: ExternalSource | undefined;
    try {
      given = parseExternalSource(options);
    } catch (error) {
      return Promise.reject(error);
    }
    // What the page has just set counts, also when it is not shown yet.
    if (this.isConnected) this.performUpdate();
    return this.cardForm.submit(given);
  }

  /** Whether the form is complete and valid, or paid. Says nothing to the payer. Fires `invalid`, as inputs do. */
  checkValidity(): boolean {
    return this.cardForm.checkValidity();
  }

  /** The same, and shows what is wrong, with the focus on the first field that is. */
  reportValidity(): boolean {
    return this.cardForm.reportValidity();
  }

  /** Empties the form. What was sent stays as it is. */
  reset(): void {
    this.cardForm.reset();
  }

  /** Puts the focus where the payer goes on: on the first field that is not valid, the button, or what is said. */
  override focus(options?: FocusOptions): void {
    this.cardForm.focus(options);
  }
}
