import type { Payment } from '../../wire/index.js';

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
}

/** Where the orders are kept, beside one record for each: a text that belongs to the checkout. */
export interface Orders {
  /** Which order this caller may pay. Check who asks: a cookie, a session, an id that nobody can guess. */
  find(request: Request): Promise<Order | undefined>;
  get(orderId: string): Promise<Order | undefined>;
  load(orderId: string): Promise<{ readonly record: string; readonly version: number } | undefined>;
  /**
   * Saves only when the stored version is `version - 1` (0 when nothing is stored), in one step, and answers whether
   * it did. Everything that is promised about one charge rests on this.
   */
  save(orderId: string, record: string, version: number): Promise<boolean>;
  /** The ids of all orders whose record, which is JSON, has `"open": true`. */
  open(): Promise<readonly string[]>;
}

/**
 * What a payment means for its order. `open`: not decided yet. `mismatch`: it does not pay for this order. `duplicate`:
 * another payment had paid already. `reversed`: it had paid, and all of it was given back.
 */
export type Verdict = 'paid' | 'authorized' | 'failed' | 'open' | 'mismatch' | 'duplicate' | 'reversed';

export interface Settlement {
  readonly orderId: string;
  readonly payment: Payment;
  readonly verdict: Verdict;
}
