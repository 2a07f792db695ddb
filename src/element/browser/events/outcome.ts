import type { ReportedOutcome } from '../../checkout/outcome.js';
import { PageEvent } from './page-event.js';

export interface PayOutcomeDetail {
  readonly outcome: ReportedOutcome;
}

/**
 * An outcome was reached. Cancelable: the default action for `paid` and `authorized` is to go to the payment's
 * `callback_url`. After `unknown` there may be one more, final one for the same payment.
 */
export class PayOutcomeEvent extends PageEvent<PayOutcomeDetail> {
  constructor(outcome: ReportedOutcome) {
    super('pay-outcome', { bubbles: true, composed: true, cancelable: true, detail: { outcome } });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-outcome': PayOutcomeEvent;
  }
}
