import type { Payment, SplitRequest } from '../../wire/index.js';

/** A discount of the service's own that the order accepts. */
export interface Coupon {
  /** The coupon's id at the service, as a payment's `metadata['#coupon_id']` names it. */
  readonly id: string;
  /** From 1 to 100. */
  readonly percent: number;
  /** Smallest currency unit. Omitted: no cap. */
  readonly maxDiscount?: number | undefined;
}

/** The ways to pay, in the wire's words. A saved card is `creditcard`. */
export const paymentMethods = ['creditcard', 'applepay', 'samsungpay', 'stcpay'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What is bought once, as the merchant's database has it. No part of an order comes from a browser. */
export interface Order {
  readonly id: string;
  /** Smallest currency unit, at least 100. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The page that the payer returns to; `pay_order` is added to its query. */
  readonly callbackUrl: string;
  /** For the merchant only; the order's id if omitted. */
  readonly description?: string | undefined;
  /** What the payment must carry; more is accepted. At most 30 keys of 40 characters, values of 500. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** How the money is split; `[]`: not at all. Omitted: whatever the page sends. */
  readonly splits?: readonly SplitRequest[] | undefined;
  /** Whether the money is authorized only, to be captured later. Omitted: as the page asks. */
  readonly manual?: boolean | undefined;
  /** The invoice that the payment pays. Omitted: none. */
  readonly invoiceId?: string | undefined;
  /** Discounts that may lower the amount. Omitted: none, and the page asks the service to apply none. */
  readonly coupons?: readonly Coupon[] | undefined;
  /** What the order may be paid by; a payment by another source is a `mismatch`. Omitted: by any. */
  readonly methods?: readonly PaymentMethod[] | undefined;
  /** ISO 8601 with its zone. From then on the order cannot be paid: its unused intents are canceled. */
  readonly expiresAt?: string | undefined;
}

/** The merchant's own orders. The checkout only reads them. */
export interface Orders {
  /** Which order this caller may pay. Check who calls: a cookie, a session, an id that cannot be guessed. */
  find(request: Request): Promise<Order | undefined>;
  get(orderId: string): Promise<Order | undefined>;
}

export const verdicts = [
  'paid',
  'authorized',
  'failed',
  'open',
  'mismatch',
  'duplicate',
  'reversed',
] as const;

/**
 * What a payment means for its order. `open`: not decided yet. `mismatch`: the payment is not what the order asked for.
 * `duplicate`: another payment had paid already. `reversed`: it had paid, and all of it was refunded or voided.
 */
export type Verdict = (typeof verdicts)[number];

/** An authorized payment that is not captured yet. The issuer releases the authorization without a message. */
export interface CaptureWarning {
  readonly orderId: string;
  readonly payment: Payment;
}

export interface Settlement {
  readonly orderId: string;
  readonly payment: Payment;
  readonly verdict: Verdict;
  /** What a coupon of the order took off its amount, smallest currency unit. */
  readonly discount?: number;
  /** Of a charge: the bank asks for the customer, who can pay the order in the page. */
  readonly needsPayer?: boolean;
}

/**
 * Orders in this process's memory, for tests. `memoryStore()` keeps the checkout's records likewise.
 *
 * @param find The id of the order that a request is about; undefined when the caller may pay none.
 */
export function memoryOrders(
  orders: readonly Order[],
  find: (request: Request) => string | undefined,
): Orders {
  const get = (id: string | undefined) => orders.find((order) => order.id === id);
  return {
    find: async (request) => get(find(request)),
    get: async (id) => get(id),
  };
}
