import type { SettledOutcome } from '../checkout/outcome.js';
import type { PayError } from '../error.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import { PayAttemptEvent } from './events/attempt.js';
import { PayChangeEvent, type PayChangeDetail } from './events/change.js';
import { PayInvalidEvent, type PayInvalidDetail } from './events/invalid.js';
import { PayOutcomeEvent } from './events/outcome.js';
import { PayReadyEvent } from './events/ready.js';
import { PayRedirectEvent } from './events/redirect.js';
import { reportError } from './report-error.js';

/** What a card form tells the page around it, and what the page answers. */
export interface FormEvents {
  ready(): void;
  change(detail: PayChangeDetail): void;
  invalid(detail: PayInvalidDetail): void;
  error(error: PayError): void;
  /** False: the page wants nothing more to happen. */
  outcome(outcome: SettledOutcome): boolean;
  /** Resolves once the payment may be sent; rejects where the page stops it. */
  attempt(paymentId: string): Promise<void>;
  /** False: the page takes the payer to the bank, or nowhere. */
  redirect(url: string, payment: CheckoutPayment): Promise<boolean>;
}

/** Tells the page by events of an element. */
export const createFormEvents = (host: HTMLElement): FormEvents => ({
  ready() {
    host.dispatchEvent(new PayReadyEvent());
  },

  change(detail) {
    host.dispatchEvent(new PayChangeEvent(detail));
  },

  invalid(detail) {
    host.dispatchEvent(new PayInvalidEvent(detail));
  },

  error(error) {
    reportError(host, error);
  },

  outcome: (outcome) => host.dispatchEvent(new PayOutcomeEvent(outcome)) && host.isConnected,

  async attempt(paymentId) {
    const { promises, waitUntil } = waits();
    const allowed = host.dispatchEvent(new PayAttemptEvent({ paymentId, waitUntil }));
    if (!allowed) throw new Error('pay-attempt was prevented.');
    await Promise.all(promises);
    // An element that is gone takes nobody's money: its page hears of nothing any more, and no payer sees what becomes of it.
    if (!host.isConnected) throw new Error('The element is gone.');
  },

  async redirect(url, payment) {
    const { promises, waitUntil } = waits();
    const go = host.dispatchEvent(new PayRedirectEvent({ url, payment, waitUntil }));
    await Promise.allSettled(promises);
    return go && host.isConnected;
  },
});

/** Collects what the listeners of one event pass to `waitUntil`. */
function waits() {
  const promises: Promise<unknown>[] = [];
  return { promises, waitUntil: (promise: Promise<unknown>) => void promises.push(promise) };
}
