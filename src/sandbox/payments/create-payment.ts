import { timingSafeEqual } from 'node:crypto';
import type { SplitRequest } from '../../wire/index.js';
import { findMobileRefusal } from '../bank/stc-pay.js';
import { challengeUrl, codeUrl } from '../http/context.js';
import type { Metadata } from '../http/lenient.js';
import { invalidRequest, RequestError } from '../http/refusal.js';
import { consumeIntent, type IntentRow, requireCallback, requireFulfillable } from '../intents.js';
import { findPayableInvoice } from '../invoices/invoice.js';
import type { Namespace } from '../namespace.js';
import { createId, createSecret } from '../store/clock.js';
import { applyCoupon, type CouponPrice } from './coupons.js';
import type { PaymentRow, SourceDetails, StoredSplit } from './payment.js';
import type { DirectPayment, Fulfilment, SourceRequest } from './requests.js';
import { needsCallback, resolveSource, type PaymentInstrument, type RequestOrigin } from './source.js';
import { decidePayment } from './transitions.js';

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
  readonly metadata?: Metadata | undefined;
  readonly invoice_id?: string | undefined;
  readonly splits?: readonly SplitRequest[] | undefined;
  /** True when omitted. */
  readonly apply_coupon?: boolean | undefined;
}

/** Makes a payment, and decides it at once if the payer has nothing to confirm. Call it inside a transaction. */
function makePayment(
  namespace: Namespace,
  terms: Terms,
  request: PaymentRequest,
  origin: RequestOrigin,
): PaymentRow {
  const { store, clock } = namespace;
  const invoiceId = findPayableInvoice(namespace, terms, request.invoice_id);
  const { current: decisions } = namespace.decisions;
  const id = (decisions.givenId === 'taken' ? request.given_id : undefined) ?? createId();
  const { details, confirmation, decision, token } = resolveSource(namespace, terms, request.source, origin);
  const { amount, couponMetadata } = findPrice(namespace, terms, request, details);
  const metadata = { ...request.metadata, ...couponMetadata };
  const now = clock.now();
  store.insert('payments', {
    id,
    intent_id: terms.intent_id,
    invoice_id: invoiceId,
    status: 'initiated',
    amount,
    asked_amount: terms.amount,
    currency: terms.currency,
    description: terms.description,
    ip: origin.ip,
    callback_url: terms.callback_url,
    metadata_json: Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null,
    splits_json: request.splits ? JSON.stringify(request.splits.map(splitOf)) : null,
    source_json: JSON.stringify(details),
    manual: 'manual' in request.source && request.source.manual ? 1 : 0,
    ...createConfirmation(namespace, confirmation, id, origin.url),
    decision_json: decision && JSON.stringify(decision),
    token,
    delivery_fault_json: origin.deliveryFault ? JSON.stringify(origin.deliveryFault) : null,
    created_at: now,
    updated_at: now,
  });
  if (confirmation === 'none' && decision) decidePayment(namespace, id, decision);
  return store.get<PaymentRow>('SELECT * FROM payments WHERE id = ?', id) as PaymentRow;
}

/** Where the payer confirms, and what only the payer knows. */
function createConfirmation(
  namespace: Namespace,
  confirmation: PaymentInstrument['confirmation'],
  id: string,
  url: string,
): Partial<Pick<PaymentRow, 'challenge' | 'challenge_url' | 'otp_token'>> {
  switch (confirmation) {
    case 'none':
      return {};
    case 'challenge': {
      const challenge = createId();
      return { challenge, challenge_url: challengeUrl(url, challenge) };
    }
    case 'code': {
      const otpToken = createSecret(`${namespace.name}.`);
      return { otp_token: otpToken, challenge_url: codeUrl(url, id, otpToken) };
    }
    default:
      return confirmation satisfies never;
  }
}

/** Coupons are for cards: the card in a wallet has first digits that the sandbox does not know. */
function findPrice(
  namespace: Namespace,
  terms: Terms,
  request: PaymentRequest,
  details: SourceDetails,
): CouponPrice {
  const isWanted = request.apply_coupon ?? true;
  const isPossible = terms.intent_id === null || namespace.decisions.current.couponOnIntents === 'applied';
  return isWanted && isPossible && details.type === 'creditcard'
    ? applyCoupon(namespace, terms.amount, details.number)
    : { amount: terms.amount, couponMetadata: {} };
}

/**
 * Refuses a `given_id` that another payment has, in the way that the decisions choose. Returns that payment if the
 * service would answer it again.
 */
function findRepeated({ store, decisions }: Namespace, givenId: string | undefined): PaymentRow | undefined {
  const { repeatedGivenId, givenId: use } = decisions.current;
  const row =
    givenId === undefined || use === 'ignored'
      ? undefined
      : store.get<PaymentRow>('SELECT * FROM payments WHERE id = ?', givenId);
  if (!row) return undefined;
  switch (repeatedGivenId) {
    case 'replay':
      return row;
    case 'used_given_id':
      throw new RequestError(
        400,
        'used_given_id',
        'The given_id provided has been already used with a different payment.',
      );
    case 'intent_not_fulfillable':
      throw new RequestError(400, 'intent_not_fulfillable', 'The payment intent has been used.');
    default:
      return repeatedGivenId satisfies never;
  }
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
export function payDirectly(namespace: Namespace, body: DirectPayment, origin: RequestOrigin): PaymentRow {
  const terms = {
    intent_id: null,
    amount: body.amount,
    currency: body.currency ?? 'SAR',
    description: body.description ?? null,
    callback_url: body.callback_url ?? null,
    invoice_id: null,
  };
  return namespace.store.transaction(
    () => findRepeated(namespace, body.given_id) ?? makePayment(namespace, terms, body, origin),
  );
}

export function wrongSecret({ decisions }: Namespace): RequestError {
  const text = 'Wrong client_secret.';
  switch (decisions.current.wrongSecret) {
    case '403':
      return new RequestError(403, 'authentication_error', text);
    case '400':
      return invalidRequest(text);
    case '404':
      return new RequestError(404, 'record_not_found', text);
    default:
      return decisions.current.wrongSecret satisfies never;
  }
}

/**
 * Uses the intent for one payment. Everything or nothing: a refused request leaves the intent usable, and a used
 * intent has its payment, also when the bank declines.
 */
export function fulfilIntent(
  namespace: Namespace,
  intent: IntentRow,
  body: Fulfilment,
  origin: RequestOrigin,
): PaymentRow {
  if (!isSame(intent.client_secret, body.client_secret)) throw wrongSecret(namespace);
  return namespace.store.transaction(() => {
    if (namespace.decisions.current.refusalOrder === 'intent_first') requireFulfillable(namespace, intent);
    const repeated = findRepeated(namespace, body.given_id);
    if (repeated) return repeated;
    const isLeft = leavesIntent(namespace, body.source);
    if (isLeft) requireFulfillable(namespace, intent);
    else consumeIntent(namespace, intent);
    if (needsCallback(body.source)) requireCallback(intent);
    return makePayment(namespace, { ...intent, intent_id: isLeft ? null : intent.id }, body, origin);
  });
}

const leavesIntent = ({ decisions }: Namespace, source: SourceRequest): boolean =>
  decisions.current.refusedMobile === 'leaves_intent' &&
  source.type === 'stcpay' &&
  findMobileRefusal(source.mobile) !== undefined;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
