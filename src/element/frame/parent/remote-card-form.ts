import type { ReactiveElement } from '@lit/reactive-element';
import { configTimeoutMs } from '../../checkout/timeouts.js';
import { parseTrustedUrl } from '../../checkout/urls.js';
import { getReturnUrl, type Outcome, type Phase, PendingSubmit } from '../../checkout/outcome.js';
import { createBusyError, type ExternalSource } from '../../checkout/payment-method.js';
import { isPaidOrAuthorized } from '../../checkout/purchase.js';
import type { Price } from '../../checkout/price.js';
import { PayError } from '../../../error.js';
import type { CardForm, PageSettings } from '../../form/card-form.js';
import type { ChallengeContext } from '../../form/go-to-challenge.js';
import { addStyles } from '../../browser/add-styles.js';
import { adviseDeveloper } from '../../browser/advise-developer.js';
import { runAfterPress, goToReturnUrl } from '../../browser/window.js';
import type { FormControl } from '../../browser/form-control.js';
import type { FormEvents } from '../../browser/form-events.js';
import type { FromFrame, SentFormStatus } from '../protocol.js';
import { deserializeError } from '../serialization.js';
import { FrameLink } from './frame-link.js';
import { FrameNotice, getFrameMessages } from './frame-notice.js';
import { FrameRequests, type MessageOf } from './frame-requests.js';
import { ParentAttemptStore } from './parent-attempt-store.js';
import { SettingsSender } from './settings-sender.js';
import { remoteFormStyles } from './styles.js';

/** What the form needs from the page around it. */
interface FramePorts {
  readonly events: FormEvents;
  readonly control: FormControl;
  readonly challengeContext: ChallengeContext;
}

const initialStatus: SentFormStatus = { phase: 'waiting', problem: { kind: 'customError', message: '…' } };

/**
 * The page's side of a card form in a frame of another origin, without any card data. Sends the page's settings to the
 * frame, dispatches the frame's events, and does for the frame what only the page can do: call the merchant's endpoints,
 * store attempts, and open the challenge.
 */
export class RemoteCardForm implements CardForm {
  readonly #host: ReactiveElement;
  readonly #ports: FramePorts;
  readonly #content = document.createElement('div');
  readonly #container = document.createElement('div');
  readonly #link: FrameLink;
  readonly #notice: FrameNotice;
  readonly #advise = (advice: string): void => adviseDeveloper(this.#host, advice);
  readonly #attemptStore = new ParentAttemptStore(this.#advise);
  readonly #sender: SettingsSender;
  readonly #requests: FrameRequests;
  #settings: PageSettings | undefined;
  #formStatus: SentFormStatus = initialStatus;
  /** The address that the open frame has, or that was refused. */
  #src: unknown;
  /** The address that counts from the first one that can be used: only that frame knows the payments begun in it. */
  #frameSrc: unknown;
  /** What the page set last. */
  #lastFrameSrc: unknown;
  #pendingSubmit: PendingSubmit | undefined;
  /** Of the last call of `submit()`: a frame may answer an earlier one after the next has begun. */
  #submitId = 0;
  /** Why there can be no form; undefined while there is one, or while it may still come. */
  #configError: PayError | undefined;
  /** Runs while `frame-src` is missing: a framework may set it a moment later. */
  #missingTimer: ReturnType<typeof setTimeout> | undefined;
  /** The return URL of the last outcome; undefined when a listener has prevented the navigation. */
  #returnUrl: string | undefined;
  #paidPaymentId: string | undefined;
  #height = '';
  #document: Document | undefined;
  #hasStyles = false;

