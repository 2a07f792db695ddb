import { html, LitElement, type TemplateResult } from 'lit';
import { ConfigError } from '../checkout/config-error.js';
import { interpretPayment, type SettledOutcome } from '../checkout/outcome.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import { readReturn } from '../checkout/read-return.js';
import { parseStatusSource, type StatusSource } from '../checkout/sources.js';
import { StatusPoller } from '../checkout/status-poller.js';
import { configTimeoutMs } from '../checkout/timeouts.js';
import { PayError } from '../error.js';
import { getNoticeClass, renderNotice } from '../form/notice.js';
import { styles } from '../form/styles.js';
import { fetchStatus } from '../gateway/merchant-api.js';
import { isDeveloperPage } from '../browser/advise-developer.js';
import { clock, waitForNextTask } from '../browser/browser.js';
import { PayOutcomeEvent } from '../browser/events/outcome.js';
import { reportError } from '../browser/report-error.js';
import { saveOutcome } from '../browser/attempt-store.js';
import { version } from '../version.js';
import { Language } from '../i18n/language.js';
import type { MessageOverrides } from '../i18n/messages.js';
import { writeNotice, type PaymentSituation } from '../i18n/notice.js';
import { advise } from './advise.js';
import { textAttribute } from './converters.js';
import { register } from './register.js';
import type { Release } from './release.js';

/** From which answer on a payment that waits at the bank leads the payer back there. */
const patientAsks = 2;

type State =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'misconfigured'; readonly error: PayError }
  | { readonly phase: 'asking'; readonly paymentId: string }
  | {
      readonly phase: 'told';
      readonly outcome: SettledOutcome;
      /** How often the merchant's server was asked before. */
      readonly asked: number;
      /** Another payment of the purchase was given up, and may still go through. */
      readonly otherOpen?: boolean;
    };

