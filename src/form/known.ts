import { readPayment } from '../checkout/outcome.js';
import type { CheckoutState } from '../checkout/state.js';
import type { PayError } from '../error.js';
import type { Known } from '../words/sentence.js';

export interface Around {
  /** Whether the form can have a fresh intent by itself. */
  readonly lazy: boolean;
  /** Whether the merchant's server can be asked. */
  readonly askable: boolean;
  /** When the intent stops working, for people; undefined where that is not known. */
  readonly closing: () => string | undefined;
}

/** What a state of the checkout lets the payer know about money. Undefined: nothing that needs a sentence. */
export function knownOf(state: CheckoutState, { lazy, askable, closing }: Around): Known | undefined {
  switch (state.phase) {
    case 'waiting':
    case 'redirecting':
    case 'paying':
      return undefined;
    case 'misconfigured':
      return { is: 'misconfigured' };
    case 'ready': {
      const { error, lost } = state;
      // The state does not say whether anything was sent before, so nothing is claimed about that.
      if (error)
        return { is: 'ended', error: error.code, atShop: isAtShop(error), sent: lost ? 'lost' : 'maybe' };
      if (lost) return { is: 'lost' };
      const time = state.closing ? closing() : undefined;
      return time === undefined ? undefined : { is: 'closing', time };
    }
    case 'paid':
    case 'authorized':
    case 'failed': {
      const next = lazy ? 'here' : 'shop';
      return { is: 'settled', status: state.phase, payment: state.outcome.payment, otherOpen: false, next };
    }
    case 'unknown': {
      const { payment } = state.outcome;
      const atBank = payment && readPayment(payment).kind === 'challenge';
      return { is: 'open', where: atBank ? 'at-bank' : 'sent', askable, anotherWay: 'none' };
    }
    case 'expired':
      return { is: state.refused ? 'spent' : 'expired' };
    default:
      return state satisfies never;
  }
}

/** Whether it was an endpoint of the merchant that failed: the error names the attribute of its address. */
const isAtShop = ({ field }: PayError): boolean =>
  ['intent-url', 'checkout-url', 'attempt-url', 'fetchIntent'].includes(field ?? '');
