import type { Outcome } from '../../checkout/outcome.js';
import type { CheckoutPayment } from '../../checkout/payment.js';
import type { Merchant, Navigation } from '../../checkout/ports.js';
import {
  isPaidOrAuthorized,
  type StoreSnapshot,
  type Purchase,
  type AttemptStore,
  type StoredAttempt,
  type Stage,
} from '../../checkout/purchase.js';
import { readPayment } from '../../../wire/reader.js';
import type { FormEvents } from '../../browser/form-events.js';
import { cloneAsJson, serializeError } from '../serialization.js';
import { readIntentResponse, readStoreSnapshot, type SentFormStatus } from '../protocol.js';
import type { ParentLink } from './parent-link.js';

/** The purchase that an attempt under way was started with, else the purchase that the page has set last. */
interface PurchaseRef {
  /** The page's handle for the purchase. */
  readonly handle: string;
}

/** Only the page may call the merchant's endpoints; the handle tells the page which ones. */
export const createMerchant = (link: ParentLink, purchase: PurchaseRef): Merchant => ({
  async fetchIntent(_source, insteadOf) {
    const response = readIntentResponse(
      await link.request({ type: 'intent', handle: purchase.handle, insteadOf }),
    );
    if (!response) throw new Error('The page’s answer is not a payment intent.');
    return response;
  },
  fetchStatus: async (_source, paymentId) =>
    parsePayment(await link.request({ type: 'status', handle: purchase.handle, paymentId })),
});

/** Returns undefined where the page knows no payment. */
function parsePayment(answer: unknown): CheckoutPayment | undefined {
  const payment = readPayment(answer);
  if (!payment && answer !== undefined) throw new Error('The page’s answer is not a payment.');
  return payment;
}

/** Only the page can navigate, or open the challenge and know when the payer is back. */
export const createNavigation = (link: ParentLink): Navigation => ({
  go: () => link.post({ type: 'return' }),
  openChallenge: (url, { id }) => link.request({ type: 'open-challenge', url, paymentId: id }),
});

/**
 * The page's attempt store, over the link. The page has a handle for each purchase with its endpoints, so several handles
 * may refer to one purchase.
 */
export class IframeAttemptStore implements AttemptStore {
  readonly #link: ParentLink;
  /** By `Purchase.key`. */
  readonly #entries = new Map<string, StoredAttempt | undefined>();
  /** The page's handles. Each parse of the page's values creates a new `Purchase` object, with its own handle. */
  readonly #handles = new WeakMap<Purchase, string>();
  readonly #listeners = new Set<() => void>();
  /** The handle of the purchase that the page has set last. */
  #currentHandle = '';
  /** The page's stored attempt of that purchase, until the purchase is read. */
  #pendingEntry: { readonly entry: StoredAttempt | undefined } | undefined;
  #saveCount = 0;

  constructor(link: ParentLink) {
    this.#link = link;
  }

  /** Call it when the page has set a purchase, before the settings are parsed. */
  setCurrent(handle: string, entry: StoredAttempt | undefined): void {
    this.#currentHandle = handle;
    this.#pendingEntry = { entry };
  }

  /** The page's handle for a purchase that an attempt was started with, else for the current purchase. */
  getHandle(purchase: Purchase | undefined): string {
    return (purchase && this.#handles.get(purchase)) ?? this.#currentHandle;
  }

  /** Call it when another element or tab has changed the page's store. */
  notifyChange(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  read(purchase: Purchase): StoredAttempt | undefined {
    // A purchase that was read before keeps its handle when an attempt ends and the purchase is read again.
    if (!this.#handles.has(purchase)) {
      this.#handles.set(purchase, this.#currentHandle);
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
    const saveCount = this.#saveCount;
    const snapshot = readStoreSnapshot(await this.#link.request({ type, handle: this.getHandle(purchase) }));
    if (!snapshot) throw new Error('The page’s answer is not a store snapshot.');
    // The page may have answered before it received what was saved meanwhile.
    if (type === 'peek' && saveCount !== this.#saveCount) return this.#ask(type, purchase);
    const { isLockedElsewhere, entry } = snapshot;
    this.#entries.set(purchase.key, entry);
    return { isLockedElsewhere, entry };
  }

  release(): void {
    this.#link.post({ type: 'release' });
  }

  save(purchase: Purchase, paymentId: string, stage: Stage, replacesPaid?: boolean): void {
    const stored = this.#entries.get(purchase.key);
    const isPaid = stored?.paymentId === paymentId && isPaidOrAuthorized(stored.stage);
    if (isPaid && !replacesPaid) return;
    const { returned = false, givenUp = false } = stored ?? {};
    const entry = { paymentId, stage, at: Date.now(), returned, givenUp: givenUp || stage === 'given-up' };
    this.#entries.set(purchase.key, entry);
    this.#saveCount += 1;
    this.#link.post({ type: 'save', handle: this.getHandle(purchase), paymentId, stage, replacesPaid });
  }

  forget(purchase: Purchase): void {
    this.#link.post({ type: 'forget', handle: this.getHandle(purchase) });
  }

  watch(_purchase: Purchase, onChange: () => void): () => void {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  }
}

/** Posts the form's events to the page, which dispatches them and decides where the payer goes next. */
export function createParentEvents(
  link: ParentLink,
  form: PurchaseRef & Readonly<{ formStatus: SentFormStatus; submitId: number | undefined }>,
): FormEvents {
  const withStatus = <T extends object>(message: T) => ({ ...message, formStatus: form.formStatus });
  return {
    emitReady: () => link.post(withStatus({ type: 'ready' })),
    emitChange: (detail) => link.post(withStatus({ type: 'change', detail })),
    emitInvalid: ({ fields }) => link.post(withStatus({ type: 'invalid', fields })),
    emitError: (error) => link.post(withStatus({ type: 'error', error: serializeError(error) })),
    emitOutcome: (outcome, differs) => {
      const { submitId } = form;
      link.post(withStatus({ type: 'outcome', submitId, outcome: serializeOutcome(outcome), differs }));
      return true;
    },
    emitAttempt: async (paymentId, method) => {
      await link.request(withStatus({ type: 'attempt', paymentId, method, handle: form.handle }));
    },
    emitRedirect: async (url, payment) =>
      (await link.request(withStatus({ type: 'redirect', url, payment: cloneAsJson(payment) }))) === true,
  };
}

export const serializeOutcome: (outcome: Outcome) => Outcome = cloneAsJson;
