import { readPayment } from './outcome.js';
import type { Model } from './state.js';

/**
 * What may be said to the payer about money. `not-charged`: "You haven't been charged." `only-once`: "You'll be charged
 * only once." `do-not-pay-again`: "Don't pay again." `waits-at-bank`: the bank waits for the payer. `nothing`: no
 * sentence about money, because another answer, tab or device may have paid.
 */
export type Claim = 'not-charged' | 'only-once' | 'do-not-pay-again' | 'waits-at-bank' | 'nothing';

/** The one place that decides it, from what is known and nothing else. */
export function claimOf({ state, setAside }: Pick<Model, 'state' | 'setAside'>): Claim {
  switch (state.phase) {
    case 'failed':
      // The service itself said so, and no other payment is open that may still go through.
      return state.outcome.payment?.status === 'failed' && setAside === undefined ? 'not-charged' : 'nothing';
    case 'ready':
      // After a refusal nothing is said: the answer may have been the one to the browser's own second sending.
      return state.held?.known === 'lost' ? 'only-once' : 'nothing';
    case 'unknown': {
      const { payment } = state.outcome;
      return payment && readPayment(payment).kind === 'challenge' ? 'waits-at-bank' : 'do-not-pay-again';
    }
    case 'expired':
      return state.refused ? 'do-not-pay-again' : 'nothing';
    case 'waiting':
    case 'misconfigured':
    case 'paying':
    case 'redirecting':
    case 'paid':
    case 'authorized':
      return 'nothing';
    default:
      return state satisfies never;
  }
}
