import type { Network } from '../../card/networks.js';
import type { FieldName } from '../../card/card.js';
import type { FieldStatus } from '../../card/field-result.js';
import { PageEvent } from './page-event.js';

/** How far the payer is, and never what was typed. */
export interface PayChangeDetail {
  /** What the payer pays with: the card in the fields, a saved card, or STC Pay. */
  readonly method: 'card' | 'saved' | 'stcpay';
  /** Every field is valid, or a saved card is chosen. */
  readonly complete: boolean;
  /** Every field is empty. */
  readonly empty: boolean;
  /** The best guess. */
  readonly brand: Network | undefined;
  /** Every accepted network that fits: a co-badged card has two. */
  readonly networks: readonly Network[];
  readonly fields: Readonly<Record<FieldName, FieldStatus>>;
}

/** What the payer pays with, or whether it is valid, has changed. */
export class PayChangeEvent extends PageEvent<PayChangeDetail> {
  constructor(detail: PayChangeDetail) {
    super('pay-change', { bubbles: true, composed: true, detail });
  }
}

declare global {
  interface HTMLElementEventMap {
    'pay-change': PayChangeEvent;
  }
}
