import type { ReactiveController, ReactiveElement } from '@lit/reactive-element';
import { noChange, type TemplateResult } from 'lit/html.js';
import { networks, type Network } from '../card/networks.js';
import { CheckoutMachine } from '../checkout/checkout-machine.js';
import type { Config } from '../checkout/config.js';
import type { Outcome, Phase } from '../checkout/outcome.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import type { Clock } from '../checkout/ports.js';
import type { Price } from '../checkout/price.js';
import { PayError } from '../../error.js';
import { addStyles } from '../browser/add-styles.js';
import { createClock } from '../browser/clock.js';
import { getWindow, stopListening } from '../browser/window.js';
import type { FormStatus } from '../browser/form-control.js';
import type { NoticeAction } from '../i18n/notice.js';
import { type CardForm, type PageSettings } from './card-form.js';
import { createCheckoutPorts } from './checkout-ports.js';
import { EventQueue } from './event-queue.js';
import { FieldSet, readClock, type FieldRules } from './field-set.js';
import type { FormPorts } from './form-ports.js';
import { FormSubmission } from './form-submission.js';
import { FormValidity } from './form-validity.js';
import { loadWithinTimeout, takesCards, usesMethods } from './load-methods.js';
import { copyIterable, parseSettings } from './parse-settings.js';
import { updateFocusAfterRender, getFocusPlace } from './focus-management.js';
import { templateTools } from './marks.js';
import type { MethodChoice } from './method-choice.js';
import { settingNames } from '../settings.js';
import { FirstForm } from './server-rendered/first-form.js';
import { createFormView, isBusy, type FormHandlers, type FormView } from './form-view.js';
import { formTemplate, getStateText } from './template.js';
import { keptInputMs } from '../checkout/timeouts.js';
import { getPageKey } from '../checkout/urls.js';

/** The card form in this document: the merchant's page, or the document of a frame. */
export class CardFormController implements CardForm, ReactiveController {
  loading: Promise<void> | undefined;
  readonly #host: ReactiveElement;
  readonly #ports: FormPorts;
  readonly #clock: Clock;
  readonly #checkout: CheckoutMachine;
  readonly #fields: FieldSet;
  readonly #validity: FormValidity;
  readonly #submission: FormSubmission;
  /** Undefined until `pay-methods.js` has loaded, which only pages with saved cards or STC Pay need. */
  #choice: MethodChoice | undefined;
  #isLoadingMethods = false;
  /** Undefined until the first `configure()`. */
  #settings: PageSettings | undefined;
  /** A copy of the page's list, because an iterator can be read only once. */
  #madaPrefixes: unknown;
  readonly #eventQueue = new EventQueue();
  #renderedPhase: Phase | undefined;
  /** Keeps the inputs of an element that is put back into the page soon after it was taken out. */
  #stopClearing: (() => void) | undefined;
  /** Of the document that the element was last connected to. */
  #window: Window = window;
  readonly #firstForm: FirstForm;
  /** Where the focus was before the current update. */
  #focusPlace: ReturnType<typeof getFocusPlace>;
  readonly #handlers: FormHandlers;

  constructor(host: ReactiveElement, ports: FormPorts) {
    this.#host = host;
    this.#ports = ports;
    const clock = (this.#clock = createClock(host, () => this.config?.baseUrl));
    this.#firstForm = new FirstForm(host, clock, ports.language);
    this.#handlers = {
      submit: (event) => {
        event.preventDefault();
        // Events and the form report every error.
        this.submit().catch(() => undefined);
      },
      input: ({ target }) => this.#fields.onInput(target),
      blur: ({ target }) => this.#fields.onBlur(target),
      action: (action) => this.#handleAction(action),
    };
    this.#checkout = new CheckoutMachine(
      createCheckoutPorts(ports, {
        ...{ host, clock, eventQueue: this.#eventQueue },
        getFields: () => this.#fields,
        getChoice: () => this.#choice,
        isCardTyped: () => this.#submission.isCardTyped,
        clear: (what) => this.#clear(what),
        focusOn: (field) => this.#validity.focusOn(field),
      }),
      () => {
        this.#validity.sync();
        host.requestUpdate();
      },
    );
    this.#fields = new FieldSet(
      host,
      () => ({
        ...this.#rules,
        method: this.#choice?.method ?? 'card',
        isMethodComplete: this.#choice?.isComplete ?? false,
      }),
      (detail) => this.#eventQueue.add(() => ports.events.emitChange(detail)),
      () => this.#validity.sync(),
    );
    this.#validity = new FormValidity({
      ...{ host, control: ports.control, language: ports.language },
      ...{ checkout: this.#checkout, fields: this.#fields },
      getChoice: () => this.#choice,
      getStateText: () => getStateText(this.#view),
    });
    this.#submission = new FormSubmission({
      ...{ checkout: this.#checkout, validity: this.#validity },
      ...{ events: ports.events, eventQueue: this.#eventQueue },
      isDisabled: () => this.#settings?.disabled ?? false,
      getChoice: () => this.#choice,
      loadMethods: () => (this.loading ??= this.#loadMethods()),
    });
    host.addController(this);
  }

