import { merchantAddress, trustworthy } from '../../checkout/address.js';
import { wayBack, type Outcome } from '../../checkout/outcome.js';
import { purchaseOf } from '../../checkout/sources.js';
import type { CheckoutState } from '../../checkout/state.js';
import { PayAttemptEvent } from '../../page/events/attempt.js';
import { PayChangeEvent, type PayChangeDetail } from '../../page/events/change.js';
import { PayErrorEvent } from '../../page/events/error.js';
import { PayInvalidEvent } from '../../page/events/invalid.js';
import { PayOutcomeEvent } from '../../page/events/outcome.js';
import { PayReadyEvent } from '../../page/events/ready.js';
import { PayRedirectEvent } from '../../page/events/redirect.js';
import { nearest } from '../../words/ancestors.js';
import type { Challenges } from '../../elements/load-frames.js';
import type { IntentSource, StatusSource } from '../../checkout/config.js';
import type { Purchase } from '../../checkout/purchase.js';
import { BrowserPurchases } from '../../page/purchases.js';
import type { MessageOverrides } from '../../words/messages.js';
import { settingNames, type Setting } from '../../form/settings.js';
import { PayError } from '../../error.js';
import { fetchIntent, fetchStatus } from '../../gateway/merchant.js';
import type { Payment } from '../../checkout/payment.js';
import type { FromFrame, Greeting, Standing, ToFrame } from '../protocol.js';
import { protocolVersion } from '../protocol-version.js';
import { received, sendable } from '../sent-error.js';
import { sendableMessages } from '../sent-messages.js';
import { sendableSettings } from '../sent-settings.js';
import { readLook, watchLook } from './look.js';
import { isFromFrame, only } from './reading.js';
import { frameSheet } from './sheet.js';
import { frameWords } from './words.js';

/** How long a frame may take to answer, in milliseconds. */
const patience = 10_000;

/** The element in the page: what it is set to, and where its events are told. */
export type FrameHost = HTMLElement & { readonly [name in Setting]?: unknown } & {
  readonly frameSrc?: string | undefined;
  readonly disabled?: boolean;
  readonly messages?: MessageOverrides | undefined;
};

type Phase = CheckoutState['phase'];
type Of<Type extends FromFrame['type']> = Extract<FromFrame, { type: Type }>;

interface Run {
  readonly call: number;
  readonly promise: Promise<Outcome>;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: PayError) => void;
}

const memory = new BrowserPurchases();

function recall(purchase: Purchase): string | undefined {
  const entry = memory.recall(purchase);
  return entry?.stage === 'sent' || entry?.stage === 'waiting' ? entry.paymentId : undefined;
}

const silence: Standing = { phase: 'waiting', problem: { kind: 'customError', message: '…' } };

/**
 * The page's end of a card form that lives in a frame of another origin. It hands the frame what the page has set, and
 * tells the page what the frame says; a card is nowhere in it. What the frame asks of the page is what only a page can
 * do: call the merchant's own endpoints, remember what was sent, and take the payer to the bank.
 */
export class CardFrame {
  readonly #host: FrameHost;
  readonly #place: HTMLElement;
  readonly #internals: ElementInternals | undefined;
  readonly #changed: () => void;
  readonly #loadChallenges: () => Promise<Challenges>;
  #standing = silence;
  #src: string | undefined;
  #iframe: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  /** The other end, as long as no document has been given it. */
  #end: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwatch: (() => void) | undefined;
  /** As they were sent last. */
  #told = { configure: '', look: '' };
  #run: Run | undefined;
  #calls = 0;
  /** The attempt that the page has allowed, and whose end is not known: it outlives the document that made it. */
  #granted: { readonly key: string; readonly paymentId: string } | undefined;
  /** Why the page stopped the last attempt. */
  #cause: unknown;
  #paid: string | undefined;
  readonly #purchases = new Map<string, Purchase>();

  /** @param changed Called when the state is another one than before. */
  constructor(
    host: FrameHost,
    place: HTMLElement,
    internals: ElementInternals | undefined,
    loadChallenges: () => Promise<Challenges>,
    changed: () => void = () => undefined,
  ) {
    this.#loadChallenges = loadChallenges;
    this.#host = host;
    this.#place = place;
    this.#internals = internals;
    this.#changed = changed;
    this.#stand(silence);
  }

