/**
 * Why a request ended. `configuration`: the merchant's developer must change a setting. `card`: the payer must correct
 * `field`. `network`: no response came, or the device is offline. `api`: the service or the merchant's server refused.
 * `expired`: a new intent is needed. `canceled`: the attempt was stopped, such as by the page or because another tab pays.
 */
export type PayErrorCode = 'configuration' | 'network' | 'api' | 'card' | 'expired' | 'canceled';

export interface PayErrorOptions {
  /** The field or attribute that the error is about. */
  readonly field?: string | undefined;
  /** Whether the same request may be sent again without a second effect. */
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
  /** HTTP status of the answer, on `api` and `card`. */
  readonly status?: number | undefined;
  /** The answer's own word for the error, on `api` and `card`. */
  readonly type?: string | undefined;
  /** The service's messages by field, on `api` and `card`. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * A request that ended without a result. In a page: an attempt that ended before there was an outcome, because nothing was
 * sent, or the service refused it; "we don't know" is the outcome `unknown` instead. No error proves that nothing was
 * charged: only your server's own reading of the payments does.
 */
export class PayError extends Error {
  override readonly name = 'PayError';
  readonly code: PayErrorCode;
  readonly field: string | undefined;
  /** The same request may be sent again without a second effect. False does not say what the first request did. */
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(code: PayErrorCode, message: string, options: PayErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.field = options.field;
    this.retryable = options.retryable ?? false;
    this.status = options.status;
    this.type = options.type;
    this.errors = options.errors;
  }
}
