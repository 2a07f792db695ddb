import { keepAttempt, showFormAgain } from './return-to-form.js';
import { interpretPayment } from './outcome.js';
import type { CheckoutPayment } from './payment.js';
import { enterSettled } from './settle.js';
import type { Effect, Model, UnknownState } from './state.js';
import { endedIntentGraceMs, giveUpAfterMs, notFoundAnswers, notFoundGraceMs } from './timeouts.js';
import { askAgain } from './enter-unknown.js';
import { giveUp } from './give-up.js';
import { withEffects, type TransitionResult } from './transition-result.js';

/**
 * The merchant's server says that the payment belongs to another order. Where only the attempt store has the payment,
 * under a `checkout-url` that was taken for the order, that URL has come to stand for another order.
 */
export function onForeignStatus(model: Model, state: UnknownState, now: number): TransitionResult {
  const { config, outcome, isKnownFromStoreOnly, inOtherTab } = state;
  const { paymentId } = outcome;
  if (!isKnownFromStoreOnly || inOtherTab || outcome.payment || config.purchase.namedBy !== 'checkout-url')
    return askAgain(model, state);
  return withEffects(
    [
      { type: 'save-attempt', config, paymentId, stage: 'free' },
      {
        type: 'advise-developer',
        advice:
          '`checkout-url` must name the order, as in /checkout/7: another order was paid at the same address before.',
      },
    ],
    showFormAgain({ ...model, earlierPaymentId: paymentId }, now),
  );
}

export function onStatusAnswered(
  model: Model,
  state: UnknownState,
  payment: CheckoutPayment | undefined,
  now: number,
): TransitionResult {
  const { config, attempt, confirmedByService } = state;
  const { paymentId } = state.outcome;
  if (payment) {
    const meaning = interpretPayment(payment, config);
    if (meaning.kind === 'final') {
      return enterSettled(model, {
        config,
        attempt,
        outcome: { status: meaning.status, paymentId, payment },
      });
    }
    const next: UnknownState = {
      ...state,
      outcome: { ...state.outcome, payment },
      confirmedByService: true,
      notFound: undefined,
    };
    const isWaitTooLong = payment.status === 'initiated' && now - state.openSince >= giveUpAfterMs;
    if (isWaitTooLong) return giveUp(model, next, now);
    const save: Effect = { type: 'save-attempt', config, paymentId, stage: 'waiting' };
    // The payment exists, so its card will not be sent again.
    const clear: Effect = { type: 'clear', what: 'card' };
    return withEffects(
      [
        ...(attempt && !confirmedByService ? [clear] : []),
        ...(state.outcome.payment || state.inOtherTab ? [] : [save]),
      ],
      askAgain(model, next),
    );
  }
  // A payment that the service has confirmed cannot be missing; one that another tab may be sending is not missing yet.
  if (confirmedByService || state.inOtherTab) return askAgain(model, state);
  const notFound = { since: state.notFound?.since ?? now, times: (state.notFound?.times ?? 0) + 1 };
  const graceMs = state.intentStatus === 'ended' ? endedIntentGraceMs : notFoundGraceMs;
  if (now - notFound.since < graceMs || notFound.times < notFoundAnswers)
    return askAgain(model, { ...state, notFound });
  return attempt && state.intentStatus === 'open'
    ? keepAttempt(model, { ...attempt, previousTry: 'lost' })
    : giveUp(model, state, now);
}
