import type { Card } from '../card/card.js';

/** A source that the page has obtained itself, such as a wallet's: plain JSON, read by `readGiven`. */
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
  /** A card that the payer saved before. The token is a credential. */
  | { readonly kind: 'saved'; readonly token: string }
  | { readonly kind: 'given'; readonly source: GivenSource };

/** The same at the moment of sending. */
export type PaySource =
  Exclude<PayBy, { kind: 'card' }> | (Extract<PayBy, { kind: 'card' }> & { readonly card: Card });
