import type { DeliveryFault } from '../faults/faults.js';
import type { World } from '../world.js';
import { timingSafeEqual } from 'node:crypto';
import type { SplitRequest } from '../../wire/index.js';
import { cardOf, maskNumber, type CardBehavior } from '../bank/cards.js';
import { estimateFee } from '../bank/money.js';
import { invalidFields, RequestError } from '../http/refusal.js';
import { consumeIntent, type IntentRow, requireCallback } from '../intents.js';
import { findPayableInvoice } from '../invoices/invoice.js';
import { createDigits, createId, createSecret } from '../store/clock.js';
import { cardIn, fundingOf, saveCard, type StoredCard, useToken } from '../tokens.js';
import type { PaymentRow, SourceDetails, StoredSplit } from './payment.js';
import type { DirectPayment, Fulfilment, SourceRequest } from './requests.js';
import { decidePayment } from './transitions.js';

/** What pays, whether it was sent as a card or as the token of a saved one. */
export interface PaymentInstrument {
  readonly card: StoredCard;
  readonly details: SourceDetails;
  /** The saved card that this payment authenticates, if any. */
  readonly token: PaymentRow['token'];
}

/** Finds or saves the card. Call it inside the payment's transaction: it may use a token up. */
export function resolveInstrument(world: World, source: SourceRequest, origin: string): PaymentInstrument {
  switch (source.type) {
    case 'creditcard': {
      const card = { ...cardOf(source.number), number: maskNumber(source.number) };
      const saved = source.save_card
        ? saveCard(world, { ...source, authenticated: 'by payment', origin }).id
        : null;
      // The service names a token with every payment. Without `save_card` it is of no use.
      return {
        card,
        details: detailsOf(card, card.number, source.name, saved ?? createSecret('token_')),
        token: saved,
      };
    }
    case 'token': {
      const row = useToken(world, source.token);
      const card = cardIn(row);
      return { card, details: detailsOf(card, card.number, row.name, row.id), token: null };
    }
    default:
      return source satisfies never;
  }
}

/** What is answered of a card's source. `number` is masked. */
export const detailsOf = (
  card: CardBehavior,
  number: string,
  name: string,
  token: string,
): SourceDetails => ({
  type: 'creditcard',
  company: card.company,
  name,
  number,
  gateway_id: createSecret('sandbox_gateway_'),
  token,
  reference_number: createDigits(12),
  issuer_name: 'Sandbox Bank',
  issuer_country: 'SA',
  issuer_card_type: fundingOf(card),
  issuer_card_category: 'STANDARD',
});

/** The message of a payment that is not decided yet. */
export const waiting = 'Waiting for 3-D Secure authentication';

/** Where a request comes from: the payer's address, and the sandbox's own as the payer sees it. */
export interface RequestSource {
  readonly ip: string;
  readonly url: string;
  /** What the request asks for the message about the payment. */
  readonly deliveryFault?: DeliveryFault | undefined;
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

/** What the payer's side sends. */
export interface PaymentRequest {
  readonly source: SourceRequest;
  readonly given_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly invoice_id?: string | undefined;
  readonly splits?: readonly SplitRequest[] | undefined;
}

/** Makes a payment, and decides it at once if the card needs no challenge. Call it inside a transaction. */
export function makePayment(
  world: World,
  terms: Terms,
  request: PaymentRequest,
  origin: RequestSource,
): PaymentRow {
  const { store, clock } = world;
  const invoiceId = findPayableInvoice(world, terms, request.invoice_id);
  const id = request.given_id ?? createId();
  if (store.get('SELECT id FROM payments WHERE id = ?', id))
    throw invalidFields({ given_id: ['is the id of another payment'] });

  const { card, details, token } = resolveInstrument(world, request.source, origin.url);
  const now = clock.now();
  const challenge = createSecret('');
  store.insert('payments', {
    id,
    intent_id: terms.intent_id,
    invoice_id: invoiceId,
    status: 'initiated',
    amount: terms.amount,
    fee: estimateFee(terms.amount, terms.currency),
    currency: terms.currency,
    description: terms.description,
    ip: origin.ip,
    callback_url: terms.callback_url,
    metadata_json: request.metadata ? JSON.stringify(request.metadata) : null,
    splits_json: request.splits ? JSON.stringify(request.splits.map(splitOf)) : null,
    source_json: JSON.stringify(details),
    message: waiting,
    manual: request.source.manual ? 1 : 0,
    challenge: card.needsChallenge ? challenge : null,
    challenge_url: card.needsChallenge ? `${origin.url}/3ds/${challenge}` : null,
    decision_json: JSON.stringify(card.decision),
    token,
    delivery_fault_json: origin.deliveryFault ? JSON.stringify(origin.deliveryFault) : null,
    created_at: now,
    updated_at: now,
  });
  if (!card.needsChallenge) decidePayment(world, id, card.decision);
  return store.get<PaymentRow>('SELECT * FROM payments WHERE id = ?', id) as PaymentRow;
}

/** A split with the defaults of what was left out. */
const splitOf = (split: SplitRequest): StoredSplit => ({
  amount: split.amount,
  recipient_type: split.recipient_type ?? 'Entity',
  recipient_id: split.recipient_id,
  ...(split.reference !== undefined && { reference: split.reference }),
  ...(split.description !== undefined && { description: split.description }),
  fee_source: split.fee_source ?? false,
  refundable: split.refundable ?? true,
});

/** Makes a payment without an intent, on the terms that the request itself states. */
export function payDirectly(world: World, body: DirectPayment, origin: RequestSource): PaymentRow {
  const terms = {
    intent_id: null,
    amount: body.amount,
    currency: body.currency ?? 'SAR',
    description: body.description ?? null,
    callback_url: body.callback_url,
    invoice_id: null,
  };
  return world.store.transaction(() => makePayment(world, terms, body, origin));
}

export const wrongSecret = () => new RequestError(403, 'authentication_error', 'Wrong client_secret.');

/**
 * Uses the intent for one payment. Everything or nothing: a refused request leaves the intent usable, and a used
 * intent has its payment, also when the bank declines.
 */
export function fulfilIntent(
  world: World,
  intent: IntentRow,
  body: Fulfilment,
  origin: RequestSource,
): PaymentRow {
  if (!isSame(intent.client_secret, body.client_secret)) throw wrongSecret();
  return world.store.transaction(() => {
    consumeIntent(world, intent);
    const terms = { ...intent, intent_id: intent.id, callback_url: requireCallback(intent) };
    return makePayment(world, terms, body, origin);
  });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
