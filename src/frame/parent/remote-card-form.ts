import type { ReactiveElement } from '@lit/reactive-element';
import { parseTrustedUrl } from '../../checkout/urls.js';
import { getReturnUrl, type Outcome } from '../../checkout/outcome.js';
import type { ExternalSource } from '../../checkout/payment-method.js';
import type { Sources } from '../../checkout/sources.js';
import { PayError } from '../../error.js';
import type { CardForm, PageSettings, Phase } from '../../form/card-form.js';
import { createChallengeAccess, type ChallengeAccess } from '../../form/challenge-access.js';
import { merchant } from '../../gateway/merchant-api.js';
import { addStyles } from '../../browser/add-styles.js';
import { isDeveloperPage } from '../../browser/advise-developer.js';
import { runAfterPress } from '../../browser/after-press.js';
import { delay } from '../../browser/wait.js';
import type { FormControl } from '../../browser/form-control.js';
import type { FormEvents } from '../../browser/form-events.js';
import { goToReturnUrl } from '../../browser/go-to-return-url.js';
import { completeMessages } from '../../i18n/complete-messages.js';
import { frame as ar } from '../../i18n/locales/ar.js';
import { frame as en } from '../../i18n/locales/en.js';
import type { FromFrame, SentFormStatus, ToFrame } from '../protocol.js';
import { deserializeError, serializeError } from '../sent-error.js';
import { serializeMessages } from '../sent-messages.js';
import { serializeSettings } from '../sent-settings.js';
import { redirectTimeoutMs } from '../timeouts.js';
import { FrameLink } from './frame-link.js';
import { FrameNotice } from './frame-notice.js';
import { readAppearance, watchAppearance } from './appearance.js';
import { ParentAttemptStore } from './parent-attempt-store.js';
import { styles } from './styles.js';

/** What the form asks of its page. */
export interface FramePorts {
  readonly events: FormEvents;
  readonly control: FormControl;
  readonly way: ChallengeAccess;
}

type MessageOf<Type extends FromFrame['type']> = Extract<FromFrame, { type: Type }>;

interface PendingSubmit {
  readonly call: number;
  readonly promise: Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: PayError) => void;
}

const initialStatus: SentFormStatus = { phase: 'waiting', problem: { kind: 'customError', message: '…' } };

/**
 * A card form in a frame of another origin, as its page has it: no card is ever here. It hands the frame what the page
 * has set, tells the page what the frame says, and does for the frame what only a page can do: call the merchant's own
 * endpoints, remember what was sent, and take the payer to the bank.
 */
export class RemoteCardForm implements CardForm {
  readonly #host: ReactiveElement;
  readonly #ports: FramePorts;
  readonly #content = document.createElement('div');
  readonly #place = document.createElement('div');
  readonly #link: FrameLink;
  readonly #notice: FrameNotice;
  readonly #attempts = new ParentAttemptStore();
  #settings: PageSettings | undefined;
  #formStatus: SentFormStatus = initialStatus;
  #src: unknown;
  #unwatch: (() => void) | undefined;
  /** As they were sent last. */
  #lastSent = { configure: '', appearance: '' };
  #pendingSubmit: PendingSubmit | undefined;
  #calls = 0;
  /** Where the payer goes from the last outcome; undefined where the page wants to stay. */
  #returnUrl: string | undefined;
  /** The payment that the page has allowed and whose end is not known: it outlives the document that made it. */
  #granted: string | undefined;
  /** The bank's page that the page lets the payer go to. */
  #bankUrl: string | undefined;
  /** The last attempt, and why the page stopped it. */
  #lastAttempt: { cause?: unknown } = {};
  #paid: string | undefined;
  #height = '';

