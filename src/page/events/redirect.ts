import type { Payment } from '../../checkout/payment.js';
import { PageEvent } from './page-event.js';

export interface PayRedirectDetail {
  /** The bank's 3-D Secure page. */
  readonly url: string;
  readonly payment: Payment;
  /** Holds the redirect back until the promise settles, however it does. */
  waitUntil(promise: Promise<unknown>): void;
}

/** About to leave for 3-D Secure. Cancelable: `preventDefault()` leaves the way there to the page. */
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
