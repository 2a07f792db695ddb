import type { Config } from '../../checkout/config.js';
import type { Outcome } from '../../checkout/outcome.js';
import type { Memory, Merchant } from '../../checkout/ports.js';
import { isPayment } from '../../gateway/reading.js';
import type { FormStatus } from '../../page/form-control.js';
import type { FormEvents } from '../../page/form-events.js';
import type { Payment } from '../../wire/payment.js';
import type { FromFrame } from '../protocol.js';
import { sendable } from '../sent-error.js';
import type { PageLink } from './page-link.js';
import { isSentIntent } from './to-frame.js';

/** The merchant's own endpoints: only the page may call them. */
export const merchantOf = (link: PageLink): Merchant => ({
  async fetchIntent() {
    const answer = await link.ask({ type: 'intent' });
    if (!isSentIntent(answer)) throw new Error('The answer is no intent.');
    const { id, clientSecret, amount, currency } = answer;
    return { id, clientSecret, amount: amount ?? undefined, currency: currency ?? undefined };
  },
  async fetchStatus(_source, paymentId) {
    const answer = await link.ask({ type: 'status', paymentId });
    if (answer === undefined) return undefined;
    if (!isPayment(answer)) throw new Error('The answer is no payment.');
    return answer;
  },
});

/** What the page remembers. The frame knows a purchase by a key that the page has given it. */
export class PageMemory implements Memory {
  readonly #link: PageLink;
  readonly #sent = new Map<string, string>();
  readonly #keys = new WeakMap<Config, string>();
  /** The key of what the page has set last. */
  #key = '';

  constructor(link: PageLink) {
    this.#link = link;
  }

  /** The page has set a purchase, and remembers a payment of it or none. */
  take(key: string, paymentId: string | undefined): void {
    this.#key = key;
    if (paymentId) this.#sent.set(key, paymentId);
  }

  /** The key of a purchase that an attempt was started with, else of the last one. */
  keyOf(config: Config | undefined): string {
    return (config && this.#keys.get(config)) ?? this.#key;
  }

  recall(config: Config): string | undefined {
    this.#keys.set(config, this.#key);
    return this.#sent.get(this.#key);
  }

  remember(config: Config, paymentId: string, left: boolean): void {
    const key = this.#keys.get(config) ?? '';
    // As in a page: a payer who left with a lazy intent and is here again starts over.
    if (left && config.source.kind !== 'secret') this.#sent.delete(key);
    else this.#sent.set(key, paymentId);
    this.#link.post({ type: 'remember', key, paymentId, left });
  }

  forget(config: Config): void {
    const key = this.#keys.get(config) ?? '';
    this.#sent.delete(key);
    this.#link.post({ type: 'forget', key });
  }
}

/** Tells the page all that a page is told, and nothing else. Where the payer goes next is for the page to do. */
export function eventsFor(
  link: PageLink,
  form: { readonly formStatus: FormStatus; readonly key: string },
): FormEvents {
  const told = <T extends object>(message: T) => ({ ...message, formStatus: form.formStatus });
  return {
    ready: () => link.post(told({ type: 'ready' })),
    change: ({ complete, empty, brand, networks, fields }) =>
      link.post(
        told({
          type: 'change',
          detail: { complete, empty, brand, networks: [...networks], fields: { ...fields } },
        }),
      ),
    invalid: ({ fields }) =>
      link.post(told({ type: 'invalid', fields: fields.map(({ field, code }) => ({ field, code })) })),
    error: (error) => link.post(told({ type: 'error', error: sendable(error) })),
    outcome: (outcome) => {
      link.post(told({ type: 'outcome', outcome: sentOutcome(outcome) }));
      return false;
    },
    attempt: async (paymentId) => {
      await link.ask(told({ type: 'attempt', paymentId, key: form.key }));
    },
    redirect: (url, payment) => {
      link.post(told({ type: 'redirect', url, payment: plain(payment) }));
      return Promise.resolve(false);
    },
  };
}

export function sentOutcome(outcome: Outcome): Extract<FromFrame, { type: 'outcome' }>['outcome'] {
  const { status, paymentId, payment } = outcome;
  return { status, paymentId, ...(payment ? { payment: plain(payment) } : {}) };
}

const plain = (payment: Payment) => JSON.parse(JSON.stringify(payment)) as Payment;
