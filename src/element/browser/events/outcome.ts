import type { ReportedOutcome } from '../../checkout/outcome.js';
import type { PriceDifference } from '../../checkout/price.js';
import { PageEvent } from './page-event.js';

export interface PayOutcomeDetail {
  readonly outcome: ReportedOutcome;
  /**
   * The payment is over another amount, or in another currency, than the payer was shown. Integers in the smallest
   * currency unit, and ISO 4217 codes.
   */
  readonly differs?: PriceDifference;
}

/**
 * An outcome was reached. Cancelable: the default action for `paid` and `authorized` is to go to the payment's
 * `callback_url`. After `unknown` there may be one more, final one for the same payment.
 */
export class PayOutcomeEvent extends PageEvent<PayOutcomeDetail> {
  constructor(outcome: ReportedOutcome, differs?: PriceDifference) {
    const detail = { outcome, ...(differs && { differs }) };
    super('pay-outcome', { bubbles: true, composed: true, cancelable: true, detail });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-outcome': PayOutcomeEvent;
  }
}
