import { html, LitElement, type TemplateResult } from 'lit';
import { ConfigError } from './checkout/config-error.js';
import { interpretPayment, type ReportedOutcome } from './checkout/outcome.js';
import type { CheckoutPayment } from './checkout/payment.js';
import { readReturn } from './checkout/read-return.js';
import { parseStatusSource, type StatusSource } from './checkout/sources.js';
import { StatusPoller } from './checkout/status-poller.js';
import { configTimeoutMs, requestsBeforeBankLink } from './checkout/timeouts.js';
import { PayError } from '../error.js';
import { getNoticeClass, renderNotice } from './form/notice.js';
import { formStyles } from './form/styles.js';
import { fetchStatus } from './gateway/merchant-api.js';
import { adviseDeveloper, isDeveloperPage, reportError } from './browser/advise-developer.js';
import { addStyles, createStyledRoot } from './browser/add-styles.js';
import { createClock, deferFirstUpdate } from './browser/clock.js';
import { getPayerWindow } from './browser/window.js';
import { PayOutcomeEvent } from './browser/events.js';
import { saveOutcome } from './browser/attempt-store.js';
import { version } from '../version.js';
import { Language } from './i18n/language.js';
import type { MessageOverrides } from './i18n/messages.js';
import { writeNotice, type PaymentSituation } from './i18n/notice.js';
import { advise } from './advise.js';
import { register, type BuildDependencies } from './register.js';
import { textAttribute } from './settings.js';

type State =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'misconfigured'; readonly error: PayError }
  | { readonly phase: 'loading'; readonly paymentId: string }
  | {
      readonly phase: 'result';
      readonly outcome: ReportedOutcome;
      /** How many status requests have ended, also without an answer. */
      readonly requestCount: number;
      /** Another payment of the purchase may still go through. */
      readonly hasOtherOpenPayment?: boolean;
    };

/**
 * Shows the result of a payment, on the page that the payer comes back to. It asks the merchant's server until the
 * payment is final; what the address says is never shown as the outcome.
 *
 * @fires {PayOutcomeEvent} pay-outcome - An outcome is known; `unknown` may be followed by a final one.
 * @fires {PayErrorEvent} pay-error - The element is misconfigured.
 * @csspart notice - What the payer must know.
 * @cssprop [--pay-accent] - A payment that is being asked about.
 * @cssprop [--pay-text] - Text.
 * @cssprop [--pay-surface] - Background of the notice.
 * @cssprop [--pay-danger] - A payment that failed.
 * @cssprop [--pay-success] - A payment that went through.
 * @cssprop [--pay-radius] - Corners.
 * @cssprop [--pay-spacing] - Distance below the notice.
 * @cssprop [--pay-font] - Font family.
 * @cssprop [--pay-font-size] - Font size.
 */
export class PayResult extends LitElement {
  static override styles = [...formStyles];
  static override properties = {
    statusUrl: { attribute: 'status-url', converter: textAttribute },
    fetchStatus: { attribute: false },
    paymentId: { attribute: 'payment-id', converter: textAttribute },
    messages: { attribute: false },
  };

  /** The package's version. Of two versions on a page, the one that was registered first is used. */
  static readonly version: string = version;

  /** The languages of this build. Each entry sets them before it registers the element. @internal */
  declare static dependencies: Pick<BuildDependencies, 'locales'>;

  /** Registers the element, under its own name or another. Does nothing where this version has the name already. */
  static define(tag = 'pay-result', registry: CustomElementRegistry = customElements): void {
    register(this, 'pay-result', tag, registry);
  }

  /** The merchant's endpoint that reads a payment: `GET ?id=`, answers its JSON, or 404. */
  declare statusUrl: string | undefined;
  /** A function instead of `status-url`: resolves with the payment's JSON, or undefined where there is none. */
  declare fetchStatus: ((paymentId: string) => Promise<unknown>) | undefined;
  /** The payment; from the page's address when not set. */
  declare paymentId: string | undefined;
  /** Words instead of the language's; to change them, set another object. Empty ones do not count. */
  declare messages: MessageOverrides | undefined;

  readonly #language = new Language(this, PayResult.dependencies.locales, () => this.requestUpdate());
  #state: State = { phase: 'waiting' };
  /** The property values that the current polling was started with. */
  #statusInputs: readonly unknown[] = [];
  /** Ends the wait for values that are missing. */
  #stopWaiting: (() => void) | undefined;
  readonly #clock = createClock(this);
  readonly #poller = new StatusPoller(this.#clock, fetchStatus);

  override connectedCallback(): void {
    this.#language.connect();
    super.connectedCallback();
    // An element that is back in a page asks again.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    this.#language.disconnect();
    super.disconnectedCallback();
    this.#stop();
    this.#statusInputs = [];
  }

  protected override createRenderRoot(): ShadowRoot {
    return createStyledRoot(this);
  }

  protected override scheduleUpdate(): Promise<unknown> | undefined {
    return deferFirstUpdate(this.hasUpdated, () => super.scheduleUpdate());
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) advise(this, this.#language);
    addStyles(this.renderRoot as ShadowRoot);
    // Frameworks may set another function at each render: the last one is called, and the polling goes on.
    const inputs = [this.statusUrl, typeof this.fetchStatus, this.paymentId];
    const before = this.#statusInputs;
    const isSame = inputs.length === before.length && inputs.every((value, index) => value === before[index]);
    if (isSame || !this.isConnected) return;
    this.#statusInputs = inputs;
    this.#begin();
  }

