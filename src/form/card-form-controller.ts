import type { ReactiveController, ReactiveElement } from '@lit/reactive-element';
import { noChange, type TemplateResult } from 'lit/html.js';
import { networks, type Network } from '../card/brand.js';
import type { DraftRules, FieldName } from '../card/card.js';
import { CheckoutMachine } from '../checkout/checkout-machine.js';
import { parseConfig, type Config, type ParsedConfig } from '../checkout/config.js';
import type { Outcome } from '../checkout/outcome.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import type { Page } from '../checkout/ports.js';
import { isPaid } from '../checkout/purchase.js';
import { PayError } from '../error.js';
import { fulfil } from '../gateway/fulfil.js';
import { getDecimals } from '../money.js';
import { adviseDeveloper, isDeveloperPage } from '../browser/advise-developer.js';
import { clock } from '../browser/clock.js';
import { createPaymentId } from '../browser/payment-id.js';
import type { FormStatus } from '../browser/form-control.js';
import type { NoticeAction } from '../i18n/notice.js';
import { type CardForm, type PageSettings, type Phase } from './card-form.js';
import { FieldSet } from './field-set.js';
import type { FormPorts } from './form-ports.js';
import { keepInView, getFocusPlace } from './focus-management.js';
import { drawing } from './saved/drawing.js';
import { fetchSavedCards } from './saved/fetch.js';
import type { SavedCards } from './saved/index.js';
import { settingNames } from './settings.js';
import { findServerRendered } from './server-rendered/hydrate.js';
import {
  formTemplate,
  isBusy,
  problemText,
  stateText,
  type FormHandlers,
  type FormView,
} from './template.js';
import { wordsTimeoutMs } from './timeouts.js';
import { canFetchIntent, hasStatusSource } from '../checkout/config-queries.js';

/** The card form as it is drawn here: in the merchant's page, or in the page of a frame. */
export class CardFormController implements CardForm, ReactiveController {
  arriving: Promise<void> | undefined;
  readonly #host: ReactiveElement;
  readonly #ports: FormPorts;
  readonly #checkout: CheckoutMachine;
  readonly #fields: FieldSet;
  /** Undefined until the page has to do with saved cards. */
  #saved: SavedCards | undefined;
  #awaitsSaved = false;
  /** Whether the last attempt pays by the card in the fields. */
  #byFields = false;
  /** Undefined until the page has set something, and while an error stands in place of the form. */
  #settings: PageSettings | undefined;
  /** The page's list, copied: an iterator can be read only once. */
  #madaPrefixes: unknown;
  /** Events wait here while the form is drawn, so that a listener finds the form in its new state. */
  #pendingEvents: (() => void)[] | undefined;
  /** What the form was doing when it was last drawn. */
  #drawnPhase: Phase | undefined;
  /** The form in the page's HTML, until it is drawn for the first time. */
  #serverRendered: Element | null;
  readonly #wasServerRendered: boolean;
  /** The server-rendered form has waited for its words long enough. */
  #hasWaited = false;
  /** Where the payer was before the drawing that is under way. */
  #place: ReturnType<typeof getFocusPlace>;
  readonly #on: FormHandlers;

