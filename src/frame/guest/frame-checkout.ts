import type { PropertyValues } from 'lit';
import type { Setup } from '../../checkout/config.js';
import type { Merchant, Ports } from '../../checkout/ports.js';
import type { Purchase, Purchases } from '../../checkout/purchase.js';
import { PayCheckout } from '../../elements/pay-checkout.js';
import { settingNames } from '../../form/settings.js';
import { PayError } from '../../error.js';
import { isPayment } from '../../gateway/reading.js';
import type { Standing } from '../protocol.js';
import { receivedMessages } from '../sent-messages.js';
import { functionMark } from '../sent-settings.js';
import { allows } from './allowed.js';
import type { Order, PageLink } from './page-link.js';
import { isSentIntent } from './reading.js';

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
  readonly keys: WeakMap<Purchase, string>;
} = {
  link: undefined,
  told: { key: '', pageUrl: 'https://localhost' },
  sent: new Map(),
  keys: new WeakMap(),
};

const purchases: Purchases = {
  recall(purchase) {
    outside.keys.set(purchase, outside.told.key);
    const paymentId = outside.sent.get(outside.told.key);
    return paymentId === undefined ? undefined : { paymentId, stage: 'sent', at: Date.now(), returned: true };
  },
  claim: (purchase) => Promise.resolve({ busy: false, entry: purchases.recall(purchase) }),
  look: (purchase) => Promise.resolve({ busy: false, entry: purchases.recall(purchase) }),
  release: () => undefined,
  pass: () => undefined,
  watch: () => () => undefined,
  note(purchase, paymentId, stage) {
    const key = outside.keys.get(purchase) ?? '';
    if (stage === 'claimed') return;
    if (stage === 'free') {
      outside.sent.delete(key);
      outside.link?.post({ type: 'forget', key });
      return;
    }
    outside.sent.set(key, paymentId);
    outside.link?.post({ type: 'remember', key, paymentId, left: stage !== 'sent' });
  },
};

const merchant: Merchant = {
  async fetchIntent() {
    const answer = await outside.link?.ask({ type: 'intent' });
    if (!isSentIntent(answer)) throw new Error('The answer is no intent.');
    const { id, clientSecret, amount, currency } = answer;
    return {
      kind: 'intent',
      intent: { id, clientSecret, amount: amount ?? undefined, currency: currency ?? undefined },
    };
  },
  announce: () => Promise.reject(new Error('A frame has no way to announce an attempt.')),
  async fetchStatus(_source, paymentId) {
    const answer = await outside.link?.ask({ type: 'status', paymentId });
    if (answer === undefined) return undefined;
    if (!isPayment(answer)) throw new Error('The answer is no payment.');
    return answer;
  },
};

/** The element as it is, but for what is outside it. */
export class FrameCheckout extends PayCheckout {
  protected override outside(): Pick<Ports, 'merchant' | 'purchases'> {
    return { merchant, purchases };
  }

  protected override get pageUrl(): string {
    return outside.told.pageUrl;
  }

  #services: readonly string[] = [];

  /** Begins to serve a page, and tells it how things stand whenever that changes. */
  serve(link: PageLink, services: readonly string[]): void {
    outside.link = link;
    this.#services = services;
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
    return (this.config && outside.keys.get(this.config.purchase)) ?? outside.told.key;
  }

  /** Takes over what the page has set: each value as it came, to be judged as in a page. */
  take({ settings, disabled, pageUrl, key, sent }: Configuration): void {
    outside.told = { key, pageUrl };
    if (sent) outside.sent.set(key, sent);
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
