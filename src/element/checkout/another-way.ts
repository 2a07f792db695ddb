import { keepAttempt } from './return-to-form.js';
import { interpretPayment } from './outcome.js';
import { redirectToChallenge } from './settle.js';
import type { AnotherWayChoice, Model, UnknownState } from './state.js';
import { anotherWayAfterMs } from './timeouts.js';
import { giveUp, usesConfiguredSecret } from './give-up.js';
import { enter, unchanged, type TransitionResult } from './transition-result.js';

/** Time has passed while a payment was open: offer to pay another way, once it has been open for long. */
export function onTimePassedWhileOpen(model: Model, state: UnknownState, now: number): TransitionResult {
  if (
    state.anotherWay !== 'none' ||
    state.inOtherTab ||
    state.isHeld ||
    now - state.openSince < anotherWayAfterMs
  )
    return unchanged(model);
  return enter(model, { ...state, anotherWay: 'offered' });
}

/** When no server knows a payment's status, only the payer may decide to pay again; ask and confirm. */
export function onAnotherWay(
  model: Model,
  state: UnknownState,
  choice: AnotherWayChoice,
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
      const { attempt, confirmedByService, intentStatus } = state;
      // The same intent makes at most one payment: on that intent the payer can pay safely, and abandons nothing.
      if (attempt && !confirmedByService && intentStatus === 'open' && usesConfiguredSecret(model, attempt))
        return keepAttempt(model, { ...attempt, previousTry: 'refused' });
      const { paymentId } = state.outcome;
      return giveUp({ ...model, abandonedPaymentId: paymentId }, { ...state, paymentId }, now);
    }
    default:
      return choice satisfies never;
  }
}

/** Takes the payer back to the bank, where the same payment still waits for an answer. */
export function continueChallenge(model: Model, state: UnknownState): TransitionResult {
  const { config, attempt, openSince, outcome } = state;
  const { payment } = outcome;
  const meaning = payment && interpretPayment(payment, config);
  return payment && meaning?.kind === 'challenge'
    ? redirectToChallenge(model, { config, attempt, url: meaning.url, payment, openSince })
    : unchanged(model);
}
