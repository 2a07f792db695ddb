import type { PropertyValues } from '@lit/reactive-element';
import type { Outcome, Phase } from './checkout/outcome.js';
import { isPaidOrAuthorized } from './checkout/purchase.js';
import type { ExternalSource } from './checkout/payment-method.js';
import { parseNumber } from './checkout/config-error.js';
import { parseExternalSource } from './checkout/parse-external-source.js';
import type { CardForm, PageSettings } from './form/card-form.js';
import type { ChallengeContext } from './form/go-to-challenge.js';
import { readWords } from './form/load-methods.js';
import { addStyles, createStyledRoot } from './browser/add-styles.js';
import { adviseDeveloper, isDeveloperPage } from './browser/advise-developer.js';
import { deferFirstUpdate, delay, waitForNextTask } from './browser/clock.js';
import { FormControl } from './browser/form-control.js';
import { PayCancelEvent } from './browser/events.js';
import { createFormEvents, type FormEvents } from './browser/form-events.js';
import { version } from '../version.js';
import { Language } from './i18n/language.js';
import type { LocaleRegistry } from './i18n/locale-registry.js';
import type { PageMessages } from './i18n/messages.js';
import { advise } from './advise.js';
import { adviseMessages } from './advise-messages.js';
import { adviseContrast } from './advise-contrast.js';
import { type BuildDependencies, register } from './register.js';
import type { Wallets } from './methods/index.js';
import { reflectedProperties, settingNames, type Setting } from './settings.js';
import { SettingsElement } from './settings-element.js';

const reflectedAttributes: readonly string[] = Object.values(reflectedProperties).map((row) => row.attribute);

/** How long a page that asks for a way to pay waits for `pay-methods.js`, a company's script and the company's answer. */
const findTimeoutMs = 10_000;