  constructor(host: ReactiveElement, ports: FormPorts) {
    this.#host = host;
    this.#ports = ports;
    const { merchant, purchases, events } = ports;
    this.#serverRendered = host.shadowRoot && findServerRendered(host.shadowRoot);
    this.#wasServerRendered = Boolean(this.#serverRendered);
    if (this.#serverRendered) clock.after(wordsTimeoutMs, () => this.#goOnInEnglish());
    this.#on = {
      submit: (event) => {
        event.preventDefault();
        // What goes wrong is told by events and in the form.
        this.submit().catch(() => undefined);
      },
      input: ({ target }) => this.#fields.onInput(target),
      blur: ({ target }) => this.#fields.onBlur(target),
      keyDown: (event) => {
        // Enter that is held down would send the card again as soon as a try is refused.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      },
      act: (act) => this.#act(act),
    };
    this.#checkout = new CheckoutMachine(
      {
        gateway: { fulfil },
        clock,
        navigation: ports.navigation,
        merchant,
        attempts: purchases,
        page: this.#page(),
      },
      () => {
        ports.control.updatePhase(this.state);
        host.requestUpdate();
      },
    );
    this.#fields = new FieldSet(
      host,
      () => ({ ...this.#rules, method: this.#saved?.chosen ? 'saved' : 'card' }),
      (detail) => this.#emit(() => events.emitChange(detail)),
      () => this.#syncValidity(),
    );
    host.addController(this);
  }

  #goOnInEnglish(): void {
    this.#hasWaited = true;
    if (this.#serverRendered) this.#host.requestUpdate();
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

  /** What an attempt under way was started with, else what the page has set. */
  get config(): Config | undefined {
    return this.#checkout.config;
  }

  get #accepted(): readonly Network[] {
    return this.config?.networks ?? networks;
  }

  get #rules(): DraftRules {
    return { acceptedNetworks: this.#accepted, today: today(), madaPrefixes: this.config?.madaPrefixes };
  }

  async #fetchSaved(): Promise<void> {
    const goOn = () => {
      this.#awaitsSaved = false;
      if (this.#settings) this.#applySettings(this.#settings);
      this.#host.requestUpdate();
    };
    this.#awaitsSaved = true;
    // What the page has set is judged when the file is there: until then nobody can tell that something is missing.
    this.#checkout.pauseConfigTimeout();
    const SavedCards = await fetchSavedCards(this.#ports.loadSavedCards, goOn);
    if (SavedCards) {
      this.#saved = new SavedCards({
        host: this.#host,
        drawing,
        rules: () => this.#rules,
        fieldsAreUsed: () => this.#fields.areUsed,
        changed: () => {
          this.#fields.validate();
          this.#host.requestUpdate();
        },
      });
    }
    goOn();
  }

