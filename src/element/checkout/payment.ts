/** A payment as far as it is read here. Readers check these fields and no others; whatever else it holds is passed on. */
export interface CheckoutPayment {
  readonly id: string;
  /** A known status, or one that the service added later: then ask the server. */
  readonly status: string;
  /** Integer, smallest currency unit. */
  readonly amount?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly callback_url?: string | null | undefined;
  readonly source?: CheckoutPaymentSource | null | undefined;
  readonly [field: string]: unknown;
}

interface CheckoutPaymentSource {
  /** The result in words. */
  readonly message?: string | null | undefined;
  readonly response_code?: string | null | undefined;
  /** The bank's 3-D Secure page. */
  readonly transaction_url?: string | null | undefined;
  readonly [field: string]: unknown;
}
