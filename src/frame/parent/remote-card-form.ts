import type { ReactiveElement } from '@lit/reactive-element';
import { parseTrustedUrl } from '../../checkout/address.js';
import { getReturnUrl, type Outcome } from '../../checkout/outcome.js';
import type { ExternalSource } from '../../checkout/payment-method.js';
import type { Sources } from '../../checkout/sources.js';
import { PayError } from '../../error.js';
import type { CardForm, PageSettings, Phase } from '../../form/card-form.js';
import { createChallengeAccess, type ChallengeAccess } from '../../form/challenge-access.js';
import { merchant } from '../../gateway/merchant-api.js';
import { addStyles } from '../../browser/add-styles.js';
import { isDeveloperPage } from '../../browser/advise-developer.js';
import { afterPress } from '../../browser/after-press.js';
import { delay } from '../../browser/browser.js';
import type { FormControl } from '../../browser/form-control.js';
import type { FormEvents } from '../../browser/form-events.js';
import { goToReturnUrl } from '../../browser/go-to-return-url.js';
import { completeMessages } from '../../i18n/complete-messages.js';
import { frame as ar } from '../../i18n/locales/ar.js';
import { frame as en } from '../../i18n/locales/en.js';
import { cloneAsJson } from '../clone-as-json.js';
import type { FromFrame, SentFormStatus, ToFrame } from '../protocol.js';
import { deserializeError, serializeError } from '../error-serialization.js';
import { serializeMessages } from '../message-serialization.js';
import { serializeSettings } from '../settings-serialization.js';
import { redirectTimeoutMs } from '../timeouts.js';
import { FrameLink } from './frame-link.js';
import { FrameNotice } from './frame-notice.js';
import { readAppearance, watchAppearance } from './appearance.js';
import { ParentAttemptStore } from './parent-attempt-store.js';
import { styles } from './styles.js';

/** What the form needs from the page around it. */
export interface FramePorts {
  readonly events: FormEvents;
  readonly control: FormControl;
  readonly way: ChallengeAccess;
}

type MessageOf<Type extends FromFrame['type']> = Extract<FromFrame, { type: Type }>;

