import type { PayError } from '../../../error.js';
import { PageEvent } from './page-event.js';

export interface PayErrorDetail {
  readonly error: PayError;
}

/** An attempt ended before there was an outcome, or the element cannot work as it is set. */
export class PayErrorEvent extends PageEvent<PayErrorDetail> {
  constructor(error: PayError) {
    super('pay-error', { bubbles: true, composed: true, detail: { error } });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-error': PayErrorEvent;
  }
}