/**
 * Shows what became of a payment, on the page that the payer comes back to. It asks the merchant's server until the
 * payment is final; what the address says is never shown as the outcome.
 *
 * @fires {PayOutcomeEvent} pay-outcome - An outcome is known; `unknown` may be followed by a final one.
 * @fires {PayErrorEvent} pay-error - It cannot work as it is set.
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
  static override styles = [...styles];
  static override properties = {
    statusUrl: { attribute: 'status-url', converter: textAttribute },
    fetchStatus: { attribute: false },
    paymentId: { attribute: 'payment-id', converter: textAttribute },
    messages: { attribute: false },
  };

  /** The package's version: of two on a page, the first one is used. */
  static readonly version: string = version;

  /** The languages of this build. Each entry sets them before it registers the element. */
  declare static release: Pick<Release, 'languages'>;

  /** Registers the element, under its own name or another. Harmless where the name is taken by it already. */
  static define(tag = 'pay-result', registry: CustomElementRegistry = customElements): void {
    register(this, 'pay-result', tag, registry);
  }

  /** The merchant's endpoint that reads a payment: `GET ?id=`, answers its JSON, or 404. */
  declare statusUrl: string | undefined;
  /** The same as a function; undefined when there is no such payment. */
  declare fetchStatus: ((paymentId: string) => Promise<unknown>) | undefined;
  /** The payment; from the page's address when not set. */
  declare paymentId: string | undefined;
  /** Words in place of the language's own; to change them, set another object. Blank ones do not count. */
  declare messages: MessageOverrides | undefined;

  readonly #language = new Language(this, PayResult.release.languages, () => this.requestUpdate());
  #state: State = { phase: 'waiting' };
  /** What the payment is asked about with now. */
  #asking: readonly unknown[] = [];
  /** Ends the wait for values that are missing. */
  #stopWaiting: (() => void) | undefined;
  readonly #poller = new StatusPoller(clock, fetchStatus);

  override connectedCallback(): void {
    this.#language.connect();
    super.connectedCallback();
    // An element that is back in a page asks anew.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    this.#language.disconnect();
    super.disconnectedCallback();
    this.#stop();
    this.#asking = [];
  }

  /** The first update comes in a task of its own, so that a phone is not blocked by it and by the script together. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    if (!this.hasUpdated) return waitForNextTask().then(() => super.scheduleUpdate());
    super.scheduleUpdate();
    return undefined;
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) advise(this, this.#language);
    const asking = [this.statusUrl, this.fetchStatus, this.paymentId];
    const same = asking.length === this.#asking.length && asking.every((it, at) => it === this.#asking[at]);
    if (same || !this.isConnected) return;
    this.#asking = asking;
    this.#begin();
  }

  protected override render(): TemplateResult {
    const { direction, tag, messages } = this.#language;
    const known = this.#known();
    const said = known && writeNotice(known, messages);
    const error =
      this.#state.phase === 'misconfigured' && isDeveloperPage() ? this.#state.error.message : undefined;
    return html`<div class="result ${direction}" dir=${direction} lang=${tag}>
      <div class="notice ${getNoticeClass(said)}" part="notice" role="status" aria-live="polite" tabindex="-1">
        ${renderNotice(said, error, () => this.#toBank())}
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
      source = parseStatusSource({ statusUrl, fetchStatus }, { pageUrl: this.baseURI });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return this.#fail(error.field, error.message);
    }
    const paymentId = this.paymentId || readReturn(location.href)?.paymentId;
    if (paymentId && source.kind !== 'none') {
      this.#enter({ phase: 'asking', paymentId });
      return this.#ask(source, paymentId, 0);
    }
    const [field, advice] = paymentId
      ? [
          'status-url',
          'Set `status-url` or `fetchStatus`: only your server can tell what became of a payment.',
        ]
      : ['payment-id', 'There is no payment id: the address has none, and `payment-id` is not set.'];
    this.#stopWaiting = clock.after(configTimeoutMs, () => this.#fail(field, advice));
  }

  #fail(field: string, message: string): void {
    const error = new PayError('configuration', message, { field });
    this.#enter({ phase: 'misconfigured', error });
    reportError(this, error);
  }

  #ask(source: StatusSource, paymentId: string, asked: number): void {
    const answered = (payment?: CheckoutPayment) => {
      const reading = payment && interpretPayment(payment);
      if (payment && reading?.kind === 'final') {
        const otherOpen = saveOutcome(paymentId, reading.status);
        return this.#tell({ status: reading.status, paymentId, payment }, asked, otherOpen);
      }
      const outcome = { status: 'unknown', paymentId, ...(payment ? { payment } : {}) } as const;
      if (asked === 0) this.#tell(outcome, asked);
      else this.#enter({ phase: 'told', outcome, asked });
      this.#ask(source, paymentId, asked + 1);
    };
    this.#poller.ask(source, paymentId, asked, answered, () => answered());
  }

  #tell(outcome: SettledOutcome, asked: number, otherOpen = false): void {
    this.#enter({ phase: 'told', outcome, asked, otherOpen });
    this.dispatchEvent(new PayOutcomeEvent(outcome));
  }

  #enter(state: State): void {
    this.#state = state;
    this.requestUpdate();
  }

  /** What is known of the payer's money; undefined: nothing yet. */
  #known(): PaymentSituation | undefined {
    const state = this.#state;
    const open = { kind: 'open', where: 'sent', hasStatusSource: true, anotherWay: 'none' } as const;
    switch (state.phase) {
      case 'waiting':
        return undefined;
      case 'asking':
        return open;
      case 'misconfigured':
        // With a payment's id in the address something was sent, and nobody can be asked about it.
        return state.error.field === 'status-url'
          ? { ...open, hasStatusSource: false }
          : { kind: 'misconfigured', where: 'result' };
      case 'told':
        break;
      default:
        return state satisfies never;
    }
    const { outcome, asked, otherOpen = false } = state;
    switch (outcome.status) {
      case 'paid':
      case 'authorized':
      case 'failed': {
        const { status, payment } = outcome;
        return { kind: 'settled', status, payment, otherOpen, next: 'shop' };
      }
      case 'unknown':
        // The service may need a moment after the payer has approved, so the first answers do not count.
        return asked >= patientAsks && bankOf(outcome) ? { ...open, where: 'at-bank' } : open;
      default:
        return outcome satisfies never;
    }
  }

  #toBank(): void {
    const url = this.#state.phase === 'told' && bankOf(this.#state.outcome);
    if (url) location.assign(url);
  }
}

/** The bank's page where a payment waits for the payer there. */
function bankOf({ payment }: SettledOutcome): string | undefined {
  const reading = payment && interpretPayment(payment);
  return reading?.kind === 'challenge' ? reading.url : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-result': PayResult;
  }
}
