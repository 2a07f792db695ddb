import type { Outcome } from '../../checkout/outcome.js';
import type { CheckoutPayment } from '../../checkout/payment.js';
import type { Merchant, Navigation } from '../../checkout/ports.js';
import type { StoreSnapshot, Purchase, AttemptStore, StoredAttempt, Stage } from '../../checkout/purchase.js';
import { readPayment } from '../../wire/reader.js';
import type { FormEvents } from '../../browser/form-events.js';
import { readIntentResponse, readStoreSnapshot, type SentFormStatus } from '../protocol.js';
import { serializeError } from '../sent-error.js';
import type { ParentLink } from './parent-link.js';

/** What is paid for in the frame: what an attempt under way was started with, else what the page has set last. */
interface Paid {
  /** The page's key of it. */
  readonly key: string;
}

/** The merchant's own endpoints: only the page may call them, and it knows them by its key. */
export const createMerchant = (link: ParentLink, paid: Paid): Merchant => ({
  async fetchIntent(_source, insteadOf) {
    const answer = readIntentResponse(await link.ask({ type: 'intent', key: paid.key, insteadOf }));
    if (!answer) throw new Error('The answer is no intent.');
    return answer;
  },
  announceAttempt: async (_url, paymentId) =>
    paymentIn(await link.ask({ type: 'announce', key: paid.key, paymentId })),
  fetchStatus: async (_source, paymentId) =>
    paymentIn(await link.ask({ type: 'status', key: paid.key, paymentId })),
});

/** Undefined: there is none. */
function paymentIn(answer: unknown): CheckoutPayment | undefined {
  const payment = readPayment(answer);
  if (!payment && answer !== undefined) throw new Error('The answer is no payment.');
  return payment;
}

/** Where the payer goes is for the page to do: it knows when the payer is back. */
export const createNavigation = (link: ParentLink): Navigation => ({
  go: () => link.post({ type: 'return' }),
  openChallenge: (url, { id }) => link.ask({ type: 'to-bank', url, paymentId: id }),
});

/**
 * The page's memory of its purchases, and their locks. The page has a key for each purchase with the endpoints that it
 * has set for it, so several keys may be of one purchase.
 */
export class IframeAttemptStore implements AttemptStore {
  readonly #link: ParentLink;
  /** By this frame's own names of the purchases. */
  readonly #entries = new Map<string, StoredAttempt | undefined>();
  /** The page's keys. Each time that the page's values are read, they make a purchase of their own. */
  readonly #keys = new WeakMap<Purchase, string>();
  readonly #listeners = new Set<() => void>();
  /** The key of what the page has set last. */
  #key = '';
  /** What the page has said that it remembers of that purchase, until the purchase is read. */
  #pendingEntry: { readonly entry: StoredAttempt | undefined } | undefined;

  constructor(link: ParentLink) {
    this.#link = link;
  }

  /** The page has set a purchase, and says what it remembers of it. */
  receive(key: string, entry: StoredAttempt | undefined): void {
    this.#key = key;
    this.#pendingEntry = { entry };
  }

  /** The page's key of a purchase that an attempt was started with, else of the last one. */
  keyOf(purchase: Purchase | undefined): string {
    return (purchase && this.#keys.get(purchase)) ?? this.#key;
  }

  /** The page has heard from another element or tab. */
  notifyChange(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  read(purchase: Purchase): StoredAttempt | undefined {
    // One that was read before comes again after an attempt, and keeps its key.
    if (!this.#keys.has(purchase)) {
      this.#keys.set(purchase, this.#key);
      if (this.#pendingEntry) this.#entries.set(purchase.key, this.#pendingEntry.entry);
      this.#pendingEntry = undefined;
    }
    return this.#entries.get(purchase.key);
  }

  lock(purchase: Purchase): Promise<StoreSnapshot> {
    return this.#ask('lock', purchase);
  }

  peek(purchase: Purchase): Promise<StoreSnapshot> {
    return this.#ask('peek', purchase);
  }

  async #ask(type: 'lock' | 'peek', purchase: Purchase): Promise<StoreSnapshot> {
    const snapshot = readStoreSnapshot(await this.#link.ask({ type, key: this.keyOf(purchase) }));
    if (!snapshot) throw new Error('The answer is no snapshot.');
    const { busy, entry } = snapshot;
    this.#entries.set(purchase.key, entry);
    return { busy, entry };
  }

  release(): void {
    this.#link.post({ type: 'release' });
  }

  save(purchase: Purchase, paymentId: string, stage: Stage): void {
    const { returned = false, givenUp = false } = this.#entries.get(purchase.key) ?? {};
    const entry = { paymentId, stage, at: Date.now(), returned, givenUp: givenUp || stage === 'given-up' };
    this.#entries.set(purchase.key, entry);
    this.#link.post({ type: 'save', key: this.keyOf(purchase), paymentId, stage });
  }

  forget(purchase: Purchase): void {
    this.#link.post({ type: 'forget', key: this.keyOf(purchase) });
  }

  watch(_purchase: Purchase, onChange: () => void): () => void {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  }
}

/** Tells the page all that a page is told, and nothing else. Where the payer goes next is for the page to do. */
export function eventsFor(
  link: ParentLink,
  form: Paid & Readonly<{ formStatus: SentFormStatus; call: number | undefined }>,
): FormEvents {
  const withStatus = <T extends object>(message: T) => ({ ...message, formStatus: form.formStatus });
  return {
    emitReady: () => link.post(withStatus({ type: 'ready' })),
    emitChange: (detail) => link.post(withStatus({ type: 'change', detail })),
    emitInvalid: ({ fields }) => link.post(withStatus({ type: 'invalid', fields })),
    emitError: (error) => link.post(withStatus({ type: 'error', error: serializeError(error) })),
    emitOutcome: (outcome) => {
      link.post(withStatus({ type: 'outcome', call: form.call, outcome: sentOutcome(outcome) }));
      return true;
    },
    emitAttempt: async (paymentId) => {
      await link.ask(withStatus({ type: 'attempt', paymentId, key: form.key }));
    },
    emitRedirect: async (url, payment) =>
      (await link.ask(withStatus({ type: 'redirect', url, payment: plain(payment) }))) === true,
  };
}

/** What the page's own functions have answered may hold what cannot be sent. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const sentOutcome: (outcome: Outcome) => Outcome = plain;
