import type { CardSource, FulfilPaymentIntent, SplitRequest } from '../../wire/index.js';
import type { TestCard } from '../bank/cards.js';
import { feeFor } from '../bank/money.js';
import { cardOf, masked } from '../bank/number.js';
import { invalidFields } from '../http/refusal.js';
import { payableBy } from '../invoices/payable.js';
import { settle } from '../payments/moves.js';
import type { PaymentRow, SourceDetails, Split } from '../payments/payment.js';
import type { Service } from '../service.js';
import { digits, newId, newSecret } from '../store/id.js';
import { consumeIntent, type IntentRow, requireCallback } from './intent.js';

/** Where a fulfilment comes from: the payer's address, and the sandbox's own as the payer sees it. */
export interface Origin {
  readonly ip: string;
  readonly url: string;
}

/**
 * Uses the intent for one payment. Everything or nothing: what is refused here has not consumed the intent, and what
 * has consumed it has made its payment, also when the bank declines.
 */
export function fulfil(
  service: Service,
  intent: IntentRow,
  body: FulfilPaymentIntent,
  origin: Origin,
): PaymentRow {
  return service.store.transaction(() => {
    consumeIntent(service, intent);
    const callback = requireCallback(intent);
    const invoiceId = payableBy(service, intent, body.invoice_id);
    const { source } = body;
    if (source.type !== 'creditcard') throw invalidFields({ 'source.token': ['is not a known token'] });
    const card = cardOf(source.number);
    const id = body.given_id ?? newId();
    if (service.store.get('SELECT id FROM payments WHERE id = ?', id))
      throw invalidFields({ given_id: ['is the id of another payment'] });

    const now = service.clock.now();
    const challenge = newSecret('');
    service.store.run(
      `INSERT INTO payments
         (id, intent_id, invoice_id, status, amount, fee, currency, description, ip, callback_url, metadata_json,
          splits_json, source_json, message, manual, challenge, challenge_url, verdict_json, created_at, updated_at)
       VALUES (?, ?, ?, 'initiated', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      intent.id,
      invoiceId,
      intent.amount,
      feeFor(intent.amount, intent.currency),
      intent.currency,
      intent.description,
      origin.ip,
      callback,
      body.metadata ? JSON.stringify(body.metadata) : null,
      body.splits ? JSON.stringify(body.splits.map(splitOf)) : null,
      JSON.stringify(detailsOf(source, card)),
      'Waiting for 3-D Secure authentication',
      source.manual ? 1 : 0,
      card.challenged ? challenge : null,
      card.challenged ? `${origin.url}/3ds/${challenge}` : null,
      JSON.stringify(card.verdict),
      now,
      now,
    );
    if (!card.challenged) settle(service, id, card.verdict);
    return service.store.get<PaymentRow>('SELECT * FROM payments WHERE id = ?', id) as PaymentRow;
  });
}

const detailsOf = ({ name, number }: CardSource, { company }: TestCard): SourceDetails => ({
  type: 'creditcard',
  company,
  name,
  number: masked(number),
  gateway_id: newSecret('sandbox_gateway_'),
  token: newSecret('token_'),
  reference_number: digits(12),
  issuer_name: 'Sandbox Bank',
  issuer_country: 'SA',
  issuer_card_type: company === 'mada' ? 'debit' : 'credit',
  issuer_card_category: 'STANDARD',
});

/** A split in full, with its defaults; interface 2.5. */
const splitOf = (split: SplitRequest): Split => ({
  amount: split.amount,
  recipient_type: split.recipient_type ?? 'Entity',
  recipient_id: split.recipient_id,
  ...(split.reference !== undefined && { reference: split.reference }),
  ...(split.description !== undefined && { description: split.description }),
  fee_source: split.fee_source ?? false,
  refundable: split.refundable ?? true,
});