  protected override render(): TemplateResult {
    const { direction, tag, messages } = this.#language;
    const situation = this.#getSituation();
    const notice = situation && writeNotice(situation, messages);
    const error =
      this.#state.phase === 'misconfigured' && isDeveloperPage() ? this.#state.error.message : undefined;
    return html`<div class="result ${direction}" dir=${direction} lang=${tag}>
      <div
        class="notice ${getNoticeClass(notice)}"
        part="notice"
        role="status"
        aria-live="polite"
        tabindex="-1"
      >
        ${renderNotice(notice, error, () => this.#goToChallenge())}
      </div>
    </div>`;
  }

  #stop(): void {
    this.#stopWaiting?.();
    this.#poller.stop();
  }

  #begin(): void {
    this.#stop();
    const { statusUrl, fetchStatus } = this;
    let source: StatusSource;
    try {
      source = parseStatusSource({ statusUrl, fetchStatus }, { documentBaseUrl: this.baseURI });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return this.#fail(error.field, error.message);
    }
    const paymentId = this.paymentId || readReturn(location.href)?.paymentId;
    if (source.kind === 'function')
      source = { kind: 'function', fetchStatus: async (id) => this.fetchStatus?.(id) };
    if (paymentId && source.kind !== 'none') {
      this.#enter({ phase: 'loading', paymentId });
      return this.#ask(source, paymentId, 0);
    }
    const [field, advice] = paymentId
      ? ['status-url', 'Set `status-url` or `fetchStatus`: only your server knows the outcome of a payment.']
      : ['payment-id', 'There is no payment id: the address has none, and `payment-id` is not set.'];
    this.#stopWaiting = this.#clock.after(configTimeoutMs, () => this.#fail(field, advice));
  }

  #fail(field: string, message: string): void {
    const error = new PayError('configuration', message, { field });
    this.#enter({ phase: 'misconfigured', error });
    reportError(this, error);
  }

  /** @param shown What the last answer has shown: an answer that fails says nothing about it. */
  #ask(source: StatusSource, paymentId: string, requestCount: number, shown?: CheckoutPayment): void {
    const onAnswer = (payment = shown) => {
      const reading = payment && interpretPayment(payment);
      if (payment && reading?.kind === 'final') {
        const otherOpen = saveOutcome(paymentId, reading.status);
        return this.#emitOutcome({ status: reading.status, paymentId, payment }, requestCount, otherOpen);
      }
      const outcome = { status: 'unknown', paymentId, ...(payment ? { payment } : {}) } as const;
      if (requestCount === 0) this.#emitOutcome(outcome, requestCount);
      else this.#enter({ phase: 'result', outcome, requestCount });
      this.#ask(source, paymentId, requestCount + 1, payment);
    };
    this.#poller.ask(source, paymentId, requestCount, onAnswer, (cause) => {
      if (requestCount === 0) adviseDeveloper(this, 'The payment’s status is not known.', cause);
      onAnswer();
    });
  }

  #emitOutcome(outcome: ReportedOutcome, requestCount: number, hasOtherOpenPayment = false): void {
    this.#enter({ phase: 'result', outcome, requestCount, hasOtherOpenPayment });
    this.dispatchEvent(new PayOutcomeEvent(outcome));
  }

  #enter(state: State): void {
    this.#state = state;
    this.requestUpdate();
  }

  /** Returns what is known about the payer's money; undefined before the first answer. */
  #getSituation(): PaymentSituation | undefined {
    const state = this.#state;
    const open = { kind: 'open', where: 'sent', hasStatusSource: true, anotherWay: 'none' } as const;
    switch (state.phase) {
      case 'waiting':
        return undefined;
      case 'loading':
        return open;
      case 'misconfigured':
        // A payment's id in the URL proves that something was sent, and there is no source of the status.
        return state.error.field === 'status-url'
          ? { ...open, hasStatusSource: false }
          : { kind: 'misconfigured', where: 'result' };
      case 'result':
        break;
      default:
        return state satisfies never;
    }
    const { outcome, requestCount, hasOtherOpenPayment = false } = state;
    switch (outcome.status) {
      case 'paid':
      case 'authorized':
      case 'failed': {
        const { status, payment } = outcome;
        return { kind: 'settled', status, payment, hasOtherOpenPayment, next: 'shop' };
      }
      case 'unknown':
        return requestCount >= requestsBeforeBankLink && getChallengeUrl(outcome)
          ? { ...open, where: 'at-bank' }
          : open;
      default:
        return outcome satisfies never;
    }
  }

  #goToChallenge(): void {
    const url = this.#state.phase === 'result' && getChallengeUrl(this.#state.outcome);
    if (url) getPayerWindow(this).location.assign(url);
  }
}

/** The URL of the bank's page, for a payment that waits for the payer there. */
function getChallengeUrl({ payment }: ReportedOutcome): string | undefined {
  const reading = payment && interpretPayment(payment);
  return reading?.kind === 'challenge' ? reading.url : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-result': PayResult;
  }
}