  get #root(): ShadowRoot | null {
    return this.#host.shadowRoot;
  }

  get state(): Phase {
    return this.#checkout.state.phase;
  }

  get hasPayment(): boolean {
    return this.#checkout.hasPayment;
  }

  /** The configuration of the attempt under way, else the page's current one. */
  get config(): Config | undefined {
    return this.#checkout.config;
  }

  get #acceptedNetworks(): readonly Network[] {
    return this.config?.networks ?? networks;
  }

  get #rules(): Omit<FieldRules, 'method' | 'isMethodComplete'> {
    return {
      acceptedNetworks: this.#acceptedNetworks,
      ...readClock(this.#clock.now(), this.config?.expiresAt),
      madaPrefixes: this.config?.madaPrefixes,
    };
  }

  async #loadMethods(): Promise<void> {
    const resume = () => {
      this.#isLoadingMethods = false;
      if (this.#settings) this.#applySettings(this.#settings);
      this.#host.requestUpdate();
    };
    this.#isLoadingMethods = true;
    const methods = await loadWithinTimeout(this.#ports.loadMethods, () => {
      if (this.#settings && takesCards(this.#settings.values)) resume();
    });
    if (methods) {
      this.#choice = new methods.MethodChoice({
        host: this.#host,
        addStyles: (styles) => this.#root && addStyles(this.#root, styles),
        templateTools,
        getRules: () => this.#rules,
        isFieldSetUsed: () => this.#fields.isUsed,
        onProblem: (problem) => {
          const error = new PayError('configuration', problem, { field: 'methods' });
          this.#eventQueue.add(() => this.#ports.events.emitError(error));
        },
        onConfirm: () => this.#checkout.submitCode(),
        onLeave: () => this.#checkout.payAnotherWay('ask'),
        onChange: () => {
          this.#fields.validate();
          this.#host.requestUpdate();
        },
      });
    }
    resume();
  }

  /** Keeps the list of methods unchanged while an attempt runs. */
  #applyChoice(): void {
    const { state } = this.#checkout;
    if (state.phase !== 'waiting' && !isBusy(state)) this.#choice?.apply();
  }

  #applySettings(settings: PageSettings): void {
    this.#eventQueue.hold();
    const before = this.#rules;
    this.#checkout.configure(
      parseSettings(settings, this.#madaPrefixes, this.#choice, this.#ports.getServiceError),
    );
    this.#applyChoice();
    const { acceptedNetworks, madaPrefixes } = this.#rules;
    if (acceptedNetworks !== before.acceptedNetworks || madaPrefixes !== before.madaPrefixes)
      this.#fields.validate();
  }

  configure(settings: PageSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    const changed = settingNames.filter((name) => !Object.is(before?.values[name], settings.values[name]));
    if (changed.includes('madaPrefixes')) this.#madaPrefixes = copyIterable(settings.values.madaPrefixes);
    if (changed.length === 0 && before && getAddresses(before) === getAddresses(settings)) return;
    if (usesMethods(settings)) this.loading ??= this.#loadMethods();
    if (!this.#isLoadingMethods || this.state !== 'waiting') this.#applySettings(settings);
    // Only the loaded module can validate its settings, so the timeout for missing settings is paused.
    if (this.#isLoadingMethods) this.#checkout.pauseConfigTimeout();
  }

  hostConnected(): void {
    this.#stopClearing?.();
    this.#window.removeEventListener('pageshow', this.#onPageShow);
    this.#window = getWindow(this.#host);
    this.#window.addEventListener('pageshow', this.#onPageShow);
    this.#checkout.resume();
  }

  hostDisconnected(): void {
    // An element that is moved is disconnected for a moment; only an element that stays disconnected is paused.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#pause();
      this.#stopClearing?.();
      if (this.#fields.isUsed) this.#stopClearing = this.#clock.after(keptInputMs, () => this.#clearInputs());
      else this.#clearInputs();
    });
  }

  disconnect(): void {
    this.#pause();
    this.#clearInputs();
  }

  #pause(): void {
    stopListening('pageshow', this.#onPageShow, this.#window);
    this.#root?.querySelector('dialog')?.close();
    this.#checkout.pause();
  }

  #clearInputs(): void {
    this.#firstForm.clearInputs();
    this.#clear('card');
  }

  #clear(what: 'security-code' | 'card'): void {
    if (what === 'card') this.#choice?.clear();
    this.#fields.clear(what);
  }

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#checkout.returnToPage();
  };

  get #view(): FormView {
    return createFormView({
      checkout: this.#checkout,
      settings: this.#settings,
      networks: this.#acceptedNetworks,
      fields: this.#fields,
      choice: this.#choice,
      isServerRendered: this.#firstForm.isInHtml,
      language: this.#ports.language,
      on: this.#handlers,
    });
  }

  hostUpdate(): void {
    if (this.#firstForm.isAwaitingLocale) return;
    this.#eventQueue.hold();
    this.#applyChoice();
    this.#focusPlace = this.#root ? getFocusPlace(this.#root) : undefined;
  }

  render(): TemplateResult | typeof noChange {
    return this.#firstForm.isAwaitingLocale ? noChange : formTemplate(this.#view);
  }

  hostUpdated(): void {
    const root = this.#root;
    if (!root || this.#firstForm.isAwaitingLocale) return;
    this.#firstForm.onRendered();
    const before = this.#renderedPhase;
    this.#fields.connectInputs();
    this.#validity.sync();
    this.#renderedPhase = this.state;
    updateFocusAfterRender(root, this.#focusPlace, {
      before,
      phase: this.state,
      hasErrors: Boolean(this.#fields.firstWithError),
      focus: () => this.focus(),
      focusChoice: () => this.#choice?.focus(),
    });
    this.#eventQueue.flush();
  }

  submit(external?: ExternalSource, price?: Price): Promise<Outcome> {
    return this.#submission.submit(external, price);
  }

  checkValidity(): boolean {
    return this.#validity.check();
  }

  reportValidity(): boolean {
    return this.#validity.report();
  }

  reset(): void {
    if (this.state === 'paying') return;
    this.#choice?.reset();
    this.#fields.clear('all');
    this.#checkout.reset();
  }

  /** Focuses the first invalid field, else the button, else the notice. */
  focus(options?: FocusOptions): void {
    this.#validity.focusTarget?.focus(options);
  }

  get formStatus(): FormStatus & Pick<CardForm, 'hasPayment'> {
    return { phase: this.state, problem: this.#validity.problem, hasPayment: this.hasPayment };
  }

  #handleAction(action: NoticeAction): void {
    // Moves the focus first, so that a held key does not press the button that comes next in the same place.
    this.focus();
    switch (action) {
      case 'go-to-bank':
      case 'go-to-shop':
        return this.#checkout.continuePayment();
      case 'ask-another-way':
        return this.#checkout.payAnotherWay('ask');
      case 'pay-another-way':
        return this.#checkout.payAnotherWay('confirm');
      case 'go-back':
        return this.#checkout.payAnotherWay('back');
      default:
        return action satisfies never;
    }
  }
}

/** The page's addresses, on which endpoints and the purchase's name may depend; without a place in the page. */
const getAddresses = ({ documentBaseUrl, documentUrl }: PageSettings): string =>
  [documentBaseUrl, documentUrl].map(getPageKey).join(' ');