/** The base class of `<pay-checkout>`: methods and form association. A subclass decides where the card form lives. */
export abstract class CheckoutElement<W extends PageMessages> extends SettingsElement {
  static readonly formAssociated = true;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...reflectedAttributes];
  }

  /** The package's version. Of two versions on a page, the one that was registered first is used. */
  static readonly version: string = version;

  /** Registers the element, under its own name or another. Does nothing where this version has the name already. */
  static define(tag = 'pay-checkout', registry: CustomElementRegistry = customElements): void {
    register(this as never, 'pay-checkout', tag, registry);
  }

  /** @internal */
  protected readonly control = new FormControl(this, () => this.#wallets && this.requestUpdate());
  /** @internal */
  protected readonly events = this.#createEvents();
  /** @internal */
  protected readonly language: Language<W>;
  /** @internal */
  protected readonly challengeContext: ChallengeContext;
  /** The form: in this document, or in a frame. @internal */
  protected abstract readonly cardForm: CardForm;
  readonly #loadMethods: BuildDependencies['loadMethods'];
  /** Undefined until `pay-methods.js` has loaded, which only pages with wallets need. */
  #wallets: Wallets | undefined;
  #walletsLoading: Promise<void> | undefined;
  /** Was taken out of the page for longer than a move takes. */
  #wasAway = false;
  /** The page's addresses that count; undefined where they must be read. */
  #addresses: Pick<PageSettings, 'documentBaseUrl' | 'documentUrl'> | undefined;

  /** @internal */
  constructor(
    dependencies: Pick<BuildDependencies, 'loadChallenge' | 'loadMethods'> & {
      readonly locales: LocaleRegistry<W>;
    },
  ) {
    super();
    const { locales, loadChallenge, loadMethods } = dependencies;
    this.#loadMethods = loadMethods;
    this.language = new Language(this, locales, () => this.requestUpdate());
    this.challengeContext = { host: this, language: this.language, loadChallenge };
    // A label of the page that points at the element: browsers click the element, and focus nothing.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this && this.control.internals?.labels?.length) this.focus();
    });
    // Properties set before the upgrade are own properties and shadow the accessors: delete and set them again.
    for (const name of Object.keys(reflectedProperties)) {
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

  /** The form around the element. To choose another one, set its id. */
  get form(): HTMLFormElement | null {
    return this.control.internals?.form ?? null;
  }
  // React 19 sets the attribute `form` as a property, and fails if it cannot be set.
  set form(id: string | null | undefined) {
    if (id) this.setAttribute('form', id);
    else this.removeAttribute('form');
  }

  /** The name under which the payment's id is submitted with the surrounding form. */
  get name(): string {
    return this.getAttribute('name') ?? '';
  }
  set name(name: string | null | undefined) {
    this.setAttribute('name', name ?? '');
  }

  /** As on any form control: invalid for the form around the element until it is paid or authorized. */
  get validity(): ValidityState | undefined {
    return this.control.internals?.validity;
  }

  /**
   * Why the form around the element cannot be sent. Empty once the payment is paid or authorized, or when the element is
   * barred from validation.
   */
  get validationMessage(): string {
    // Browsers keep the message of an element that is barred.
    return (this.willValidate && this.control.internals?.validationMessage) || '';
  }

  /** Whether the surrounding form validates the element. */
  get willValidate(): boolean {
    return this.control.internals?.willValidate ?? false;
  }

  override connectedCallback(): void {
    this.language.connect();
    super.connectedCallback();
    // What is put back may be for another order, but not while a payment is open.
    if (this.#wasAway && (!this.cardForm.hasPayment || isPaidOrAuthorized(this.state)))
      this.#addresses = undefined;
    this.#wasAway = false;
    // The new position may bring another base URL, or a disabled fieldset.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    this.language.disconnect();
    super.disconnectedCallback();
    // An element that is moved is disconnected for a moment.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#wasAway = true;
      // A page may remove the element in `pay-outcome`: the sheet shows the outcome first.
      void waitForNextTask().then(() => this.isConnected || this.#wallets?.abort());
    });
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (reflectedAttributes.includes(name)) this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return createStyledRoot(this);
  }

  protected override scheduleUpdate(): Promise<unknown> | undefined {
    return deferFirstUpdate(this.hasUpdated, () => super.scheduleUpdate());
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated) advise(this, this.language);
    if (changed.has('messages')) adviseMessages(this, this.language.allMessages, this.messages);
    addStyles(this.renderRoot as ShadowRoot);
    // A page may write a step into its address while the payer pays, or after that: this alone is no other order.
    if (settingNames.some((name) => changed.has(name))) this.#addresses = undefined;
    if (this.isConnected) this.configure(this.pageSettings);
    if (/\b(apple|samsung)pay\b/.test(this.methods ?? '')) void this.#loadWallets();
  }

  protected override updated(): void {
    // A removed element loads no company's script.
    if (this.isConnected) this.#wallets?.update(this.renderRoot as ShadowRoot);
  }

  /** Checks the contrast when the browser is idle: payers do not wait for the check. Not in live pages. */
  protected override firstUpdated(): void {
    if (isDeveloperPage(this.publishableKey)) globalThis.requestIdleCallback?.(() => adviseContrast(this));
  }

  /** Waits also for code that the form loads. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    const { loading } = this.cardForm;
    if (!loading) return isComplete;
    await loading;
    return super.getUpdateComplete();
  }

  /** The element, or a fieldset around it, was switched off or on. */
  formDisabledCallback(): void {
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.reset();
  }

  /** @internal */
  protected configure(settings: PageSettings): void {
    this.cardForm.configure(settings);
  }

  /** While a wallet's sheet is open, the form is busy, and settings that change wait. @internal */
  protected get pageSettings(): PageSettings {
    return this.#wallets?.run.sheet?.settings ?? this.#currentSettings;
  }

  get #currentSettings(): PageSettings {
    return {
      values: Object.fromEntries(
        settingNames.map((name) => [name, this.#getSetting(name)]),
      ) as PageSettings['values'],
      // A fieldset around the element may have disabled it too.
      disabled: this.disabled || this.matches(':disabled'),
      messages: this.messages,
      ...(this.#addresses ??= { documentBaseUrl: this.baseURI, documentUrl: location.href }),
    };
  }

  /** The text of an attribute that is no number: the message repeats it. A property may be NaN without one. */
  #getSetting(name: Setting): unknown {
    const text = Number.isNaN(this[name]) ? this.getAttribute(name) : null;
    return Number.isNaN(parseNumber(text)) ? text : this[name];
  }

  /**
   * Pays with the form or a `source` of the page. Resolves with the first outcome. Rejects if no payment was sent, or the
   * service refused.
   */
  submit(options?: { readonly source?: object }): Promise<Outcome> {
    let source: ExternalSource | undefined;
    try {
      source = parseExternalSource(options);
    } catch (error) {
      return Promise.reject(error);
    }
    const sheet = this.#wallets?.run.sheet;
    if (sheet) return sheet.pending.promise;
    if (this.isConnected) {
      this.#refreshAddresses();
      // Apply what the page has just set, and its address, also before the next update.
      this.performUpdate();
    }
    return this.cardForm.submit(source);
  }

  /** A page of a single-page app may have another address by now, which may name another order. */
  #refreshAddresses(): void {
    const isUnsent = this.state === 'ready' && !this.cardForm.hasPayment;
    if (!isUnsent || location.href === this.#addresses?.documentUrl) return;
    this.#addresses = undefined;
    this.requestUpdate();
  }

  /** Whether this browser offers a way to pay now, in a word of `methods`: for pages that lay out around it. */
  async canPayBy(method: string): Promise<boolean> {
    if (!readWords(this.methods).includes(method)) return false;
    if (method === 'creditcard') return true;
    const found = method === 'stcpay' ? this.#canPayByStc() : this.#canPayByWallet(method);
    return Promise.race([found, delay(findTimeoutMs).then(() => false)]);
  }

  async #canPayByWallet(method: string): Promise<boolean> {
    await this.#loadWallets();
    return this.#wallets?.canPayBy(method) ?? false;
  }

  /** Only the loaded module knows what STC Pay cannot carry. */
  async #canPayByStc(): Promise<boolean> {
    const loaded = await this.#loadMethods().catch(() => undefined);
    return loaded?.offersStcPay(this.#currentSettings.values) ?? false;
  }

  #createEvents(): FormEvents {
    const events = createFormEvents(this);
    return {
      ...events,
      emitAttempt: async (paymentId, method) => {
        const onSend = this.#wallets?.run.onSend;
        await events.emitAttempt(paymentId, method);
        // A listener may have held the attempt for longer than the sheet waits.
        onSend?.(paymentId);
      },
    };
  }

  #loadWallets(): Promise<void> {
    return (this.#walletsLoading ??= this.#loadMethods().then(
      ({ Wallets }) => {
        this.#wallets = new Wallets({
          language: this.language,
          addStyles: (styles) => addStyles(this.renderRoot as ShadowRoot, styles),
          readSettings: () => this.#currentSettings,
          refreshAddresses: () => this.#refreshAddresses(),
          configure: (settings) => this.configure(settings),
          submit: (source, price) => this.cardForm.submit(source, price),
          requestUpdate: () => this.requestUpdate(),
          getPhase: () => this.state,
          emitCancel: (method) => this.dispatchEvent(new PayCancelEvent({ method })),
          emitError: (error) => this.events.emitError(error),
          adviseDeveloper: (...advice) => adviseDeveloper(this, ...advice),
        });
        this.requestUpdate();
      },
      () => adviseDeveloper(this, 'pay-methods.js did not load, so no wallet is offered.'),
    ));
  }

  /** Whether the form is complete and valid, or paid. Shows no errors. Fires `invalid`, as inputs do. */
  checkValidity(): boolean {
    return this.cardForm.checkValidity();
  }

  /** Validates as `checkValidity()` does, shows every error, and focuses the first invalid field. */
  reportValidity(): boolean {
    return this.cardForm.reportValidity();
  }

  /** Clears the form. Does nothing while a payment is being made. */
  reset(): void {
    this.cardForm.reset();
  }

  /** Focuses the first invalid field, else the button, else the notice. */
  override focus(options?: FocusOptions): void {
    this.cardForm.focus(options);
  }
}
