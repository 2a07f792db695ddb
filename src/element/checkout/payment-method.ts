import type { Card } from '../card/card.js';

/** What pays in place of a typed card: `{ type: 'token', token }` of a saved one, or what the page has obtained itself. */
export interface ExternalSource {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * What one try pays by, chosen when the payer pays. It belongs to the try, and not to the intent: the next try on the
 * same intent may pay by something else. A typed card is not in it, because it stays in the inputs until it is sent.
 */
export type PaymentMethod =
  | {
      readonly kind: 'card';
      /** Whether the service is to keep the card. */
      readonly save: boolean;
    }
  /** Holds a credential, such as a token. Only the gateway reads it. */
  | { readonly kind: 'external'; readonly source: ExternalSource };

/** The same at the moment of sending. */
export type SentPaymentMethod =
  | (Extract<PaymentMethod, { kind: 'card' }> & { readonly card: Card })
  | Extract<PaymentMethod, { kind: 'external' }>;