interface PendingSubmit {
  readonly submitId: number;
  readonly promise: Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: PayError) => void;
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
  readonly #attempts = new ParentAttemptStore();
  #settings: PageSettings | undefined;
  #formStatus: SentFormStatus = initialStatus;
  #src: unknown;
  #unwatch: (() => void) | undefined;
  /** The last `configure` and `appearance` messages, as JSON. */
  #lastSent = { configure: '', appearance: '' };
  #pendingSubmit: PendingSubmit | undefined;
  #lastSubmitId = 0;
  /** The return URL of the last outcome; undefined when a listener has prevented the navigation. */
  #returnUrl: string | undefined;
  /** The payment that the page has allowed and whose outcome is not known, also when the frame's document is gone. */
  #grantedPaymentId: string | undefined;
  /** The challenge URL that a listener of `pay-redirect` has just allowed. */
  #allowedChallengeUrl: string | undefined;
  /** Identifies the current attempt, and holds what the page stopped the attempt with. */
  #currentAttempt: { stopCause?: unknown } = {};
  #paidPaymentId: string | undefined;
  #height = '';

  constructor(host: ReactiveElement, ports: FramePorts) {
    this.#host = host;
    this.#ports = ports;
    const container = this.#container;
    this.#content.className = 'content';
    container.className = 'place';
    container.setAttribute('part', 'form');
    const slot = (name: string) => Object.assign(document.createElement('slot'), { name });
    this.#content.append(slot('summary'), container, slot('footer'));
    this.#notice = new FrameNotice(container);
    this.#link = new FrameLink(host, container, {
      opened: () => this.#sendSettings(),
      received: (message) => {
        const hadPayment = this.hasPayment;
        this.#receive(message);
        // A `frame-src` that waited for the payment to end can be applied now.
        if (hadPayment !== this.hasPayment) host.requestUpdate();
      },
      closed: () => this.#onFrameGone(),
      unanswered: () => this.#showNoAnswer(),
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
    return Boolean(this.#pendingSubmit || this.#grantedPaymentId || this.#formStatus.hasPayment);
  }

  configure(settings: PageSettings): void {
    this.#settings = settings;
    // The form in test mode has one more line.
    this.#container.classList.toggle('test', String(settings.values.publishableKey).startsWith('pk_test_'));
    if (settings.frameSrc === this.#src) return this.#sendSettings();
    this.#open(settings.frameSrc);
    // Add the styles while the frame loads.
    addStyles(this.#host.shadowRoot, styles);
  }

  hostConnected(): void {
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
    this.#unwatch?.();
    this.#attempts.close();
    this.#link.close();
    this.#src = undefined;
  }

  submit(given?: ExternalSource): Promise<Outcome> {
    if (this.#pendingSubmit) return this.#pendingSubmit.promise;
    if (!this.#link.port || this.state === 'waiting') {
      return Promise.reject(
        new PayError('configuration', 'The card form is not ready: wait for pay-ready.', { retryable: true }),
      );
    }
    const submitId = ++this.#lastSubmitId;
    let settlers!: Pick<PendingSubmit, 'resolve' | 'reject'>;
    const promise = new Promise<Outcome>((resolve, reject) => (settlers = { resolve, reject }));
    this.#pendingSubmit = { submitId, promise, ...settlers };
    this.#link.postIfConnected({ type: 'submit', call: submitId, ...(given ? { source: given } : {}) });
    return promise;
  }

  check(): boolean {
    return this.#ports.control.checkValidity() ?? false;
  }

  report(): boolean {
    if (this.check()) return true;
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

  // ── the frame itself

  #open(frameSrc: unknown): void {
    this.disconnect();
    this.#src = frameSrc;
    const url = typeof frameSrc === 'string' ? parseTrustedUrl(frameSrc) : undefined;
    if (!url || url.origin === location.origin) {
      return this.#failConfig(
        'frame-src',
        'must be the whole address of pay-frame.html on an origin that is not this page’s: https, or http on loopback.',
      );
    }
    this.#unwatch = watchAppearance(this.#host, () => requestAnimationFrame(() => this.#sendSettings()));
    this.#link.open(url);
  }

  get #messages() {
    const { tag, words } = this.#ports.way.language;
    return completeMessages({ en, ar }, tag, words.frame);
  }

  #showNoAnswer(): void {
    const { silent, retry } = this.#messages;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = retry;
    button.addEventListener('click', () => this.#open(this.#settings?.frameSrc));
    this.#notice.show(silent, button);
    this.#ports.events.error(
      new PayError('network', 'The frame with the card form does not answer.', {
        field: 'frame-src',
        retryable: true,
      }),
    );
  }

  #onFrameGone(): void {
    this.#lastSent = { configure: '', appearance: '' };
    this.#attempts.release();
    const [pending, paymentId] = [this.#pendingSubmit, this.#grantedPaymentId];
    this.#pendingSubmit = undefined;
    const isPaying = this.state === 'paying';
    this.#applyStatus(initialStatus);
    if (paymentId) return pending?.resolve({ status: 'unknown', paymentId });
    const error = new PayError('canceled', 'The card form was gone before anything was sent.', {
      retryable: true,
    });
    if (isPaying) this.#ports.events.error(error);
    pending?.reject(error);
  }

  #failConfig(field: string, problem: string): void {
    const error = new PayError('configuration', `\`${field}\` ${problem}`, { field });
    this.#applyStatus({ phase: 'misconfigured', problem: { kind: 'customError', message: error.message } });
    const isForDeveloper = isDeveloperPage(this.#settings?.values.publishableKey);
    this.#notice.show(isForDeveloper ? error.message : this.#messages.silent);
    this.#ports.events.error(error);
  }

  /** A form that grows on blur must not move what the payer is pressing in the page, so the height waits for the press. */
  #resize(height: number): void {
    const { iframe } = this.#link;
    if (!iframe || !(height > 0)) return;
    this.#height = `${Math.min(Math.ceil(height), 10_000)}px`;
    afterPress(() => {
      iframe.style.height = this.#height;
    });
  }

  // ── messages to the frame

  #sendSettings(): void {
    const settings = this.#settings;
    if (!settings || !this.#link.port) return;
    if (this.#link.iframe) this.#link.iframe.title = this.#messages.title;
    // The appearance goes first, so that the form renders only once.
    const appearance = {
      ...readAppearance(this.#host),
      messages: serializeMessages(settings.messages ?? null),
    };
    const appearanceKey = JSON.stringify(appearance);
    if (appearanceKey !== this.#lastSent.appearance) {
      this.#lastSent.appearance = appearanceKey;
      this.#link.postOrQueue({ type: 'appearance', ...appearance });
    }
    const handle = this.#attempts.registerPurchase(settings, () =>
      this.#link.postIfConnected({ type: 'store-changed' }),
    );
    const message = {
      settings: serializeSettings(settings.values),
      disabled: settings.disabled,
      pageUrl: settings.pageUrl,
      address: settings.address,
      key: handle,
    };
    const configure = JSON.stringify(message);
    if (configure === this.#lastSent.configure) return;
    this.#lastSent.configure = configure;
    this.#notice.remove();
    this.#link.postOrQueue({ type: 'configure', ...message, entry: this.#attempts.read(handle) });
  }

  // ── messages from the frame

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
        return events.ready();
      case 'change':
        return events.change({ brand: undefined, ...message.detail });
      case 'invalid':
        return events.invalid({ fields: message.fields });
      case 'error':
        this.#grantedPaymentId = undefined;
        return events.error(this.#toPayError(message));
      case 'outcome':
        return this.#handleOutcome(message);
      case 'return':
        if (this.#returnUrl) goToReturnUrl(this.#returnUrl);
        return;
      case 'redirect':
        return this.#handleRedirect(message);
      case 'to-bank':
        return this.#handleOpenChallenge(message);
      case 'attempt':
        return void this.#handleAttempt(message);
      case 'intent':
        return this.#answerFromMerchant(message, ({ source }) =>
          merchant.fetchIntent(source, message.insteadOf),
        );
      case 'announce':
        return this.#answerFromMerchant(message, ({ attemptUrl }) =>
          attemptUrl ? merchant.announceAttempt(attemptUrl, message.paymentId) : Promise.resolve(undefined),
        );
      case 'status':
        return this.#answerFromMerchant(message, ({ status }) =>
          merchant.fetchStatus(status, message.paymentId),
        );
      case 'lock':
        // Every attempt starts by taking the lock: forget the grant and the stop cause of the attempt before.
        this.#currentAttempt = {};
        this.#grantedPaymentId = undefined;
        return this.#reply(message.call, this.#attempts.lock(message.key));
      case 'peek':
        return this.#reply(message.call, this.#attempts.peek(message.key));
      case 'release':
        return this.#attempts.release();
      case 'save':
        return this.#attempts.save(message.key, message.paymentId, message.stage);
      case 'forget':
        return this.#attempts.forget(message.key);
      case 'settled':
        return this.#endSubmit(message.call, (pending) => pending.resolve(message.outcome));
      case 'rejected':
        return this.#endSubmit(message.call, (pending) => pending.reject(this.#toPayError(message)));
      default:
        return message satisfies never;
    }
  }

  #toPayError({ error }: MessageOf<'error' | 'rejected'>): PayError {
    return deserializeError(error, error.code === 'canceled' ? this.#currentAttempt.stopCause : undefined);
  }

  #applyStatus(formStatus: SentFormStatus): void {
    const before = this.#formStatus.phase;
    this.#formStatus = formStatus;
    const { phase } = formStatus;
    this.#ports.control.update(formStatus, this.#paidPaymentId, this.#link.iframe);
    if (phase === before) return;
    if (before === 'paying' && phase !== 'redirecting') this.#host.scrollIntoView({ block: 'nearest' });
    // A `frame-src` that waited for the payment to end can be applied now.
    this.#host.requestUpdate();
  }

  #endSubmit(submitId: number | undefined, settle: (pending: PendingSubmit) => void): void {
    const pending = this.#pendingSubmit;
    if (!pending || pending.submitId !== submitId) return;
    this.#pendingSubmit = undefined;
    settle(pending);
  }

  /** Answers a request of the frame with the merchant's response. */
  #answerFromMerchant(
    { call, key: handle }: MessageOf<'intent' | 'announce' | 'status'>,
    request: (sources: Sources) => Promise<unknown>,
  ): void {
    const sources = this.#attempts.getSources(handle);
    const response = sources
      ? request(sources)
      : Promise.reject(new Error('The page has no merchant endpoints for this purchase.'));
    this.#reply(call, response);
  }

  #reply(requestId: number, answer: Promise<unknown>): void {
    const { port } = this.#link;
    const reply = (message: ToFrame) => port?.postMessage(message);
    answer.then(cloneAsJson).then(
      (value) => reply({ type: 'value', call: requestId, value }),
      (error: unknown) =>
        reply({
          type: 'denied',
          call: requestId,
          ...(error instanceof PayError ? { error: serializeError(error) } : {}),
        }),
    );
  }

  async #handleAttempt({ call, paymentId, key: handle }: MessageOf<'attempt'>): Promise<void> {
    const { port } = this.#link;
    const attempt = this.#currentAttempt;
    const reply = (message: ToFrame) => port?.postMessage(message);
    try {
      await this.#ports.events.attempt(paymentId);
    } catch (cause) {
      attempt.stopCause = cause;
      return reply({ type: 'denied', call });
    }
    // The frame has timed out, or another attempt has begun: do not grant the old attempt.
    if (this.state !== 'paying' || attempt !== this.#currentAttempt) return;
    // Store the attempt before the frame sends the payment: a page that is reloaded meanwhile must not start another attempt.
    this.#attempts.save(handle, paymentId, 'sent');
    if (port === this.#link.port) this.#grantedPaymentId = paymentId;
    reply({ type: 'granted', call });
  }

  #handleRedirect({ call, url, payment }: MessageOf<'redirect'>): void {
    const safe = parseTrustedUrl(url)?.href;
    const askPage = async () => {
      // A `waitUntil` that never settles must not block the redirect.
      const timeout = delay(redirectTimeoutMs).then(() => true);
      const isAllowed =
        safe !== undefined && (await Promise.race([this.#ports.events.redirect(safe, payment), timeout]));
      if (isAllowed) this.#allowedChallengeUrl = safe;
      return isAllowed;
    };
    this.#reply(call, askPage());
  }

  #handleOpenChallenge({ call, url, paymentId }: MessageOf<'to-bank'>): void {
    const safe = parseTrustedUrl(url)?.href;
    // Open the challenge only at the URL that `pay-redirect` has just allowed.
    const settings = safe !== undefined && safe === this.#allowedChallengeUrl ? this.#settings : undefined;
    this.#allowedChallengeUrl = undefined;
    this.#reply(
      call,
      settings && safe
        ? createChallengeAccess(this.#ports.way, settings, safe, paymentId)
        : Promise.resolve('back'),
    );
  }

  #handleOutcome({ call, outcome }: MessageOf<'outcome'>): void {
    const isPaid = outcome.status === 'paid' || outcome.status === 'authorized';
    if (outcome.status !== 'unknown') this.#grantedPaymentId = undefined;
    if (isPaid) {
      this.#paidPaymentId = outcome.paymentId;
      this.#ports.control.update(this.#formStatus, this.#paidPaymentId);
    }
    if (outcome.status === 'initiated') return;
    // Settle `submit()` before the event, so that a listener can start the next attempt.
    this.#endSubmit(call, (pending) => pending.resolve(outcome));
    const isNavigationAllowed = this.#ports.events.outcome(outcome);
    const returnUrl = isPaid && outcome.payment ? getReturnUrl(outcome.payment) : undefined;
    this.#returnUrl = isNavigationAllowed ? returnUrl : undefined;
  }
}
