import type { SplitRequest } from '../../wire/index.js';
import { feeFor } from '../bank/money.js';
import { invalidFields } from '../http/refusal.js';
import { payableBy } from '../invoices/payable.js';
import type { PaymentRow, Split } from '../payments/payment.js';
import type { Source } from '../requests/source.js';
import { newId, newSecret } from '../store/id.js';
import type { Outbox } from '../webhooks/announce.js';
import { settle } from './moves.js';
import { payerOf } from './source.js';

/** Where a request comes from: the payer's address, and the sandbox's own as the payer sees it. */
export interface Origin {
  readonly ip: string;
  readonly url: string;
}

/** Fixed before the payer comes: by an intent, or by the request of a payment without one. */
export interface Terms {
  readonly intent_id: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly callback_url: string | null;
  /** The invoice that the intent was made for, if any. */
  readonly invoice_id: string | null;
}

/** Sent by the payer's side. */
export interface Wishes {
  readonly source: Source;
  readonly given_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly invoice_id?: string | undefined;
  readonly splits?: readonly SplitRequest[] | undefined;
}

/** Makes a payment, and decides it at once if the card needs no challenge. Call it inside a transaction. */
export function makePayment(outbox: Outbox, terms: Terms, wishes: Wishes, origin: Origin): PaymentRow {
  const { store, clock } = outbox;
  const invoiceId = payableBy(outbox, terms, wishes.invoice_id);
  const id = wishes.given_id ?? newId();
  if (store.get('SELECT id FROM payments WHERE id = ?', id))
    throw invalidFields({ given_id: ['is the id of another payment'] });

  const { card, details, token } = payerOf(outbox, wishes.source, origin.url);
  const now = clock.now();
  const challenge = newSecret('');
  store.run(
    `INSERT INTO payments
       (id, intent_id, invoice_id, status, amount, fee, currency, description, ip, callback_url, metadata_json,
        splits_json, source_json, message, manual, challenge, challenge_url, verdict_json, token, created_at,
        updated_at)
     VALUES (?, ?, ?, 'initiated', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    terms.intent_id,
    invoiceId,
    terms.amount,
    feeFor(terms.amount, terms.currency),
    terms.currency,
    terms.description,
    origin.ip,
    terms.callback_url,
    wishes.metadata ? JSON.stringify(wishes.metadata) : null,
    wishes.splits ? JSON.stringify(wishes.splits.map(splitOf)) : null,
    JSON.stringify(details),
    'Waiting for 3-D Secure authentication',
    wishes.source.manual ? 1 : 0,
    card.challenged ? challenge : null,
    card.challenged ? `${origin.url}/3ds/${challenge}` : null,
    JSON.stringify(card.verdict),
    token,
    now,
    now,
  );
  if (!card.challenged) settle(outbox, id, card.verdict);
  return store.get<PaymentRow>('SELECT * FROM payments WHERE id = ?', id) as PaymentRow;
}

/** A split with the defaults of what was left out. */
const splitOf = (split: SplitRequest): Split => ({
  amount: split.amount,
  recipient_type: split.recipient_type ?? 'Entity',
  recipient_id: split.recipient_id,
  ...(split.reference !== undefined && { reference: split.reference }),
  ...(split.description !== undefined && { description: split.description }),
  fee_source: split.fee_source ?? false,
  refundable: split.refundable ?? true,
});
