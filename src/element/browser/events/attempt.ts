import type { MethodName } from '../../checkout/payment-method.js';
import { PageEvent } from './page-event.js';

export interface PayAttemptDetail {
  /** The id that the payment will have: a UUID. */
  readonly paymentId: string;
  /** What is paid by. `other`: by a `source` of the page's that is of another type. */
  readonly method: MethodName;
  /** Delays the attempt until the promise resolves, for at most 30 s. A rejection stops the attempt. */
  waitUntil(promise: Promise<unknown>): void;
}

/** About to send. Cancelable: `preventDefault()` stops the attempt before anything is sent. */
export class PayAttemptEvent extends PageEvent<PayAttemptDetail> {
  constructor(detail: PayAttemptDetail) {
    super('pay-attempt', { bubbles: true, composed: true, cancelable: true, detail });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-attempt': PayAttemptEvent;
  }
}
