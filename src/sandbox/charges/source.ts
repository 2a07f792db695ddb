import { cardOf, masked } from '../bank/number.js';
import type { PaymentRow, SourceDetails } from '../payments/payment.js';
import type { Source } from '../requests/source.js';
import { digits, newSecret } from '../store/id.js';
import type { Ledger } from '../store/ledger.js';
import { cardIn, fundingOf, keepCard, type KeptCard, useToken } from '../tokens/token.js';

/** What pays, whether it was sent as a card or as the token of a saved one. */
export interface Payer {
  readonly card: KeptCard;
  readonly details: SourceDetails;
  /** The saved card that this payment authenticates, if any. */
  readonly token: PaymentRow['token'];
}

/** Finds or saves the card. Call it inside the payment's transaction: it may use a token up. */
export function payerOf(ledger: Ledger, source: Source, origin: string): Payer {
  switch (source.type) {
    case 'creditcard': {
      const card = { ...cardOf(source.number), number: masked(source.number) };
      const saved = source.save_card
        ? keepCard(ledger, { ...source, authenticated: 'by payment', origin }).id
        : null;
      // The service names a token with every payment. Without `save_card` it is of no use.
      return { card, details: detailsOf(card, source.name, saved ?? newSecret('token_')), token: saved };
    }
    case 'token': {
      const row = useToken(ledger, source.token);
      const card = cardIn(row);
      return { card, details: detailsOf(card, row.name, row.id), token: null };
    }
    default:
      return source satisfies never;
  }
}

const detailsOf = (card: KeptCard, name: string, token: string): SourceDetails => ({
  type: 'creditcard',
  company: card.company,
  name,
  number: card.number,
  gateway_id: newSecret('sandbox_gateway_'),
  token,
  reference_number: digits(12),
  issuer_name: 'Sandbox Bank',
  issuer_country: 'SA',
  issuer_card_type: fundingOf(card),
  issuer_card_category: 'STANDARD',
});
