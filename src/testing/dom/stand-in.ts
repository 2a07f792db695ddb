import { PayError } from '../../error.js';
import { version } from '../../version.js';
import type { ShownState } from '../checkout-verbs.js';
import { refuseLiveKey } from '../test-keys.js';
import { emit, emitAndWait } from './stand-in-events.js';
import { StandInForm } from './stand-in-form.js';
import { attributes, intentSources, propertyNames } from './stand-in-properties.js';
import type { StandInAnswer, StandInClass, StandInOutcome, StandInWindow } from './stand-in-types.js';

const bankUrl = 'http://127.0.0.1/v1/card_auth/stand-in/prepare';

/**
 * Registers a stand-in of `<pay-checkout>` with a window that is no browser's. It has the element's attributes,
 * properties, methods, states and events; it draws nothing, sends nothing, and goes nowhere.
 *
 * @throws where the element itself is registered: a test would draw that one, and send.
 */
export function defineStandIn(
  window: StandInWindow = globalThis as unknown as StandInWindow,
  tag = 'pay-checkout',
): StandInClass {
  const { customElements } = window;

  class StandIn extends window.HTMLElement {
    static readonly version = version;
    static readonly observedAttributes = [...attributes.keys(), 'disabled'];
    static readonly isStandIn = true;
    static define(name = tag): void {
      const first = customElements.get(name) as Partial<StandInClass> | undefined;
      if (first && !first.isStandIn)
        throw new Error(
          `<${name}> is registered already, and not by a stand-in: call defineStandIn() before anything imports the element.`,
        );
      if (!first) customElements.define(name, name === tag ? StandIn : class extends StandIn {});
    }
    /** There are no words to replace. */
    static addLanguage(): void {}

    readonly #values = new Map<string, unknown>([['manual', false]]);
    readonly #answers: StandInAnswer[] = [];
    readonly #form: StandInForm;
    #state: ShownState = 'waiting';
    #running: Promise<StandInOutcome> | undefined;
    #isCheckScheduled = false;

    constructor() {
      super();
      this.#form = new StandInForm(
        this,
        () => emit(this, 'pay-change', this.#form.change),
        () => void this.submit().catch(() => undefined),
      );
      for (const name of propertyNames) {
        const early: unknown = Object.hasOwn(this, name) ? Reflect.get(this, name) : undefined;
        Object.defineProperty(this, name, {
          configurable: true,
          enumerable: true,
          get: () => this.#values.get(name),
          set: (value: unknown) => {
            this.#values.set(name, value);
            this.#scheduleCheck();
          },
        });
        if (early !== undefined) this.#values.set(name, early);
      }
    }

    get state(): ShownState {
      return this.#state;
    }
    get disabled(): boolean {
      return this.hasAttribute('disabled');
    }
    set disabled(disabled: boolean) {
      this.toggleAttribute('disabled', Boolean(disabled));
    }
    get frameSrc(): string | undefined {
      return this.getAttribute('frame-src') ?? undefined;
    }
    set frameSrc(address: string | undefined) {
      if (address === undefined || address === null) this.removeAttribute('frame-src');
      else this.setAttribute('frame-src', address);
    }
    get name(): string {
      return this.getAttribute('name') ?? '';
    }
    set name(name: string) {
      this.setAttribute('name', name);
    }
    get form(): HTMLFormElement | null {
      return this.closest('form');
    }
    get willValidate(): boolean {
      return !this.disabled;
    }
    get validity(): { readonly valid: boolean } {
      return { valid: this.#isValid };
    }
    get validationMessage(): string {
      return this.#isValid ? '' : 'The card is not complete.';
    }

    connectedCallback(): void {
      this.#scheduleCheck();
    }

    attributeChangedCallback(name: string, _old: string | null, text: string | null): void {
      const attribute = attributes.get(name);
      if (attribute) this.#values.set(attribute.name, attribute.read(text));
      else this.#form.disabled = this.disabled;
      this.#scheduleCheck();
    }

    answerWith(...answers: StandInAnswer[]): void {
      this.#answers.push(...answers);
    }

    fillIn(): void {
      for (const input of this.shadowRoot?.querySelectorAll('input') ?? []) input.value = 'filled in';
      emit(this, 'pay-change', this.#form.change);
    }

    submit({ source }: { readonly source?: object } = {}): Promise<StandInOutcome> {
      this.#running ??= this.#attempt(source).finally(() => (this.#running = undefined));
      return this.#running;
    }

    checkValidity(): boolean {
      return this.#isValid;
    }

    reportValidity(): boolean {
      if (!this.#isValid) {
        emit(this, 'pay-invalid', { fields: this.#form.problems });
        this.#form.focus();
      }
      return this.#isValid;
    }

    reset(): void {
      this.#form.reset();
    }

    override focus(): void {
      this.#form.focus();
    }

    get #isValid(): boolean {
      return this.#form.problems.length === 0;
    }

    async #attempt(source: object | undefined): Promise<StandInOutcome> {
      this.#updateState();
      const problem = this.#findProblem();
      if (problem) throw problem;
      if (this.disabled) throw new PayError('configuration', 'The checkout is disabled.');
      if (this.#state !== 'ready' && this.#state !== 'failed')
        throw new PayError('configuration', `Nothing can be paid: the checkout is ${this.#state}.`);
      if ((source as { type?: unknown } | undefined)?.type === 'creditcard')
        throw new PayError('configuration', 'Card numbers never pass through the code of a page.');
      if (!source && !this.reportValidity()) {
        const [first] = this.#form.problems;
        throw new PayError('card', 'The card is not complete.', { field: first?.field });
      }
      const paymentId = crypto.randomUUID();
      this.#state = 'paying';
      await this.#askPage({ paymentId, method: getMethodName(source) });
      return this.#finish(paymentId, this.#answers.shift() ?? 'paid');
    }

    /** Asks the page for its intent and its consent, before anything would be sent. */
    async #askPage(attempt: object): Promise<void> {
      try {
        const fetchIntent = this.#values.get('fetchIntent') as (() => Promise<unknown>) | undefined;
        await fetchIntent?.();
      } catch (cause) {
        throw this.#fail(
          new PayError('network', 'The intent cannot be fetched.', { cause, retryable: true }),
        );
      }
      try {
        await emitAndWait(this, 'pay-attempt', attempt);
      } catch (cause) {
        throw this.#fail(
          new PayError('canceled', 'The page stopped the attempt.', { cause, retryable: true }),
        );
      }
    }

    async #finish(paymentId: string, answer: StandInAnswer): Promise<StandInOutcome> {
      if (typeof answer !== 'string') throw this.#fail(answer);
      if (answer === 'initiated') {
        this.#state = 'redirecting';
        const payment = {
          id: paymentId,
          status: 'initiated',
          source: { type: 'creditcard', transaction_url: bankUrl },
        };
        await emitAndWait(this, 'pay-redirect', { url: bankUrl, payment }).catch(() => undefined);
        return { status: answer, paymentId, payment };
      }
      this.#state = answer;
      if (answer === 'failed') this.#form.clearCode();
      const outcome: StandInOutcome = {
        status: answer,
        paymentId,
        ...(answer !== 'unknown' && { payment: { id: paymentId, status: answer } }),
      };
      emit(this, 'pay-outcome', { outcome });
      return outcome;
    }

    /** The form can be used again. */
    #fail(error: PayError): PayError {
      this.#state = 'ready';
      emit(this, 'pay-error', { error });
      return error;
    }

    /** What is wrong with the values, in words; undefined also while some are missing. */
    #findProblem(): PayError | undefined {
      const wrong = (message: string, field: string) => new PayError('configuration', message, { field });
      const key = this.#values.get('publishableKey');
      try {
        refuseLiveKey(key);
      } catch (error) {
        return wrong((error as Error).message, 'publishable-key');
      }
      if (typeof key === 'string' && !key.startsWith('pk_test_'))
        return wrong(
          '`publishable-key` must begin with pk_test_ here, and never with sk_.',
          'publishable-key',
        );
      if (this.#sources.length > 1)
        return wrong(
          `Set one source of the intent, not ${this.#sources.join(' and ')}.`,
          this.#sources[1] ?? '',
        );
      return undefined;
    }

    get #sources(): readonly string[] {
      return intentSources.filter((name) => this.#values.get(name));
    }

    /** After the page has set all that it sets at once. */
    #scheduleCheck(): void {
      if (this.#isCheckScheduled || !this.isConnected) return;
      this.#isCheckScheduled = true;
      queueMicrotask(() => this.#updateState());
    }

    #updateState(): void {
      this.#isCheckScheduled = false;
      if (!['waiting', 'misconfigured', 'ready'].includes(this.#state)) return;
      const before = this.#state;
      const problem = this.#findProblem();
      const isComplete =
        Boolean(this.#values.get('publishableKey') && this.#values.get('baseUrl')) &&
        this.#sources.length === 1;
      this.#state = problem ? 'misconfigured' : isComplete ? 'ready' : 'waiting';
      if (this.#state === before) return;
      if (problem) emit(this, 'pay-error', { error: problem });
      else if (this.#state === 'ready') emit(this, 'pay-ready', null);
    }
  }

  StandIn.define();
  return customElements.get(tag) as StandInClass;
}

/** As the element names what pays. */
function getMethodName(source: object | undefined): string {
  const { type } = (source ?? { type: 'card' }) as { readonly type?: unknown };
  if (type === 'token') return 'saved';
  return ['card', 'applepay', 'samsungpay', 'stcpay'].find((name) => name === type) ?? 'other';
}
