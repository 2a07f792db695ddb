import { PageEvent } from './page-event.js';

export interface PayCancelDetail {
  /** The wallet whose sheet was closed. */
  readonly method: 'applepay' | 'samsungpay';
}

/** The payer has closed a wallet's sheet. Nothing was sent. */
export class PayCancelEvent extends PageEvent<PayCancelDetail> {
  constructor(detail: PayCancelDetail) {
    super('pay-cancel', { bubbles: true, composed: true, detail });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-cancel': PayCancelEvent;
  }
}