  constructor(host: ReactiveElement, ports: FramePorts) {
    this.#host = host;
    this.#ports = ports;
    const container = this.#container;
    this.#content.className = 'content';
    container.className = 'place';
    container.setAttribute('part', 'form');
    const slot = (name: string) => Object.assign(document.createElement('slot'), { name });
    this.#content.append(slot('summary'), container, slot('footer'));
    this.#notice = new FrameNotice(host, container, ports.challengeContext.language);
    this.#link = new FrameLink(host, container, {
      opened: () => this.#sendSettings(),
      received: (message) => this.#receive(message),
      closed: () => this.#onFrameGone(),
      unanswered: () => this.#showNoAnswer(),
    });
    this.#sender = new SettingsSender(host, this.#link, this.#attemptStore);
    this.#requests = new FrameRequests({
      link: this.#link,
      attemptStore: this.#attemptStore,
      events: ports.events,
      challengeContext: ports.challengeContext,
      getSettings: () => this.#settings,
      isPaying: () => this.state === 'paying',
    });
    this.#applyStatus(initialStatus);
    host.addController(this);
  }

  get state(): Phase {
    return this.#formStatus.phase;
  }

  /** Returns the same node every time, because an iframe that is moved reloads. */
  render(): Node {
    return this.#content;
  }

  get hasPayment(): boolean {
    return Boolean(this.#pendingSubmit || this.#requests.grantedPaymentId || this.#formStatus.hasPayment);
  }

  configure(settings: PageSettings): void {
    this.#settings = settings;
    // The form in test mode has one more line.
    this.#container.classList.toggle('test', String(settings.values.publishableKey).startsWith('pk_test_'));
    const { frameSrc } = settings.values;
    if (this.#frameSrc !== undefined) this.#adviseFixed(frameSrc);
    const src = this.#frameSrc ?? frameSrc;
    if (src === undefined && !this.#configError)
      this.#missingTimer ??= setTimeout(
        () => this.#failConfig('frame-src', 'is missing. Set it to the address of pay-frame.html.'),
        configTimeoutMs,
      );
    if (src === this.#src) return this.#sendSettings();
    this.#open(src);
    const { shadowRoot } = this.#host;
    if (!shadowRoot || this.#hasStyles) return;
    // Add the styles while the frame loads.
    addStyles(shadowRoot, [remoteFormStyles]);
    this.#hasStyles = true;
  }

  hostConnected(): void {
    const { ownerDocument } = this.#host;
    // A frame that is moved reloads. In another document it sends its messages to another window.
    if (this.#document && ownerDocument !== this.#document) {
      this.disconnect();
      this.#hasStyles = false;
    }
    this.#document = ownerDocument;
    if (this.#settings) this.configure(this.#settings);
  }

  hostDisconnected(): void {
    // An element that is moved is disconnected for a moment.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.disconnect();
    });
  }

  disconnect(): void {
    this.#host.shadowRoot?.querySelector('dialog')?.close();
    this.#sender.stop();
    this.#attemptStore.close();
    this.#link.close();
    clearTimeout(this.#missingTimer);
    this.#missingTimer = undefined;
    this.#src = undefined;
    this.#configError = undefined;
  }

  submit(source?: ExternalSource, price?: Price): Promise<Outcome> {
    if (this.#pendingSubmit) return price ? Promise.reject(createBusyError()) : this.#pendingSubmit.promise;
    if (this.#configError) return Promise.reject(this.#configError);
    if (!this.#link.port || this.state === 'waiting')
      return Promise.reject(
        new PayError('configuration', 'The card form is not ready: wait for pay-ready.', { retryable: true }),
      );
    this.#pendingSubmit = new PendingSubmit();
    const { promise } = this.#pendingSubmit;
    this.#link.postIfConnected({
      type: 'submit',
      submitId: ++this.#submitId,
      ...(source && { source }),
      ...(price && { price }),
    });
    return promise;
  }

  checkValidity(): boolean {
    return this.#formStatus.problem.kind === 'none' || (this.#ports.control.checkValidity() ?? false);
  }

  reportValidity(): boolean {
    if (this.checkValidity()) return true;
    this.#link.iframe?.focus();
    this.#link.postIfConnected({ type: 'report' });
    return false;
  }

  reset(): void {
    this.#link.postIfConnected({ type: 'reset' });
  }

  focus(options?: FocusOptions): void {
    const { button } = this.#notice;
    if (button) return button.focus(options);
    this.#link.iframe?.focus(options);
    this.#link.postIfConnected({ type: 'focus' });
  }

  #open(frameSrc: unknown): void {
    this.disconnect();
    this.#src = frameSrc;
    const url = typeof frameSrc === 'string' ? parseTrustedUrl(frameSrc) : undefined;
    if (!url || url.origin === location.origin)
      return this.#failConfig(
        'frame-src',
        'must be the whole address of pay-frame.html on an origin that is not this page’s: https, or http on loopback.',
      );
    this.#frameSrc = this.#lastFrameSrc = frameSrc;
    this.#sender.watch(() => this.#sendSettings());
    this.#link.open(url);
  }

  #adviseFixed(frameSrc: unknown): void {
    if (frameSrc !== this.#frameSrc && frameSrc !== this.#lastFrameSrc)
      this.#advise('`frame-src` is fixed when the element is first in a page: put a new element there.');
    this.#lastFrameSrc = frameSrc;
  }

  #showNoAnswer(): void {
    this.#notice.showRetry(() => this.#open(this.#src));
    // Another page in its place, such as a login, is no error of the browser.
    this.#advise(
      globalThis.crossOriginIsolated
        ? 'this page is cross-origin isolated: pay-frame.html must send `Cross-Origin-Embedder-Policy` and `Cross-Origin-Resource-Policy` as well.'
        : `${String(this.#src)} does not answer. Is it pay-frame.html, and may this page frame it?`,
    );
    this.#ports.events.emitError(
      new PayError('network', 'The frame with the card form does not answer.', {
        field: 'frame-src',
        retryable: true,
      }),
    );
  }

  #onFrameGone(): void {
    this.#sender.reset();
    this.#attemptStore.release();
    const [pending, paymentId] = [this.#pendingSubmit, this.#requests.grantedPaymentId];
    this.#pendingSubmit = undefined;
    const isPaying = this.state === 'paying';
    this.#applyStatus(initialStatus);
    if (paymentId) return pending?.resolve({ status: 'unknown', paymentId });
    const error = new PayError('canceled', 'The card form was gone before anything was sent.', {
      retryable: true,
    });
    if (isPaying) this.#ports.events.emitError(error);
    pending?.reject(error);
  }

  #failConfig(field: string, problem: string): void {
    const error = (this.#configError = new PayError('configuration', `\`${field}\` ${problem}`, { field }));
    this.#applyStatus({ phase: 'misconfigured', problem: { kind: 'customError', message: error.message } });
    this.#notice.showProblem(error.message, this.#settings?.values.publishableKey);
    this.#ports.events.emitError(error);
  }

  /** A form that grows on blur must not move what the payer is pressing in the page, so the height waits for the press. */
  #resize(height: number): void {
    const { iframe } = this.#link;
    if (!iframe || !(height > 0)) return;
    this.#height = `${Math.min(Math.ceil(height), 10_000)}px`;
    runAfterPress(this.#host.ownerDocument, () => {
      iframe.style.height = this.#height;
    });
  }

  #sendSettings(): void {
    const { iframe, port } = this.#link;
    if (!this.#settings || !port) return;
    if (iframe) iframe.title = getFrameMessages(this.#ports.challengeContext.language).title;
    if (this.#sender.send(this.#settings)) this.#notice.remove();
  }

  #receive(message: FromFrame): void {
    const { events } = this.#ports;
    if ('formStatus' in message) this.#applyStatus(message.formStatus);
    switch (message.type) {
      case 'hello':
        this.#link.stopTimeout();
        this.#notice.remove();
        return this.#sendSettings();
      case 'refused':
        this.#link.stopTimeout();
        return this.#failConfig(message.field, message.reason);
      case 'form-status':
        return;
      case 'height':
        return this.#resize(message.height);
      case 'ready':
        return events.emitReady();
      case 'change':
        return events.emitChange({ brand: undefined, ...message.detail });
      case 'invalid':
        return events.emitInvalid({ fields: message.fields });
      case 'error':
        this.#requests.grantedPaymentId = undefined;
        return events.emitError(this.#toPayError(message));
      case 'outcome':
        return this.#handleOutcome(message);
      case 'return':
        if (this.#returnUrl) goToReturnUrl(this.#host, this.#returnUrl);
        return;
      case 'settled':
        return this.#endSubmit(message.submitId, (pending) => pending.resolve(message.outcome));
      case 'rejected':
        return this.#endSubmit(message.submitId, (pending) => pending.reject(this.#toPayError(message)));
      default:
        return this.#requests.handle(message);
    }
  }

  #toPayError({ error }: MessageOf<'error' | 'rejected'>): PayError {
    return deserializeError(error, error.code === 'canceled' ? this.#requests.stopCause : undefined);
  }

  #applyStatus(formStatus: SentFormStatus): void {
    const before = this.#formStatus.phase;
    this.#formStatus = formStatus;
    this.#ports.control.update(formStatus, this.#paidPaymentId, this.#link.iframe);
    if (before === 'paying' && !['paying', 'redirecting'].includes(this.state))
      this.#host.scrollIntoView({ block: 'nearest' });
  }

  #endSubmit(submitId: number | undefined, settle: (pending: PendingSubmit) => void): void {
    const pending = this.#pendingSubmit;
    if (!pending || submitId !== this.#submitId) return;
    this.#pendingSubmit = undefined;
    settle(pending);
  }

  #handleOutcome({ submitId, outcome, differs }: MessageOf<'outcome'>): void {
    const isSuccessful = isPaidOrAuthorized(outcome.status);
    if (outcome.status !== 'unknown') this.#requests.grantedPaymentId = undefined;
    if (isSuccessful) {
      this.#paidPaymentId = outcome.paymentId;
      this.#ports.control.update(this.#formStatus, this.#paidPaymentId);
    }
    if (outcome.status === 'initiated') return;
    // Settle `submit()` before the event, so that a listener can start the next attempt.
    this.#endSubmit(submitId, (pending) => pending.resolve(outcome));
    const returnUrl = isSuccessful && outcome.payment ? getReturnUrl(outcome.payment) : undefined;
    this.#returnUrl = this.#ports.events.emitOutcome(outcome, differs) ? returnUrl : undefined;
  }
}
