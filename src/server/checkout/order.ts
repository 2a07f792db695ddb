import type { Payment, SplitRequest } from '../../wire/index.js';

/** What is bought once, as the merchant's own database has it. A browser is never asked for any of this. */
export interface Order {
  readonly id: string;
  /** Smallest currency unit, at least 100. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The page that the payer comes back to; `pay_order` and `pay_intent` are added to its query. */
  readonly callbackUrl: string;
  /** For the merchant only; the order's id when omitted. */
  readonly description?: string | undefined;
  /** What the payment must carry, and nothing else; `{}`: nothing at all. Omitted: whatever the page sends. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** How the money is split; `[]`: not at all. Omitted: whatever the page sends. */
  readonly splits?: readonly SplitRequest[] | undefined;
  /** Whether the money is authorized only, to be captured later. Omitted: as the page asks. */
  readonly manual?: boolean | undefined;
  /** The invoice that the payment pays. Omitted: none. */
  readonly invoiceId?: string | undefined;
}

/** The merchant's own orders. The checkout only reads them. */
export interface Orders {
  /** Which order this caller may pay. Check who asks: a cookie, a session, an id that nobody can guess. */
  find(request: Request): Promise<Order | undefined>;
  get(orderId: string): Promise<Order | undefined>;
}

/**
 * What a payment means for its order. `open`: not decided yet. `mismatch`: it does not pay for this order. `duplicate`:
 * another payment had paid already. `reversed`: it had paid, and all of it was given back.
 */
export type Verdict = 'paid' | 'authorized' | 'failed' | 'open' | 'mismatch' | 'duplicate' | 'reversed';

/** An authorized payment that nobody has captured yet. The issuer releases the authorization without telling anybody. */
export interface CaptureWarning {
  readonly orderId: string;
  readonly payment: Payment;
}

export interface Settlement {
  readonly orderId: string;
  readonly payment: Payment;
  readonly verdict: Verdict;
}
