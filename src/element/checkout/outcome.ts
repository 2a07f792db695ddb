import type { PayError } from '../../error.js';
import { finalStatuses, type FinalStatus } from '../../wire/final-status.js';
import { appendQuery } from '../../wire/url.js';
import { isCardSource } from '../../wire/reader.js';
import { parseChallengeUrl, type ServiceAddresses } from './services.js';
import { parseTrustedUrl } from './urls.js';
import type { CheckoutPayment } from './payment.js';

/** What came of an attempt. `unknown` is an outcome: money may or may not have moved, and only the server can tell. */
export type Outcome =
  | {
      readonly status: FinalStatus;
      readonly paymentId: string;
      readonly payment?: CheckoutPayment | undefined;
    }
  | { readonly status: 'unknown'; readonly paymentId: string; readonly payment?: CheckoutPayment | undefined }
  | { readonly status: 'initiated'; readonly paymentId: string; readonly payment: CheckoutPayment };

/** What `pay-outcome` tells. Only `submit()` can resolve with `initiated`: the payer is then on the way to the bank. */
export type ReportedOutcome = Exclude<Outcome, { status: 'initiated' }>;

/** What the element is doing: the phase of each state of the checkout. */
export type Phase =
  | 'waiting'
  | 'misconfigured'
  | 'ready'
  | 'paying'
  | 'redirecting'
  | 'confirming'
  | 'unknown'
  | 'expired'
  | FinalStatus;

/** What a payment's status means for the payer. */
type PaymentMeaning =
  | { readonly kind: 'final'; readonly status: FinalStatus }
  /** The bank wants to ask the payer something. */
  | { readonly kind: 'challenge'; readonly url: string }
  /** Not final, and nothing that the payer can do here. */
  | { readonly kind: 'open' };

/**
 * The one place where a payment's status becomes an outcome.
 *
 * @param services Whose bank's pages may be opened. `<pay-result>` knows no service, and believes the merchant's server.
 */
export function interpretPayment(payment: CheckoutPayment, services?: ServiceAddresses): PaymentMeaning {
  const status = finalStatuses.get(payment.status);
  if (status) return { kind: 'final', status };
  if (payment.status !== 'initiated') return { kind: 'open' };
  const { source } = payment;
  const address = (isCardSource(source) && source?.transaction_url) || '';
  const url = services ? parseChallengeUrl(address, services) : parseTrustedUrl(address);
  return url ? { kind: 'challenge', url: url.href } : { kind: 'open' };
}

/** Whether the payment waits for a code of STC Pay, and so for nothing that the payer could do on another page. */
export const isConfirmedByCode = ({ status, source }: CheckoutPayment): boolean =>
  status === 'initiated' && source?.['type'] === 'stcpay';

/**
 * Where the payer goes when a payment is settled while this page is shown: its `callback_url` with `id`, `status` and
 * `message` added to the query that it has, as the service itself does after a challenge. Undefined where the payment
 * has no address that can be followed.
 */
export function getReturnUrl(payment: CheckoutPayment): string | undefined {
  const url = payment.callback_url ? parseTrustedUrl(payment.callback_url) : undefined;
  return (
    url &&
    appendQuery(url, { id: payment.id, status: payment.status, message: payment.source?.message ?? '' })
  );
}

/** A call of `submit()` whose promise is yet to be settled. */
export class PendingSubmit {
  readonly promise: Promise<Outcome>;
  resolve!: (outcome: Outcome | Promise<Outcome>) => void;
  reject!: (error: PayError) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }
}
