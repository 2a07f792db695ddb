import type { PropertyValues } from 'lit';
import type { Config, Setup } from '../../checkout/config.js';
import type { Memory, Merchant, Ports } from '../../checkout/ports.js';
import { PayCheckout } from '../../element/pay-checkout.js';
import { settingNames } from '../../element/settings.js';
import { PayError } from '../../error.js';
import { isPayment } from '../../gateway/reading.js';
import { sentIntent, type Standing } from '../protocol.js';
import { receivedMessages } from '../sent-messages.js';
import { functionMark } from '../sent-settings.js';
import { allows } from './allowed.js';
import type { Order, PageLink } from './page-link.js';

type Configuration = Extract<Order, { type: 'configure' }>;

/** Room around the form for what is drawn outside its inputs, in CSS pixels: a focus ring. The page takes it back. */
export const rim = 4;

/** What the element has outside itself, where it lives in a frame: the page at the other end of the link. */
const outside: {
  link: PageLink | undefined;
  /** The settings that were told last. */
  told: { readonly key: string; readonly pageUrl: string };
  /** What the page remembers, by key. */
  readonly sent: Map<string, string>;
  readonly keys: WeakMap<Config, string>;
  /** What was sent with the security code that is in the form, as long as its end is not known. */
  open: string | undefined;
  /** What was about to be sent last. */
  next: string | undefined;
} = {
  link: undefined,
  told: { key: '', pageUrl: 'https://localhost' },
  sent: new Map(),
  keys: new WeakMap(),
  open: undefined,
  next: undefined,
};

/** One payment on one intent. */
const order = (config: Config | undefined, paymentId: string): string =>
  [paymentId, config?.source.kind === 'secret' && config.source.clientSecret].join(' ');

const memory: Memory = {
  recall(config) {
    outside.keys.set(config, outside.told.key);
    return outside.sent.get(outside.told.key);
  },
  remember(config, paymentId, left) {
    const key = outside.keys.get(config) ?? '';
    // As in a page: who has left with a lazy intent, and is here again, starts anew.
    if (left && config.source.kind !== 'secret') outside.sent.delete(key);
    else outside.sent.set(key, paymentId);
    outside.open = left ? undefined : order(config, paymentId);
    outside.link?.post({ type: 'remember', key, paymentId, left });
  },
  forget(config) {
    const key = outside.keys.get(config) ?? '';
    outside.sent.delete(key);
    // Of an attempt that was stopped for what is open, only that attempt is forgotten.
    if (outside.next === outside.open) outside.open = undefined;
    outside.link?.post({ type: 'forget', key });
  },
};

const merchant: Merchant = {
  async fetchIntent() {
    const { amount, currency, ...intent } = sentIntent.parse(await outside.link?.ask({ type: 'intent' }));
    return { ...intent, amount, currency };
  },
  async fetchStatus(_source, paymentId) {
    const answer = await outside.link?.ask({ type: 'status', paymentId });
    if (answer === undefined) return undefined;
    if (!isPayment(answer)) throw new Error('The answer is no payment.');
    return answer;
  },
};

/** The element as it is, but for what is outside it. */
export class FrameCheckout extends PayCheckout {
  protected override outside(): Pick<Ports, 'merchant' | 'memory'> {
    return { merchant, memory };
  }

  protected override get pageUrl(): string {
    return outside.told.pageUrl;
  }

  #services: readonly string[] = [];

  /** Begins to serve a page, and tells it how things stand whenever that changes. */
  serve(link: PageLink, services: readonly string[]): void {
    outside.link = link;
    this.#services = services;
    this.addEventListener('input', (event) => {
      if ((event.composedPath()[0] as HTMLInputElement).name === 'cc-csc') outside.open = undefined;
    });
  }

  /**
   * Whether the card in the form was sent already, and would now be sent as another payment. A page could have that by
   * setting other values once an answer got lost; the payer has typed the card for one payment.
   */
  isUsed(paymentId: string): boolean {
    outside.next = order(this.config, paymentId);
    return outside.open !== undefined && outside.open !== outside.next;
  }

  /** A page chooses among the services of whoever hosts this frame: a card goes to no other. */
  protected override readSetup(): Setup {
    const setup = super.readSetup();
    if (setup.kind !== 'complete' || allows(this.#services, new URL(setup.config.baseUrl).origin))
      return setup;
    const message =
      '`base-url` is no service that the frame of `frame-src` sends cards to: its host must allow it.';
    return { kind: 'wrong', error: new PayError('configuration', message, { field: 'base-url' }) };
  }

  /** Under which the page remembers what is being sent. */
  get purchaseKey(): string {
    return (this.config && outside.keys.get(this.config)) ?? outside.told.key;
  }

  /** Takes over what the page has set: each value as it came, to be judged as in a page. */
  take({ settings, disabled, pageUrl, key, sent }: Configuration): void {
    outside.told = { key, pageUrl };
    if (sent !== undefined) outside.sent.set(key, sent);
    const set: Record<string, unknown> = {};
    for (const name of settingNames) set[name] = settings[name];
    for (const name of ['fetchIntent', 'fetchStatus']) {
      if (set[name] === functionMark) set[name] = merchant[name as 'fetchIntent' | 'fetchStatus'];
    }
    Object.assign(this, set, { disabled });
  }

  say(messages: unknown): void {
    this.messages = receivedMessages(messages);
  }

  back(): void {
    this.cameBack();
  }

  get standing(): Standing {
    const { validity, validationMessage: message } = this;
    const kind = !validity || validity.valid ? 'none' : kinds.find((name) => validity[name]);
    return { phase: this.state, problem: { kind: kind ?? 'customError', message } };
  }

  #told = '';

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.measure();
    const { standing } = this;
    const told = JSON.stringify(standing);
    if (told === this.#told) return;
    this.#told = told;
    outside.link?.post({ type: 'standing', standing });
  }

  #height = 0;

  /** Tells how high it is. Whoever draws nothing of a frame that is not in sight tells no observer of sizes either. */
  measure(): void {
    const height = Math.ceil(this.getBoundingClientRect().height);
    if (height === this.#height || height === 0) return;
    this.#height = height;
    outside.link?.post({ type: 'height', height: height + 2 * rim });
  }
}

const kinds = ['valueMissing', 'badInput', 'customError'] as const;
