import { interpretPayment } from '../checkout/outcome.js';
import type { Attempt } from '../checkout/ports.js';
import type { Price } from '../checkout/price.js';
import type { CheckoutState, Model, ReadyState } from '../checkout/state.js';
import { requestsBeforeBankLink } from '../checkout/timeouts.js';
import type { PayError } from '../../error.js';
import type { PaymentSituation, SentBefore } from '../i18n/notice.js';

export interface SituationContext {
  /** Whether the form can fetch a fresh intent, without a new setting of the page. */
  readonly canFetchIntent: boolean;
  /** Whether the page has set where to ask for the payment's status. */
  readonly hasStatusSource: boolean;
  readonly paymentHistory: Pick<Model, 'hasOtherOpenPayment' | 'mayHaveSentBefore'>;
  /** The address of the page: no button leads to where the payer is. */
  readonly documentUrl?: string | undefined;
  /** When the intent expires, as a text for the payer; undefined where that is not known. */
  readonly getClosingTime: () => string | undefined;
  /** Writes a price for the payer; undefined for a currency that is not known. */
  readonly formatPrice: (price: Price) => string | undefined;
}

/** Returns what a state of the checkout implies for the payer's money; undefined where no notice is needed. */
export function getPaymentSituation(
  state: CheckoutState,
  {
    canFetchIntent,
    hasStatusSource,
    paymentHistory,
    documentUrl,
    getClosingTime,
    formatPrice,
  }: SituationContext,
): PaymentSituation | undefined {
  switch (state.phase) {
    case 'waiting':
    case 'redirecting':
    case 'confirming':
    case 'paying':
      return undefined;
    case 'misconfigured':
      return { kind: 'misconfigured', where: 'form' };
    case 'ready': {
      const { error, held } = state;
      if (error) {
        const sent = getSentBefore(held, paymentHistory);
        return {
          kind: 'ended',
          error: getCause(state, error),
          isMerchantError: isMerchantError(error),
          sent,
        };
      }
      if (held?.previousTry === 'lost') {
        // "Only once" would be untrue beside another payment.
        return paymentHistory.hasOtherOpenPayment
          ? { kind: 'ended', error: 'network', isMerchantError: false, sent: 'maybe' }
          : { kind: 'lost' };
      }
      const time = state.isExpiringSoon ? getClosingTime() : undefined;
      return time === undefined ? undefined : { kind: 'expiring', time };
    }
    case 'paid':
    case 'authorized':
    case 'failed': {
      const next = canFetchIntent ? 'here' : 'shop';
      return {
        kind: 'settled',
        status: state.phase,
        payment: state.outcome.payment,
        ...(state.differs && { charged: formatPrice(state.differs.charged) }),
        hasOtherOpenPayment: paymentHistory.hasOtherOpenPayment === true,
        next,
        canContinue: state.returnUrl !== undefined && state.returnUrl !== documentUrl,
      };
    }
    case 'unknown': {
      if (state.isHeld) return { kind: 'held' };
      const { payment, paymentId } = state.outcome;
      const isSure = !hasStatusSource || state.statusRequestCount >= requestsBeforeBankLink;
      const atBank = isSure && payment && interpretPayment(payment, state.config).kind === 'challenge';
      const where = atBank ? 'at-bank' : state.inOtherTab ? 'other-tab' : 'sent';
      return { kind: 'open', where, hasStatusSource, anotherWay: state.anotherWay, paymentId };
    }
    case 'expired':
      return { kind: state.mayBePaid ? 'intent-closed' : 'expired' };
    default:
      return state satisfies never;
  }
}

function getCause(
  { inOtherTab }: ReadyState,
  error: PayError,
): Extract<PaymentSituation, { kind: 'ended' }>['error'] {
  if (inOtherTab) return 'other-tab';
  if (isMerchantError(error)) {
    const { status, type } = error;
    if (status === 429) return 'too-many-tries';
    if (type === 'challenge_required') return 'challenge-required';
    if (type === 'order_paid' || type === 'payment_open') return 'order-closed';
  }
  return isTokenError(error) ? 'unusable-card' : error.code;
}

/** Whether a merchant's endpoint failed: the error's `field` then names the attribute with the endpoint's URL. */
const isMerchantError = ({ field }: PayError): boolean =>
  ['intent-url', 'checkout-url', 'fetchIntent'].includes(field ?? '');

/** Whether the service refused the saved card itself: the token is unknown to the service, deleted or expired. */
export const isTokenError = ({ errors }: PayError): boolean => errors?.['token'] !== undefined;

/** What an attempt that is held has sent. Without an attempt nothing is known: a request may have been refused before. */
function getSentBefore(
  held: Attempt | undefined,
  { hasOtherOpenPayment, mayHaveSentBefore }: SituationContext['paymentHistory'],
): SentBefore {
  const requestOutcome = hasOtherOpenPayment ? undefined : held?.previousTry;
  if (requestOutcome === 'lost') return 'lost';
  return requestOutcome === 'never-sent' && !mayHaveSentBefore ? 'never' : 'maybe';
}
