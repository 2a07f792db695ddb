import { LitElement, type PropertyValues } from 'lit';
import { networks, type Network } from '../card/brand.js';
import type { FieldName } from '../card/card.js';
import { Checkout } from '../checkout/checkout.js';
import { readConfig, type Config, type Setup } from '../checkout/config.js';
import type { Outcome } from '../checkout/outcome.js';
import type { Page, Ports } from '../checkout/ports.js';
import type { CheckoutState } from '../checkout/state.js';
import { isLazy } from '../checkout/transition.js';
import { PayError } from '../error.js';
import type { CardFrame } from '../frame/host/card-frame.js';
import { fulfil } from '../gateway/fulfil.js';
import { fetchIntent, fetchStatus } from '../gateway/merchant.js';
import { decimalsOf } from '../money.js';
import { version } from '../version.js';
import { clock, navigation, newPaymentId, nextTask } from '../page/browser.js';
import { PayAttemptEvent } from '../page/events/attempt.js';
import { PayErrorEvent } from '../page/events/error.js';
import { PayInvalidEvent } from '../page/events/invalid.js';
import { PayOutcomeEvent } from '../page/events/outcome.js';
import { PayReadyEvent } from '../page/events/ready.js';
import { PayRedirectEvent } from '../page/events/redirect.js';
import { Fields } from '../form/fields.js';
import { languageOf } from '../words/language.js';
import { memory } from '../page/memory.js';
import type { MessageOverrides } from '../words/messages.js';
import type { Act } from '../words/sentence.js';
import { register } from './register.js';
import type { FrameHostModule, Release } from './release.js';
import { settingNames, settings, type Setting } from '../form/settings.js';
import { styles } from '../form/styles.js';
import { framed, problemText, render, stateText } from '../form/view.js';

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

  readonly #internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #language = languageOf(this, PayCheckout.release.languages);
  readonly #checkout = new Checkout(
    {
      gateway: { fulfil },
      clock,
      navigation,
      page: this.#page(),
      ...this.outside(),
    },
    () => this.#changed(),
  );
  readonly #fields = new Fields(
    this,
    () => ({ accepted: this.#accepted, today: today(), mada: this.config?.madaPrefixes }),
    () => this.#validity(),
  );
  /** The form, where it lives in a frame. */
  #frame: CardFrame | undefined;
  #frames: FrameHostModule | undefined;
  /** Events that came up while the element was being rendered: they are fired when what they tell can be seen. */
  #untold: Event[] | undefined;
  #phase: CheckoutState['phase'] | undefined;
  #disabledByForm = false;
  /** `madaPrefixes` as it was set: what can be read only once is read once. */
  #madaPrefixes: unknown;
  /** Before an update: what the payer saw last, and where the focus was. */
  #before: {
    readonly phase?: CheckoutState['phase'] | undefined;
    readonly focus?: 'form' | 'notice' | undefined;
  } = {};
  #seen: CheckoutState['phase'] | undefined;

  constructor() {
    super();
    this.manual = false;
    this.disabled = false;
  }

  /** What the element is doing; also a CSS custom state: `:state(paying)`. */
  get state(): CheckoutState['phase'] {
    return this.#frame?.state ?? this.#checkout.state.phase;
  }

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.#internals?.form ?? null;
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
    return this.#internals?.validity;
  }

  /** What the first field that is not valid says; empty when all are, or when it does not count. */
  get validationMessage(): string {
    return this.#internals?.validationMessage ?? '';
  }

  /** Whether the form around the element counts it. */
  get willValidate(): boolean {
    return this.#internals?.willValidate ?? false;
  }

  get #accepted(): readonly Network[] {
    return this.config?.networks ?? networks;
  }

  /** Where the merchant's server and the memory of the tab are. A frame has both in the page around it. */
  protected outside(): Pick<Ports, 'merchant' | 'memory'> {
    return { merchant: { fetchIntent, fetchStatus }, memory };
  }

  /** The address that the merchant's endpoints are relative to. */
  protected get pageUrl(): string {
    return this.baseURI;
  }

  /** What an attempt under way was started with, else what the page has set. */
  protected get config(): Config | undefined {
    const { state, setup } = this.#checkout;
    switch (state.phase) {
      case 'paying':
      case 'redirecting':
      case 'unknown':
        return state.config;
      case 'ready':
        return state.lost?.config ?? (setup.kind === 'complete' ? setup.config : undefined);
      default:
        return setup.kind === 'complete' ? setup.config : undefined;
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('pageshow', this.#shown);
    if (this.frameSrc) this.#frame?.configure();
    else this.#checkout.resume();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pageshow', this.#shown);
    // An element that is moved is removed for a moment; only one that stays away loses what was typed.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#frame?.close();
      this.shadowRoot?.querySelector('dialog')?.close();
      this.#checkout.pause();
      this.#fields.clear('card');
    });
  }

  formDisabledCallback(disabled: boolean): void {
    this.#disabledByForm = disabled;
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.reset();
  }

  /** The form is made in a task of its own: evaluating the script is one already, and a phone is not blocked by both at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await nextTask();
    super.scheduleUpdate();
    // Removed in the meantime: nothing is watched or waited for.
    if (!this.isConnected) this.#checkout.pause();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#untold ??= [];
    const active = this.shadowRoot?.activeElement;
    const focus = active?.closest('form') ? 'form' : active?.closest('.notice') ? 'notice' : undefined;
    this.#before = { phase: this.#seen, focus };
    if (changed.has('madaPrefixes')) {
      const list: unknown = this.madaPrefixes;
      const readable = typeof list === 'object' && list !== null && Symbol.iterator in list;
      this.#madaPrefixes = readable ? [...(list as Iterable<unknown>)] : list;
    }
    if (this.frameSrc) {
      if (this.#frames) return;
      this.#checkout.pause();
      // What is about frames is fetched where it is wanted.
      PayCheckout.release.loadFrameHost().then(
        (frames) => {
          this.#frames = frames;
          this.requestUpdate();
        },
        (cause: unknown) => {
          const error = new PayError('network', 'pay-framed.js did not load.', { cause });
          if (this.frameSrc) this.#checkout.configure({ kind: 'wrong', error });
        },
      );
      return;
    }
    this.#frame?.close();
    this.#frame = undefined;
    if (!this.hasUpdated || changed.has('frameSrc') || settingNames.some((name) => changed.has(name))) {
      this.#checkout.configure(this.readSetup());
      if ((changed.has('networks') || changed.has('madaPrefixes')) && this.hasUpdated) this.#fields.recheck();
    }
  }

  /** What the page has set, judged. */
  protected readSetup(): Setup {
    const set = Object.fromEntries(settingNames.map((name) => [name, this[name]])) as Record<
      Setting,
      unknown
    >;
    return readConfig(
      { ...set, madaPrefixes: this.#madaPrefixes },
      {
        pageUrl: this.pageUrl,
        networks,
        isCurrency: (code) => decimalsOf(code) !== undefined,
        parseMoment: (text) => Date.parse(text),
      },
    );
  }

  protected override render() {
    if (this.frameSrc && this.#frames) return framed;
    const config = this.config;
    return render({
      state: this.#checkout.state,
      usable: this.#checkout.canSubmit,
      lazy: config !== undefined && isLazy(config),
      askable: config !== undefined && config.status.kind !== 'none',
      disabled: this.#isDisabled,
      price: config?.price,
      networks: this.#accepted,
      test: config?.publishableKey.startsWith('pk_test_') ?? false,
      expiresAt: config?.expiresAt,
      fields: this.#fields,
      language: this.#language,
      onSubmit: this.#onSubmit,
      onAct: this.#onAct,
    });
  }

  protected override updated(_changed: PropertyValues): void {
    const untold = this.#untold ?? [];
    this.#untold = undefined;
    if (this.frameSrc && this.#frames) {
      const place = this.shadowRoot?.querySelector<HTMLElement>('.place');
      if (place)
        this.#frame ??= new this.#frames.CardFrame(
          this,
          place,
          this.#internals,
          PayCheckout.release.loadBankDialog,
          this.#language,
        );
      this.#frame?.configure();
      return;
    }
    this.#validity();
    this.#keepInSight();
    for (const event of untold) this.dispatchEvent(event);
  }

  /** The focus is never lost with the form, and what an attempt came to is not left outside the screen. */
  #keepInSight(): void {
    const { phase, focus } = this.#before;
    this.#seen = this.state;
    const notice = this.shadowRoot?.querySelector<HTMLElement>('.notice');
    const form = this.shadowRoot?.querySelector('form');
    const said = notice?.childElementCount !== 0;
    const shown = !form?.hidden && this.state !== 'waiting';
    // Firefox and WebKit leave the focus on what can no longer have it.
    const active = this.shadowRoot?.activeElement;
    if (focus === 'form' && !shown) (said ? notice : form)?.focus();
    else if (focus && !said && shown && (focus === 'notice' || !active || active === form)) this.focus();
    else if (said && phase === 'paying' && phase !== this.state && !this.#fields.firstComplaint) {
      notice?.scrollIntoView({ block: 'nearest' });
    }
  }

  get #isDisabled(): boolean {
    return this.disabled || this.#disabledByForm;
  }

  /**
   * Pays with what the form holds. Resolves with the first outcome; rejects with a PayError only when nothing was
   * sent, or the service refused. While one runs, a second call answers the same promise.
   */
  submit(): Promise<Outcome> {
    // What the page has just set counts, also when it is not shown yet.
    if (this.isUpdatePending && this.isConnected) this.performUpdate();
    if (this.#frame) return this.#frame.submit();
    const { canSubmit } = this.#checkout;
    if (canSubmit && this.#isDisabled) {
      return Promise.reject(new PayError('configuration', 'The element is disabled.', { field: 'disabled' }));
    }
    const wrong = canSubmit ? this.#report() : [];
    if (wrong[0]) {
      this.#tell(new PayInvalidEvent({ fields: wrong }));
      return Promise.reject(
        new PayError('card', 'The form is not complete.', { field: wrong[0].field, retryable: true }),
      );
    }
    return this.#checkout.submit();
  }

  /** Whether the form is complete and valid, or paid. Says nothing to the payer. Fires `invalid`, as inputs do. */
  checkValidity(): boolean {
    const card = this.#fields.recheck();
    this.#validity();
    return this.#internals?.checkValidity() ?? card !== undefined;
  }

  /** The same, and shows what is wrong, with the focus on the first field that is. */
  reportValidity(): boolean {
    if (this.#frame) return this.#frame.report();
    if (this.checkValidity()) return true;
    if (this.#checkout.canSubmit) this.#report();
    return false;
  }

  /** Empties the form. What was sent stays as it is. */
  reset(): void {
    if (this.#frame) return this.#frame.reset();
    if (this.state === 'paying') return;
    this.#fields.clear('all');
    this.#checkout.reset();
  }

  /** Puts the focus where the payer goes on: on the first field that is not valid, the button, or what is said. */
  override focus(options?: FocusOptions): void {
    if (this.#frame) return this.#frame.focus(options);
    const field = this.#fields.firstInvalid;
    const hidden = this.shadowRoot?.querySelector('form')?.hidden;
    const target = hidden
      ? this.shadowRoot?.querySelector<HTMLElement>('.notice.said')
      : field
        ? this.#fields.input(field)
        : this.shadowRoot?.querySelector('button');
    target?.focus(options);
  }

  #report(): ReturnType<Fields['complainAll']> {
    const wrong = this.#fields.complainAll();
    if (wrong[0]) this.#focusOn(wrong[0].field);
    return wrong;
  }

  #focusOn(field: FieldName): void {
    this.#fields.input(field)?.focus();
  }

  readonly #onAct = (act: Act): void => {
    if (act === 'go-to-bank') this.#checkout.continue();
  };

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    // What goes wrong is told by events and in the form.
    this.submit().catch(() => undefined);
  };

  readonly #shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.cameBack();
  };

  /** The payer is here again, after having been at the bank. */
  protected cameBack(): void {
    this.#checkout.cameBack();
  }

  #changed(): void {
    const { phase } = this.#checkout.state;
    if (phase !== this.#phase) {
      const states = this.#internals?.states;
      if (this.#phase) states?.delete(this.#phase);
      this.#phase = phase;
      try {
        states?.add(phase);
      } catch {
        // Chromium before 125 takes names with two dashes only. No form is lost for that.
      }
    }
    this.requestUpdate();
  }

  /** Takes part in the validity of a form around the element, and gives it the payment's id once there is one. */
  #validity(): void {
    if (this.#frame) return;
    const { state, canSubmit } = this.#checkout;
    const done = state.phase === 'paid' || state.phase === 'authorized';
    this.#internals?.setFormValue(done ? state.outcome.paymentId : null);
    const field = this.#fields.firstInvalid;
    if (done || (canSubmit && !field)) this.#internals?.setValidity({});
    else if (canSubmit && field) {
      const { status, problem = '' } = this.#fields.checked.fields[field];
      // An empty text would be refused.
      const words = problemText(this.#language.messages, field, problem) || problem;
      const flags = status === 'empty' ? { valueMissing: true } : { badInput: true };
      this.#internals?.setValidity(flags, words, this.#fields.input(field));
    } else this.#internals?.setValidity({ customError: true }, stateText(this.#language.messages, state));
  }

  #tell(event: Event): boolean {
    if (this.#untold) {
      this.#untold.push(event);
      return true;
    }
    return this.dispatchEvent(event);
  }

  /** The bank's page in a dialog. False: the payer was there. */
  async #confirm(url: string, paymentId: string): Promise<boolean> {
    const askable = this.config?.status.kind !== 'none';
    const next = await PayCheckout.release.loadBankDialog().then(
      ({ confirmInside }) => confirmInside(this, { url, paymentId, askable }, this.#language),
      () => url,
    );
    if (next) navigation.go(next);
    else this.cameBack();
    return false;
  }

  #page(): Page {
    return {
      newPaymentId,
      card: () => this.#fields.recheck(),
      clear: (what) => this.#fields.clear(what),
      ready: () => void this.#tell(new PayReadyEvent()),
      attempt: async (paymentId) => {
        const waits: Promise<unknown>[] = [];
        const event = new PayAttemptEvent({ paymentId, waitUntil: (promise) => void waits.push(promise) });
        if (!this.dispatchEvent(event)) throw new Error('pay-attempt was prevented.');
        await Promise.all(waits);
      },
      redirect: async (url, payment) => {
        const waits: Promise<unknown>[] = [];
        const event = new PayRedirectEvent({
          url,
          payment,
          waitUntil: (promise) => void waits.push(promise),
        });
        const go = this.dispatchEvent(event);
        await Promise.allSettled(waits);
        return go && this.isConnected && (this.challenge !== 'frame' || this.#confirm(url, payment.id));
      },
      outcome: (outcome) => this.#tell(new PayOutcomeEvent(outcome)) && this.isConnected,
      error: (error) => {
        this.#fields.complain(error.errors ?? {});
        const field = this.#fields.firstComplaint;
        if (error.code === 'card' && field) this.#focusOn(field);
        if (error.code === 'configuration') {
          // eslint-disable-next-line no-console -- for the developer, who may not listen to pay-error
          console.error(`<${this.localName}>: ${error.message}`);
        }
        this.#tell(new PayErrorEvent(error));
      },
    };
  }
}

function today(): { year: number; month: number } {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckout;
  }
}
