import type { FieldName } from '../../card/card.js';
import { PageEvent } from './page-event.js';

export interface PayInvalidDetail {
  /** In the order of the form. The code says what is wrong; the words for it are in the form. */
  readonly fields: readonly { readonly field: FieldName | 'mobile'; readonly code: string }[];
}

/** A submit was refused, because the form is not complete. */
export class PayInvalidEvent extends PageEvent<PayInvalidDetail> {
  constructor(detail: PayInvalidDetail) {
    super('pay-invalid', { bubbles: true, composed: true, detail });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-invalid': PayInvalidEvent;
  }
}
