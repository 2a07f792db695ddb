import { PageEvent } from './page-event.js';

/** The form can be used. */
export class PayReadyEvent extends PageEvent<null> {
  constructor() {
    super('pay-ready', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-ready': PayReadyEvent;
  }
}
