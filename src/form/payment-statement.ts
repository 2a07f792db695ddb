import { interpretPayment } from '../checkout/outcome.js';
import type { Attempt } from '../checkout/ports.js';
import type { CheckoutState, Model, ReadyState } from '../checkout/state.js';
import type { PayError } from '../error.js';
import type { PaymentStatement, SentBefore } from '../i18n/money-statement.js';

export interface StatementContext {
  /** Whether the form can have a fresh intent by itself. */
  readonly lazy: boolean;
  /** Whether the merchant's server can be asked. */
  readonly askable: boolean;
  readonly earlier: Pick<Model, 'hasOtherOpenPayment' | 'hasSentBefore'>;
  /** When the intent stops working, for people; undefined where that is not known. */
  readonly closing: () => string | undefined;
}

/** What a state of the checkout lets the payer know about money. Undefined: nothing that needs a sentence. */
export function getPaymentStatement(
  state: CheckoutState,
  { lazy, askable, earlier, closing }: StatementContext,
): PaymentStatement | undefined {
  switch (state.phase) {
    case 'waiting':
    case 'redirecting':
    case 'paying':
      return undefined;
    case 'misconfigured':
      return { is: 'misconfigured', where: 'form' };
    case 'ready': {
      const { error, held } = state;
      if (error) {
        const sent = sentOf(held, earlier);
        return { is: 'ended', error: causeOf(state, error), atShop: isAtShop(error), sent };
      }
      if (held?.previousTry === 'lost') {
        // "Only once" would be untrue beside another payment.
        return earlier.hasOtherOpenPayment
          ? { is: 'ended', error: 'network', atShop: false, sent: 'maybe' }
          : { is: 'lost' };
      }
      const time = state.isExpiringSoon ? closing() : undefined;
      return time === undefined ? undefined : { is: 'closing', time };
    }
    case 'paid':
    case 'authorized':
    case 'failed': {
      const next = lazy ? 'here' : 'shop';
      return {
        is: 'settled',
        status: state.phase,
        payment: state.outcome.payment,
        otherOpen: earlier.hasOtherOpenPayment === true,
        next,
        canContinue: state.returnUrl !== undefined,
      };
    }
    case 'unknown': {
      const { payment, paymentId } = state.outcome;
      const atBank = payment && interpretPayment(payment).kind === 'challenge';
      const where = atBank ? 'at-bank' : state.inOtherTab ? 'other-window' : 'sent';
      return { is: 'open', where, askable, anotherWay: state.anotherWay, paymentId };
    }
    case 'expired':
      return { is: state.isRefusedByService ? 'spent' : 'expired' };
    default:
      return state satisfies never;
  }
}

function causeOf(
  { inOtherTab }: ReadyState,
  error: PayError,
): Extract<PaymentStatement, { is: 'ended' }>['error'] {
  if (inOtherTab) return 'other-window';
  if (isAtShop(error) && error.status === 429) return 'too-many-tries';
  if (isAtShop(error) && error.type === 'challenge_required') return 'challenge-required';
  return isOfToken(error) ? 'unusable-card' : error.code;
}

/** Whether it was an endpoint of the merchant that failed: the error names the attribute of its address. */
const isAtShop = ({ field }: PayError): boolean =>
  ['intent-url', 'checkout-url', 'attempt-url', 'fetchIntent'].includes(field ?? '');

/** Whether the service refused the saved card itself: it is unknown there, deleted or expired. */
export const isOfToken = ({ errors }: PayError): boolean => errors?.['token'] !== undefined;

/** What was sent of an attempt that is kept. Without one nothing is known: a request may have been refused before. */
function sentOf(
  held: Attempt | undefined,
  { hasOtherOpenPayment: otherOpen, hasSentBefore: sentBefore }: StatementContext['earlier'],
): SentBefore {
  const known = otherOpen ? undefined : held?.previousTry;
  if (known === 'lost') return 'lost';
  return known === 'never-sent' && !sentBefore ? 'never' : 'maybe';
}