  get state(): Phase {
    return this.#standing.phase;
  }

  /** What the page has set may be another than before. */
  configure(): void {
    const { phase } = this.#standing;
    const busy = phase === 'paying' || phase === 'redirecting' || phase === 'unknown';
    // A frame with a payment under way is not given up for another one.
    if (this.#host.frameSrc === this.#src || busy) return this.#tell();
    this.#open();
    // The frame is on its way by now: what it looks like in the page can be read meanwhile.
    const { adoptedStyleSheets: sheets } = this.#place.getRootNode() as ShadowRoot;
    if (!sheets.includes(frameSheet())) sheets.push(frameSheet());
  }

  /** The element was removed for good: whatever is in the frame is gone with it. */
  close(): void {
    this.#place.parentNode?.querySelector('dialog')?.close();
    this.#forsake();
    this.#unwatch?.();
    clearTimeout(this.#timer);
    this.#iframe?.remove();
    this.#iframe = undefined;
    this.#src = undefined;
  }

  submit(): Promise<Outcome> {
    if (this.#run) return this.#run.promise;
    this.configure();
    if (!this.#port || this.state === 'waiting') {
      return Promise.reject(
        new PayError('configuration', 'The card form is not ready: wait for pay-ready.', { retryable: true }),
      );
    }
    const call = ++this.#calls;
    let run!: Pick<Run, 'resolve' | 'reject'>;
    const promise = new Promise<Outcome>((resolve, reject) => (run = { resolve, reject }));
    this.#run = { call, promise, ...run };
    this.#post({ type: 'submit', call });
    return promise;
  }

  /** Whether nothing is wrong; what is, is shown, with the focus on the first field that is. */
  report(): boolean {
    if (this.#internals?.checkValidity() ?? false) return true;
    this.#iframe?.focus();
    this.#post({ type: 'report' });
    return false;
  }

  reset(): void {
    this.#post({ type: 'reset' });
  }

  focus(options?: FocusOptions): void {
    const retry = this.#place.querySelector('button');
    if (retry) return retry.focus(options);
    this.#iframe?.focus(options);
    this.#post({ type: 'focus' });
  }

  /** To a document that is there: what is asked of a form before there is one is not asked of a later one. */
  #post(message: ToFrame): void {
    if (!this.#end) this.#port?.postMessage(message);
  }

  // ── the frame itself

  #open(): void {
    this.close();
    const { frameSrc } = this.#host;
    this.#src = frameSrc;
    const url = typeof frameSrc === 'string' ? trustworthy(frameSrc) : undefined;
    if (!url || url.origin === location.origin) {
      return this.#wrong(
        'frame-src',
        'must be the whole address of pay-frame.html on an origin that is not this page’s: https, or http on loopback.',
      );
    }
    const iframe = document.createElement('iframe');
    // It knows its page's origin by the greeting; the page's address is none of its business.
    iframe.referrerPolicy = 'origin';
    iframe.src = url.href;
    iframe.title = this.#words.title;
    iframe.classList.add('silent');
    // A document that takes the place of another one, by a reload or because the element was moved, is greeted anew.
    iframe.addEventListener('load', () => this.#greet(iframe, url.origin));
    this.#iframe = iframe;
    this.#place.replaceChildren(iframe);
    this.#unwatch = watchLook(this.#host, () => requestAnimationFrame(() => this.#tell()));
    this.#connect();
    this.#await();
  }

  get #words() {
    return { ...frameWords(nearest(this.#host, 'lang') ?? 'en'), ...this.#host.messages?.frame };
  }

  #await(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const error = new PayError('network', 'The frame with the card form does not answer.', {
        field: 'frame-src',
        retryable: true,
      });
      const { silent, retry } = this.#words;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = retry;
      button.addEventListener('click', () => {
        this.#src = undefined;
        this.configure();
      });
      this.#say(silent, button);
      this.#host.dispatchEvent(new PayErrorEvent(error));
    }, patience);
  }