  constructor(host: ReactiveElement, ports: FramePorts) {
    this.#host = host;
    this.#ports = ports;
    const place = this.#place;
    this.#content.className = 'content';
    place.className = 'place';
    place.setAttribute('part', 'form');
    const slot = (name: string) => Object.assign(document.createElement('slot'), { name });
    this.#content.append(slot('summary'), place, slot('footer'));
    this.#notice = new FrameNotice(place);
    this.#link = new FrameLink(host, place, {
      opened: () => this.#sendSettings(),
      received: (message) => {
        const had = this.hasPayment;
        this.#receive(message);
        // Another `frame-src` that the page has set since may count now.
        if (had !== this.hasPayment) host.requestUpdate();
      },
      gone: () => this.#onFrameGone(),
      unanswered: () => this.#showNoAnswer(),
    });
    this.#applyStatus(initialStatus);
    host.addController(this);
  }

  get state(): Phase {
    return this.#formStatus.phase;
  }

  /** The same node every time: the frame draws itself, and would load anew where it is moved. */
  render(): Node {
    return this.#content;
  }

  get hasPayment(): boolean {
    return Boolean(this.#pendingSubmit || this.#granted || this.#formStatus.hasPayment);
  }

  configure(settings: PageSettings): void {
    this.#settings = settings;
    // The form in test mode has a line more.
    this.#place.classList.toggle('test', String(settings.values.publishableKey).startsWith('pk_test_'));
    if (settings.frameSrc === this.#src) return this.#sendSettings();
    this.#open(settings.frameSrc);
    // The frame is on its way by now: its place in the page can be styled meanwhile.
    addStyles(this.#host.shadowRoot, styles);
  }

  hostConnected(): void {
    if (this.#settings) this.configure(this.#settings);
  }

  hostDisconnected(): void {
    // An element that is moved is removed for a moment.
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
    const call = ++this.#calls;
    let run!: Pick<PendingSubmit, 'resolve' | 'reject'>;
    const promise = new Promise<Outcome>((resolve, reject) => (run = { resolve, reject }));
    this.#pendingSubmit = { call, promise, ...run };
    this.#link.post({ type: 'submit', call, ...(given ? { source: given } : {}) });
    return promise;
  }

  check(): boolean {
    return this.#ports.control.checkValidity() ?? false;
  }

  report(): boolean {
    if (this.check()) return true;
    this.#link.iframe?.focus();
    this.#link.post({ type: 'report' });
    return false;
  }

  reset(): void {
    this.#link.post({ type: 'reset' });
  }

  focus(options?: FocusOptions): void {
    const { button } = this.#notice;
    if (button) return button.focus(options);
    this.#link.iframe?.focus(options);
    this.#link.post({ type: 'focus' });
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
    this.#ports.events.emitError(
      new PayError('network', 'The frame with the card form does not answer.', {
        field: 'frame-src',
        retryable: true,
      }),
    );
  }

  #onFrameGone(): void {
    this.#lastSent = { configure: '', appearance: '' };
    this.#attempts.release();
    const [run, granted] = [this.#pendingSubmit, this.#granted];
    this.#pendingSubmit = undefined;
    const paying = this.state === 'paying';
    this.#applyStatus(initialStatus);
    if (granted) return run?.resolve({ status: 'unknown', paymentId: granted });
    const error = new PayError('canceled', 'The card form was gone before anything was sent.', {
      retryable: true,
    });
    if (paying) this.#ports.events.emitError(error);
    run?.reject(error);
  }

  #failConfig(field: string, problem: string): void {
    const error = new PayError('configuration', `\`${field}\` ${problem}`, { field });
    this.#applyStatus({ phase: 'misconfigured', problem: { kind: 'customError', message: error.message } });
    const isForDeveloper = isDeveloperPage(this.#settings?.values.publishableKey);
    this.#notice.show(isForDeveloper ? error.message : this.#messages.silent);
    this.#ports.events.emitError(error);
  }

  /** A form that grows because the payer leaves it must not move what they are pressing in the page. */
  #resize(height: number): void {
    const { iframe } = this.#link;
    if (!iframe || !(height > 0)) return;
    this.#height = `${Math.min(Math.ceil(height), 10_000)}px`;
    runAfterPress(() => {
      iframe.style.height = this.#height;
    });
  }

  // ── what the page says

  #sendSettings(): void {
    const settings = this.#settings;
    if (!settings || !this.#link.port) return;
    if (this.#link.iframe) this.#link.iframe.title = this.#messages.title;
    // How it looks goes first, so that the form is drawn once.
    const appearance = {
      ...readAppearance(this.#host),
      messages: serializeMessages(settings.messages ?? null),
    };
    const appearanceKey = JSON.stringify(appearance);
    if (appearanceKey !== this.#lastSent.appearance) {
      this.#lastSent.appearance = appearanceKey;
      this.#link.send({ type: 'appearance', ...appearance });
    }
    const key = this.#attempts.keyOf(settings, () => this.#link.post({ type: 'store-changed' }));
    const message = {
      settings: serializeSettings(settings.values),
      disabled: settings.disabled,
      pageUrl: settings.pageUrl,
      address: settings.address,
      key,
    };
    const configure = JSON.stringify(message);
    if (configure === this.#lastSent.configure) return;
    this.#lastSent.configure = configure;
    this.#notice.remove();
    this.#link.send({ type: 'configure', ...message, entry: this.#attempts.read(key) });
  }

  // ── what the frame says

  #receive(message: FromFrame): void {
    const { events } = this.#ports;
    if ('formStatus' in message) this.#applyStatus(message.formStatus);
    switch (message.type) {
      case 'hello':
        this.#link.answered();
        this.#notice.remove();
        return this.#sendSettings();
      case 'refused':
        this.#link.answered();
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
        this.#granted = undefined;
        return events.emitError(this.#toPayError(message));
      case 'outcome':
        return this.#outcome(message);
      case 'return':
        if (this.#returnUrl) goToReturnUrl(this.#returnUrl);
        return;
      case 'redirect':
        return this.#redirect(message);
      case 'to-bank':
        return this.#toBank(message);
      case 'attempt':
        return void this.#attempt(message);
      case 'intent':
        return this.#answerFromMerchant(message, ({ intentSource: source }) =>
          merchant.fetchIntent(source, message.insteadOf),
        );
      case 'announce':
        return this.#answerFromMerchant(message, ({ attemptUrl }) =>
          attemptUrl ? merchant.announceAttempt(attemptUrl, message.paymentId) : Promise.resolve(undefined),
        );
      case 'status':
        return this.#answerFromMerchant(message, ({ statusSource: status }) =>
          merchant.fetchStatus(status, message.paymentId),
        );
      case 'lock':
        // Each attempt begins so. What the page says of an earlier one comes too late, and nothing is granted yet.
        this.#lastAttempt = {};
        this.#granted = undefined;
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
        return this.#endSubmit(message.call, (run) => run.resolve(message.outcome));
      case 'rejected':
        return this.#endSubmit(message.call, (run) => run.reject(this.#toPayError(message)));
      default:
        return message satisfies never;
    }
  }

  #toPayError({ error }: MessageOf<'error' | 'rejected'>): PayError {
    return deserializeError(error, error.code === 'canceled' ? this.#lastAttempt.cause : undefined);
  }

  #applyStatus(formStatus: SentFormStatus): void {
    const before = this.#formStatus.phase;
    this.#formStatus = formStatus;
    const { phase } = formStatus;
    this.#ports.control.update(formStatus, this.#paid, this.#link.iframe);
    if (phase === before) return;
    if (before === 'paying' && phase !== 'redirecting') this.#host.scrollIntoView({ block: 'nearest' });
    // What the page has set since may count now.
    this.#host.requestUpdate();
  }

  #endSubmit(call: number | undefined, how: (run: PendingSubmit) => void): void {
    const run = this.#pendingSubmit;
    if (!run || run.call !== call) return;
    this.#pendingSubmit = undefined;
    how(run);
  }

  /** Asks the merchant's server for the frame. */
  #answerFromMerchant(
    { call, key }: MessageOf<'intent' | 'announce' | 'status'>,
    ask: (sources: Sources) => Promise<unknown>,
  ): void {
    const sources = this.#attempts.sourcesOf(key);
    this.#reply(call, sources ? ask(sources) : Promise.reject(new Error('Nobody can be asked.')));
  }

  #reply(call: number, answer: Promise<unknown>): void {
    const { port } = this.#link;
    const reply = (message: ToFrame) => port?.postMessage(message);
    answer.then(plain).then(
      (value) => reply({ type: 'value', call, value }),
      (error: unknown) =>
        reply({
          type: 'denied',
          call,
          ...(error instanceof PayError ? { error: serializeError(error) } : {}),
        }),
    );
  }

  async #attempt({ call, paymentId, key }: MessageOf<'attempt'>): Promise<void> {
    const { port } = this.#link;
    const attempted = this.#lastAttempt;
    const reply = (message: ToFrame) => port?.postMessage(message);
    try {
      await this.#ports.events.emitAttempt(paymentId);
    } catch (cause) {
      attempted.cause = cause;
      return reply({ type: 'denied', call });
    }
    // The frame has not waited so long: nothing is sent any more.
    if (this.state !== 'paying' || attempted !== this.#lastAttempt) return;
    // A page that has allowed an attempt must not start another one, even if it is reloaded before it hears of this one.
    this.#attempts.save(key, paymentId, 'sent');
    if (port === this.#link.port) this.#granted = paymentId;
    reply({ type: 'granted', call });
  }

  #redirect({ call, url, payment }: MessageOf<'redirect'>): void {
    const safe = parseTrustedUrl(url)?.href;
    const allowed = async () => {
      // A page that never lets the payer go does not keep the payer.
      const late = delay(redirectTimeoutMs).then(() => true);
      const go =
        safe !== undefined && (await Promise.race([this.#ports.events.emitRedirect(safe, payment), late]));
      if (go) this.#bankUrl = safe;
      return go;
    };
    this.#reply(call, allowed());
  }

  #toBank({ call, url, paymentId }: MessageOf<'to-bank'>): void {
    const safe = parseTrustedUrl(url)?.href;
    // Only where the page has just let the payer go.
    const settings = safe !== undefined && safe === this.#bankUrl ? this.#settings : undefined;
    this.#bankUrl = undefined;
    this.#reply(
      call,
      settings && safe
        ? createChallengeAccess(this.#ports.way, settings, safe, paymentId)
        : Promise.resolve('back'),
    );
  }

  #outcome({ call, outcome }: MessageOf<'outcome'>): void {
    const done = outcome.status === 'paid' || outcome.status === 'authorized';
    if (outcome.status !== 'unknown') this.#granted = undefined;
    if (done) {
      this.#paid = outcome.paymentId;
      this.#ports.control.update(this.#formStatus, this.#paid);
    }
    if (outcome.status === 'initiated') return;
    // Before the event, so that a listener can start the next attempt.
    this.#endSubmit(call, (run) => run.resolve(outcome));
    const go = this.#ports.events.emitOutcome(outcome);
    const next = done && outcome.payment ? getReturnUrl(outcome.payment) : undefined;
    this.#returnUrl = go ? next : undefined;
  }
}

/** What a function of the page answers may hold proxies and functions, which cannot be sent. */
const plain = (value: unknown): unknown => value && (JSON.parse(JSON.stringify(value)) as unknown);
