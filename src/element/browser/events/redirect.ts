import type { CheckoutPayment } from '../../checkout/payment.js';
import { PageEvent } from './page-event.js';

export interface PayRedirectDetail {
  /** The bank's 3-D Secure page. */
  readonly url: string;
  readonly payment: CheckoutPayment;
  /** Delays the redirect until the promise resolves or rejects, for at most 30 s. */
  waitUntil(promise: Promise<unknown>): void;
}

/** About to leave for 3-D Secure. Cancelable: after `preventDefault()` the page takes the payer there itself. */
export class PayRedirectEvent extends PageEvent<PayRedirectDetail> {
  constructor(detail: PayRedirectDetail) {
    super('pay-redirect', { bubbles: true, composed: true, cancelable: true, detail });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-redirect': PayRedirectEvent;
  }
}