  /** In place of the frame, which stays: it may answer yet. */
  #say(text: string, ...more: HTMLElement[]): void {
    this.#unsay();
    const notice = document.createElement('div');
    notice.className = 'notice';
    notice.setAttribute('part', 'notice');
    notice.setAttribute('role', 'alert');
    const words = document.createElement('p');
    words.textContent = text;
    notice.append(words, ...more);
    this.#iframe?.classList.add('silent');
    this.#place.append(notice);
  }

  #unsay(): void {
    this.#place.querySelector('.notice')?.remove();
  }

  /** What the page has set waits in the channel for the document that is given its end. */
  #connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      if (isFromFrame(data) && this.#port === port1) this.#receive(data);
    };
    this.#tell();
    return (this.#end = port2);
  }

  #greet(iframe: HTMLIFrameElement, origin: string): void {
    if (!this.#end) this.#forsake();
    const end = this.#end ?? this.#connect();
    this.#end = undefined;
    const greeting: Greeting = { type: 'pay-checkout:greeting', version: protocolVersion };
    // Only a document of that origin gets the port, whatever is in the frame by now.
    iframe.contentWindow?.postMessage(greeting, origin, [end]);
    this.#await();
  }

  /** The document at the other end is gone, with all that it was doing. */
  #forsake(): void {
    this.#port?.close();
    this.#port = this.#end = undefined;
    this.#told = { configure: '', look: '' };
    const [run, granted] = [this.#run, this.#granted];
    this.#run = undefined;
    if (run) {
      if (granted) run.resolve({ status: 'unknown', paymentId: granted.paymentId });
      else
        run.reject(
          new PayError('canceled', 'The card form was gone before anything was sent.', { retryable: true }),
        );
    }
    this.#stand(silence);
  }

  #wrong(field: string, problem: string): void {
    const error = new PayError('configuration', `\`${field}\` ${problem}`, { field });
    this.#stand({ phase: 'misconfigured', problem: { kind: 'customError', message: error.message } });
    this.#say(error.message);
    this.#fail(error);
  }

  #fail(error: PayError): void {
    if (error.code === 'configuration') {
      // eslint-disable-next-line no-console -- for the developer, who may not listen to pay-error
      console.error(`<${this.#host.localName}>: ${error.message}`);
    }
    this.#host.dispatchEvent(new PayErrorEvent(error));
  }

  // ── what the page says

  #tell(): void {
    if (!this.#port) return;
    const host = this.#host;
    // How it looks goes first: the form is drawn once.
    const look = { ...readLook(host), messages: sendableMessages(host.messages ?? null) };
    const seen = JSON.stringify(look);
    if (seen !== this.#told.look) {
      this.#told.look = seen;
      if (this.#iframe) this.#iframe.title = this.#words.title;
      this.#port.postMessage({ type: 'look', ...look } satisfies ToFrame);
    }
    const raw = Object.fromEntries(settingNames.map((name) => [name, host[name]])) as Record<
      Setting,
      unknown
    >;
    const purchase = this.#purchase(raw);
    const key = purchase ? JSON.stringify(purchase) : '';
    const index = this.#keyOf(key, purchase);
    const settings = {
      settings: sendableSettings(raw),
      disabled: host.matches(':disabled') || Boolean(host.disabled),
      pageUrl: host.baseURI,
      key: index,
    };
    const configure = JSON.stringify(settings);
    if (configure !== this.#told.configure) {
      this.#told.configure = configure;
      this.#unsay();
      const open = this.#granted?.key === index ? this.#granted.paymentId : undefined;
      const sent = open ?? (purchase && recall(purchase));
      this.#port.postMessage({ type: 'configure', ...settings, sent } satisfies ToFrame);
    }
  }

  readonly #keys = new Map<string, string>();

  /** The frame gets a number in place of what the page recognises a purchase by. */
  #keyOf(digest: string, purchase: Purchase | undefined): string {
    const known = this.#keys.get(digest);
    if (known !== undefined || !purchase) return known ?? '';
    const key = String(this.#keys.size + 1);
    this.#keys.set(digest, key);
    this.#purchases.set(key, purchase);
    return key;
  }

  #purchase(raw: Readonly<Record<Setting, unknown>>): Purchase | undefined {
    const { clientSecret, amount, currency } = raw;
    const origin = this.#intentOrigin;
    const source =
      origin.kind !== 'secret'
        ? origin
        : typeof clientSecret === 'string' && clientSecret
          ? ({ kind: 'secret', clientSecret, intentId: undefined } as const)
          : undefined;
    if (!source) return undefined;
    const price =
      amount === undefined || amount === null
        ? undefined
        : { amount: Number(amount), currency: String(currency ?? 'SAR') };
    const reference = typeof raw.reference === 'string' && raw.reference ? raw.reference : undefined;
    return purchaseOf(reference, source, price, this.#host.baseURI);
  }

  /** The page's own settings, and never an address that the frame has sent. */
  get #intentOrigin(): IntentSource {
    const { intentUrl, fetchIntent } = this.#host;
    if (typeof fetchIntent === 'function') {
      return { kind: 'function', fetchIntent: fetchIntent as () => Promise<unknown> };
    }
    const url = typeof intentUrl === 'string' && merchantAddress(intentUrl, this.#host.baseURI);
    return url ? { kind: 'url', url: url.href } : { kind: 'secret', clientSecret: '', intentId: undefined };
  }

  get #statusOrigin(): StatusSource {
    const { statusUrl, fetchStatus } = this.#host;
    if (typeof fetchStatus === 'function') {
      return { kind: 'function', fetchStatus: fetchStatus as (id: string) => Promise<unknown> };
    }
    const url = typeof statusUrl === 'string' && merchantAddress(statusUrl, this.#host.baseURI);
    return url ? { kind: 'url', url: url.href } : { kind: 'none' };
  }

  // ── what the frame says

  #receive(message: FromFrame): void {
    if ('standing' in message) this.#stand(message.standing);
    switch (message.type) {
      case 'hello':
        clearTimeout(this.#timer);
        this.#unsay();
        return this.#tell();
      case 'refused':
        clearTimeout(this.#timer);
        return this.#wrong(message.field, message.reason);
      case 'standing':
        return;
      case 'height':
        return this.#resize(message.height);
      case 'ready':
        return void this.#host.dispatchEvent(new PayReadyEvent());
      case 'change':
        return void this.#host.dispatchEvent(new PayChangeEvent(changeOf(message)));
      case 'invalid': {
        const fields = message.fields.map((it) => only(it, 'field', 'code'));
        return void this.#host.dispatchEvent(new PayInvalidEvent({ fields }));
      }
      case 'error': {
        this.#granted = undefined;
        return this.#fail(this.#received(message));
      }
      case 'outcome':
        return this.#outcome(outcomeOf(message));
      case 'redirect':
        return void this.#redirect(message);
      case 'attempt':
        return void this.#attempt(message);
      case 'intent':
        return this.#answer(
          message.call,
          fetchIntent(this.#intentOrigin).then((answer) =>
            answer.kind === 'intent' ? answer.intent : undefined,
          ),
        );
      case 'status':
        return this.#answer(message.call, fetchStatus(this.#statusOrigin, message.paymentId));
      case 'remember': {
        const purchase = this.#purchases.get(message.key);
        if (purchase) memory.note(purchase, message.paymentId, message.left ? 'waiting' : 'sent');
        return;
      }
      case 'forget': {
        const purchase = this.#purchases.get(message.key);
        const id = purchase && memory.recall(purchase)?.paymentId;
        if (purchase && id) memory.note(purchase, id, 'free');
        return;
      }
      case 'settled':
        return this.#settle(message.call, (run) => run.resolve(outcomeOf(message)));
      case 'rejected':
        return this.#settle(message.call, (run) => run.reject(this.#received(message)));
      default:
        return message satisfies never;
    }
  }

  #received({ error }: Of<'error' | 'rejected'>): PayError {
    return received(error, error.code === 'canceled' ? this.#cause : undefined);
  }

  #stand(standing: Standing): void {
    const before = this.#standing.phase;
    this.#standing = standing;
    const { phase, problem } = standing;
    const { states } = this.#internals ?? {};
    try {
      states?.delete(before);
      states?.add(phase);
    } catch {
      // Chromium before 125 takes names with two dashes only.
    }
    const done = phase === 'paid' || phase === 'authorized';
    this.#internals?.setFormValue((done && this.#paid) || null);
    if (problem.kind === 'none' || done) this.#internals?.setValidity({});
    else
      this.#internals?.setValidity({ [problem.kind]: true }, problem.message || problem.kind, this.#iframe);
    if (phase === before) return;
    if (before === 'paying' && phase !== 'redirecting') this.#host.scrollIntoView({ block: 'nearest' });
    this.#changed();
  }

  #resize(height: number): void {
    const iframe = this.#iframe;
    if (!iframe || !(height > 0)) return;
    iframe.style.height = `${Math.min(Math.ceil(height), 10_000)}px`;
    iframe.classList.remove('silent');
  }

  #settle(call: number, how: (run: Run) => void): void {
    const run = this.#run;
    if (run?.call !== call) return;
    this.#run = undefined;
    how(run);
  }

  #answer(call: number, answer: Promise<unknown>): void {
    const port = this.#port;
    const reply = (message: ToFrame) => port?.postMessage(message);
    answer.then(
      (value) => reply({ type: 'value', call, value }),
      (error: unknown) =>
        reply({ type: 'denied', call, ...(error instanceof PayError ? { error: sendable(error) } : {}) }),
    );
  }

  async #attempt({ call, paymentId, key }: Of<'attempt'>): Promise<void> {
    const port = this.#port;
    const waits: Promise<unknown>[] = [];
    const event = new PayAttemptEvent({ paymentId, waitUntil: (promise) => void waits.push(promise) });
    try {
      if (!this.#host.dispatchEvent(event)) throw new Error('pay-attempt was prevented.');
      await Promise.all(waits);
    } catch (cause) {
      this.#cause = cause;
      port?.postMessage({ type: 'denied', call } satisfies ToFrame);
      return;
    }
    // A page that allows an attempt and is gone before it hears of it again must not start another one.
    const purchase = this.#purchases.get(key);
    if (purchase) memory.note(purchase, paymentId, 'sent');
    if (port === this.#port) this.#granted = { key, paymentId };
    port?.postMessage({ type: 'granted', call } satisfies ToFrame);
  }

  async #redirect({ url, payment }: Of<'redirect'>): Promise<void> {
    const port = this.#port;
    const safe = trustworthy(url);
    if (!safe) return this.#post({ type: 'came-back' });
    const waits: Promise<unknown>[] = [];
    const event = new PayRedirectEvent({
      url: safe.href,
      payment: payment as Payment,
      waitUntil: (promise) => void waits.push(promise),
    });
    const go = this.#host.dispatchEvent(event);
    await Promise.allSettled(waits);
    if (!go || !this.#host.isConnected || port !== this.#port) return;
    if (this.#host.challenge !== 'frame') return location.assign(safe);
    const askable = this.#statusOrigin.kind !== 'none';
    const next = await this.#loadChallenges().then(
      ({ confirmInside }) => confirmInside(this.#host, { url: safe.href, paymentId: payment.id, askable }),
      () => safe.href,
    );
    if (next) location.assign(next);
    else if (port === this.#port) this.#post({ type: 'came-back' });
  }

  #outcome(outcome: Outcome): void {
    if (outcome.status !== 'unknown') this.#granted = undefined;
    if (outcome.status === 'paid' || outcome.status === 'authorized') {
      this.#paid = outcome.paymentId;
      this.#internals?.setFormValue(this.#paid);
    }
    if (outcome.status === 'initiated') return;
    const go = this.#host.dispatchEvent(new PayOutcomeEvent(outcome));
    const next =
      (outcome.status === 'paid' || outcome.status === 'authorized') &&
      outcome.payment &&
      wayBack(outcome.payment);
    if (go && next && this.#host.isConnected) location.assign(next);
  }
}

const changeOf = ({ detail }: Of<'change'>) =>
  ({
    ...only(detail, 'complete', 'empty', 'brand', 'networks'),
    fields: only(detail.fields, 'number', 'expiry', 'cvc', 'name'),
  }) as PayChangeDetail;

const outcomeOf = ({ outcome }: Of<'outcome' | 'settled'>) =>
  only(outcome, 'status', 'paymentId', 'payment') as Outcome;
