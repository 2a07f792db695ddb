import { keepAttempt } from './return-to-form.js';
import { interpretPayment } from './outcome.js';
import { redirectToChallenge } from './settle.js';
import type { Model, UnknownState } from './state.js';
import { anotherWayAfterMs } from './timeouts.js';
import { giveUp, usesConfiguredSecret } from './give-up.js';
import { enter, unchanged, type TransitionResult } from './transition-result.js';

/** Time has passed while a payment was open. */
export function onTimePassedWhileOpen(model: Model, state: UnknownState, now: number): TransitionResult {
  if (state.anotherWay !== 'none' || state.inOtherTab || now - state.openSince < anotherWayAfterMs)
    return unchanged(model);
  return enter(model, { ...state, anotherWay: 'offered' });
}

/** The payer's own word is the last way on: it is asked for, confirmed, and never assumed. */
export function onAnotherWay(
  model: Model,
  state: UnknownState,
  choice: 'ask' | 'confirm' | 'back',
  now: number,
): TransitionResult {
  switch (choice) {
    case 'ask':
      return state.anotherWay === 'offered'
        ? enter(model, { ...state, anotherWay: 'chosen' })
        : unchanged(model);
    case 'back':
      return state.anotherWay === 'chosen'
        ? enter(model, { ...state, anotherWay: 'offered' })
        : unchanged(model);
    case 'confirm': {
      if (state.anotherWay !== 'chosen') return unchanged(model);
      const { attempt, confirmedByService, isIntentClosed } = state;
      // The same intent makes at most one payment: on it the payer can pay safely, without setting anything aside.
      if (attempt && !confirmedByService && !isIntentClosed && usesConfiguredSecret(model, attempt))
        return keepAttempt(model, { ...attempt, previousTry: 'refused' });
      return giveUp({ ...model, abandonedPaymentId: state.outcome.paymentId }, state, now);
    }
    default:
      return choice satisfies never;
  }
}

/** A payment that waits for the payer's answer at the bank can be finished there: it is the same payment. */
export function continueChallenge(model: Model, state: UnknownState): TransitionResult {
  const { config, attempt, openSince, outcome } = state;
  const { payment } = outcome;
  const reading = payment && interpretPayment(payment);
  return payment && reading?.kind === 'challenge'
    ? redirectToChallenge(model, { config, attempt, url: reading.url, payment, openSince })
    : unchanged(model);
}
