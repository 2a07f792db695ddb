import type { Card } from '../card/card.js';

/** What pays in place of a typed card: `{ type: 'token', token }` of a saved one, or what the page has obtained itself. */
export interface GivenSource {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * What one try pays by, chosen when the payer pays. It belongs to the try, and not to the intent: the next try on the
 * same intent may pay by something else. A typed card is not in it, because it stays in the inputs until it is sent.
 */
export type PayBy =
  | {
      readonly kind: 'card';
      /** Whether the service is to keep the card. */
      readonly save: boolean;
    }
  /** Holds a credential, such as a token. Only the gateway reads it. */
  | { readonly kind: 'given'; readonly source: GivenSource };

/** The same at the moment of sending. */
export type PaySource =
  (Extract<PayBy, { kind: 'card' }> & { readonly card: Card }) | Extract<PayBy, { kind: 'given' }>;