  /** While an attempt runs the form shows what the payer has chosen. */
  #applySavedCards(): void {
    const { state } = this.#checkout;
    if (state.phase !== 'waiting' && !isBusy(state)) this.#saved?.apply();
  }

  #applySettings(settings: PageSettings): void {
    this.#pendingEvents ??= [];
    const before = this.#rules;
    this.#checkout.configure(this.#parseSettings(settings));
    this.#applySavedCards();
    const { acceptedNetworks: accepted, madaPrefixes: mada } = this.#rules;
    if (accepted !== before.acceptedNetworks || mada !== before.madaPrefixes) this.#fields.validate();
  }

  configure(settings: PageSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    const changed = settingNames.filter((name) => !Object.is(before?.values[name], settings.values[name]));
    if (changed.includes('madaPrefixes')) this.#madaPrefixes = listOf(settings.values.madaPrefixes);
    if (changed.length === 0 && before) return;
    const { savedCards, saveCard } = settings.values;
    const isSet = saveCard || (savedCards && (savedCards as { length?: unknown }).length !== 0);
    if (isSet) this.arriving ??= this.#fetchSaved();
    if (this.#awaitsSaved && this.state === 'waiting') return;
    this.#applySettings(settings);
  }

  #parseSettings({ values, pageUrl, address }: PageSettings): ParsedConfig {
    const setup = parseConfig(
      { ...values, madaPrefixes: this.#madaPrefixes },
      {
        documentBaseUrl: pageUrl,
        documentUrl: address,
        networks,
        isCurrency: (code) => getDecimals(code) !== undefined,
        parseTimestamp: (text) => Date.parse(text),
      },
    );
    const wrong = this.#saved?.read(values);
    if (wrong && setup.kind !== 'invalid') {
      return { kind: 'invalid', error: new PayError('configuration', wrong.message, { field: wrong.field }) };
    }
    const error = setup.kind === 'complete' && this.#ports.refusal?.(new URL(setup.config.baseUrl).origin);
    return error ? { kind: 'invalid', error } : setup;
  }

  hostConnected(): void {
    addEventListener('pageshow', this.#shown);
    this.#checkout.resume();
  }

  hostDisconnected(): void {
    // An element that is moved is removed for a moment; only one that stays away loses what was typed.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.disconnect();
    });
  }

  disconnect(): void {
    removeEventListener('pageshow', this.#shown);
    this.#root?.querySelector('dialog')?.close();
    // Nothing is watched or waited for until the form is connected again.
    this.#checkout.pause();
    for (const input of this.#serverRendered?.querySelectorAll('input') ?? []) input.value = '';
    this.#clear('card');
  }

  #clear(what: 'security-code' | 'card'): void {
    // The payer's word was about the card that is gone.
    if (what === 'card') this.#saved?.untick();
    this.#fields.clear(what);
  }

  readonly #shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#checkout.returnToPage();
  };

  get #view(): FormView {
    const { state, canSubmit, paymentHistory: earlier, config } = this.#checkout;
    const { language } = this.#ports;
    const disabled = this.#settings?.disabled ?? false;
    return {
      state,
      canSubmit: canSubmit,
      canFetchIntent: config !== undefined && canFetchIntent(config),
      hasStatusSource: config !== undefined && hasStatusSource(config),
      paymentHistory: earlier,
      isServerRendered: this.#wasServerRendered,
      inert: false,
      disabled,
      price: config?.price,
      networks: this.#accepted,
      isTestMode: config?.publishableKey.startsWith('pk_test_') ?? false,
      forDeveloper:
        state.phase === 'misconfigured' && isDeveloperPage(this.#settings?.values.publishableKey)
          ? state.error.message
          : undefined,
      expiresAt: config?.expiresAt,
      fields: this.#fields,
      saved: this.#saved?.view(language, isBusy(state), disabled),
      language,
      on: this.#on,
    };
  }

  hostUpdate(): void {
    if (this.#awaitsWords) return;
    this.#pendingEvents ??= [];
    this.#applySavedCards();
    this.#place = this.#root ? getFocusPlace(this.#root) : undefined;
  }

  /** A server-rendered form has the words of its language already. English in between would be of no use. */
  get #awaitsWords(): boolean {
    return Boolean(this.#serverRendered) && this.#ports.language.isLoading && !this.#hasWaited;
  }

  render(): TemplateResult | typeof noChange {
    return this.#awaitsWords ? noChange : formTemplate(this.#view);
  }

  hostUpdated(): void {
    const root = this.#root;
    if (!root || this.#awaitsWords) return;
    this.#serverRendered = null;
    const before = this.#drawnPhase;
    this.#fields.bind();
    this.#syncValidity();
    this.#drawnPhase = this.state;
    keepInView(root, this.#place, {
      before,
      phase: this.state,
      hasErrors: Boolean(this.#fields.firstWithError),
      focus: () => this.focus(),
      focusSaved: () => this.#saved?.focus(),
    });
    this.#emitPending();
  }

  submit(given?: ExternalSource): Promise<Outcome> {
    const { canSubmit } = this.#checkout;
    if (canSubmit && this.#settings?.disabled) {
      return Promise.reject(new PayError('configuration', 'The element is disabled.', { field: 'disabled' }));
    }
    const source = canSubmit && this.#saved ? this.#saved.pay(given) : given;
    if (canSubmit) this.#byFields = !source;
    if (source) return this.#checkout.submit({ kind: 'external', source });
    const wrong = canSubmit ? this.#showErrors() : [];
    if (wrong[0]) {
      this.#emit(() => this.#ports.events.emitInvalid({ fields: wrong }));
      return Promise.reject(
        new PayError('card', 'The form is not complete.', { field: wrong[0].field, retryable: true }),
      );
    }
    return this.#checkout.submit({ kind: 'card', save: this.#saved?.keeps ?? false });
  }

  check(): boolean {
    this.#fields.validate();
    this.#syncValidity();
    return this.#ports.control.checkValidity() ?? !this.#firstInvalid;
  }

  report(): boolean {
    if (this.check()) return true;
    if (this.#checkout.canSubmit) this.#showErrors();
    return false;
  }

  reset(): void {
    if (this.state === 'paying') return;
    this.#saved?.reset();
    this.#fields.clear('all');
    this.#checkout.reset();
  }

  /** On the first field that is not valid, the button, or what is said. */
  focus(options?: FocusOptions): void {
    const form = this.#root?.querySelector('form');
    const target = form?.hidden
      ? this.#root?.querySelector<HTMLElement>('.notice.said')
      : (this.#fields.input(this.#firstInvalid) ?? this.#root?.querySelector('button'));
    target?.focus(options);
  }

  #showErrors(): ReturnType<FieldSet['showErrors']> {
    const wrong = this.#fields.showErrors();
    this.#focusOn(wrong[0]?.field);
    return wrong;
  }

  /** The first field that keeps the payer from paying. Beside a saved card none does. */
  get #firstInvalid(): FieldName | undefined {
    return this.#saved?.chosen ? undefined : this.#fields.firstInvalid;
  }

  #focusOn(field: FieldName | undefined): void {
    this.#fields.input(field)?.focus();
  }

  get formStatus(): FormStatus & Pick<CardForm, 'hasPayment'> {
    return { phase: this.state, problem: this.#problem, hasPayment: this.hasPayment };
  }

  get #problem(): FormStatus['problem'] {
    const { state, canSubmit } = this.#checkout;
    const field = this.#firstInvalid;
    if (isPaid(state.phase) || (canSubmit && !field)) {
      return { kind: 'none', message: '' };
    }
    if (!canSubmit || !field) return { kind: 'customError', message: stateText(this.#view) };
    const { status, problem = '' } = this.#fields.checked.fields[field];
    const message = problemText(this.#ports.language.messages, field, problem);
    return { kind: status === 'empty' ? 'valueMissing' : 'badInput', message };
  }

  #syncValidity(): void {
    const { state, canSubmit } = this.#checkout;
    const field = canSubmit ? this.#firstInvalid : undefined;
    const paymentId = 'outcome' in state ? state.outcome.paymentId : undefined;
    this.#ports.control.update(this.formStatus, paymentId, this.#fields.input(field));
  }

  #act(act: NoticeAction): void {
    // A key that is held down presses again and again: not the button that stands here next.
    this.focus();
    switch (act) {
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
        return act satisfies never;
    }
  }

  #emitPending(): void {
    const pending = this.#pendingEvents ?? [];
    this.#pendingEvents = undefined;
    for (const emit of pending) emit();
  }

  #emit(what: () => void): void {
    if (this.#pendingEvents) this.#pendingEvents.push(what);
    else what();
  }

  #page(): Page {
    const { events } = this.#ports;
    return {
      newPaymentId: createPaymentId,
      readCard: () => this.#fields.validate(),
      clear: (what) => this.#clear(what),
      emitReady: () => this.#emit(() => events.emitReady()),
      emitAttempt: (paymentId) => events.emitAttempt(paymentId),
      emitRedirect: (url, payment) => events.emitRedirect(url, payment),
      emitOutcome: (outcome) => {
        // It may lead the payer away: the page hears it first, however long the form waits for its words.
        if (outcome.payment) this.#emitPending();
        if (!this.#pendingEvents) return events.emitOutcome(outcome);
        this.#pendingEvents.push(() => events.emitOutcome(outcome));
        return this.#host.isConnected;
      },
      emitError: (error) => {
        this.#saved?.failed(error);
        // What is said of another source is about no field.
        if (this.#byFields) this.#fields.showServiceErrors(error.errors ?? {});
        if (error.code === 'card') this.#focusOn(this.#fields.firstWithError);
        this.#emit(() => events.emitError(error));
      },
      adviseDeveloper: (advice) => adviseDeveloper(this.#host, advice),
    };
  }
}

/** The values of an iterable; anything else as it is, so that it is refused in words. */
const listOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Symbol.iterator in value
    ? [...(value as Iterable<unknown>)]
    : value;

function today(): { year: number; month: number } {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}
