import type { ReportedOutcome } from '../checkout/outcome.js';
import type { MethodName } from '../checkout/payment-method.js';
import type { PayError } from '../../error.js';
import type { CheckoutPayment } from '../checkout/payment.js';
import type { PriceDifference } from '../checkout/price.js';
import {
  PayAttemptEvent,
  PayChangeEvent,
  type PayChangeDetail,
  PayInvalidEvent,
  type PayInvalidDetail,
  PayOutcomeEvent,
  PayReadyEvent,
  PayRedirectEvent,
} from './events.js';
import { reportError } from './advise-developer.js';

/** What a card form tells the page around it, and what the page answers. */
export interface FormEvents {
  emitReady(): void;
  emitChange(detail: PayChangeDetail): void;
  emitInvalid(detail: PayInvalidDetail): void;
  emitError(error: PayError): void;
  /** False: the page has prevented the default action, or the element is gone. */
  emitOutcome(outcome: ReportedOutcome, differs?: PriceDifference): boolean;
  /** Resolves once the payment may be sent; rejects where the page stops it. */
  emitAttempt(paymentId: string, method: MethodName): Promise<void>;
  /** False: the page takes the payer to the bank itself or nowhere, or the element is gone. */
  emitRedirect(url: string, payment: CheckoutPayment): Promise<boolean>;
}

/** Tells the page by events of an element. */
export const createFormEvents = (host: HTMLElement): FormEvents => ({
  emitReady() {
    host.dispatchEvent(new PayReadyEvent());
  },

  emitChange(detail) {
    host.dispatchEvent(new PayChangeEvent(detail));
  },

  emitInvalid(detail) {
    host.dispatchEvent(new PayInvalidEvent(detail));
  },

  emitError(error) {
    reportError(host, error);
  },

  emitOutcome: (outcome, differs) =>
    host.dispatchEvent(new PayOutcomeEvent(outcome, differs)) && host.isConnected,

  async emitAttempt(paymentId, method) {
    const { promises, waitUntil } = createWaitUntil();
    const allowed = host.dispatchEvent(new PayAttemptEvent({ paymentId, method, waitUntil }));
    if (!allowed) throw new Error('pay-attempt was prevented.');
    await Promise.all(promises);
    // A removed element must not pay: its page gets no events, and the payer sees no outcome.
    if (!host.isConnected) throw new Error('The element is gone.');
  },

  async emitRedirect(url, payment) {
    const { promises, waitUntil } = createWaitUntil();
    const go = host.dispatchEvent(new PayRedirectEvent({ url, payment, waitUntil }));
    await Promise.allSettled(promises);
    return go && host.isConnected;
  },
});

/** Collects what the listeners of one event pass to `waitUntil`. */
function createWaitUntil() {
  const promises: Promise<unknown>[] = [];
  return { promises, waitUntil: (promise: Promise<unknown>) => void promises.push(promise) };
}
