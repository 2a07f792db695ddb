import { keepAttempt, showFormAgain } from './return-to-form.js';
import { interpretPayment, isConfirmedByCode } from './outcome.js';
import type { CheckoutPayment } from './payment.js';
import { enterSettled } from './settle.js';
import type { Effect, Model, UnknownState } from './state.js';
import { enterConfirming, isCodeAwaited } from './confirming.js';
import {
  endedIntentGraceMs,
  giveUpAfterMs,
  notFoundAnswers,
  notFoundGraceMs,
  requestsBeforeBankLink,
} from './timeouts.js';
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
      { type: 'save-attempt', config, paymentId, stage: 'free', replacesPaid: true },
      {
        type: 'advise-developer',
        advice:
          '`checkout-url` must name the order, as in /checkout/7: another order was paid at the same address before.',
      },
    ],
    showFormAgain({ ...model, earlierPaymentId: paymentId }, now),
  );
}

/** The service may need a moment after a code has arrived. */
const isReadTwice = ({ statusRequestCount }: UnknownState): boolean =>
  statusRequestCount + 1 >= requestsBeforeBankLink;

/**
 * The payment still waits for a code. Only the page that has made the payment knows where a code goes; on any other page,
 * such as after a reload, the payer may pay another way.
 */
function onCodeAwaited(model: Model, state: UnknownState, now: number): TransitionResult {
  const { codeUrl, outcome, inOtherTab, anotherWay } = state;
  const { payment } = outcome;
  if (anotherWay !== 'none' || inOtherTab) return askAgain(model, state);
  return payment && codeUrl !== undefined && isCodeAwaited(state, now)
    ? enterConfirming(model, { ...state, payment, codeUrl, isCodeSent: true })
    : askAgain(model, { ...state, anotherWay: 'offered' });
}

export function onStatusAnswered(
  model: Model,
  state: UnknownState,
  payment: CheckoutPayment | undefined,
  now: number,
): TransitionResult {
  const { config, attempt, confirmedByService, codeUrl } = state;
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
      // The merchant's server leaves the mobile number out, which stands beside the field for the code.
      ...(codeUrl === undefined && { outcome: { ...state.outcome, payment } }),
      confirmedByService: true,
      notFound: undefined,
    };
    const isWaitTooLong = payment.status === 'initiated' && now - state.openSince >= giveUpAfterMs;
    if (isWaitTooLong) return giveUp(model, { ...next, paymentId }, now);
    const save: Effect = { type: 'save-attempt', config, paymentId, stage: 'waiting' };
    // The payment exists, so its card will not be sent again.
    const clear: Effect = { type: 'clear', what: 'card' };
    return withEffects(
      [
        ...(attempt && !confirmedByService ? [clear] : []),
        ...(state.outcome.payment || state.inOtherTab ? [] : [save]),
      ],
      isConfirmedByCode(payment) && isReadTwice(state)
        ? onCodeAwaited(model, next, now)
        : askAgain(model, next),
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
    : giveUp(model, { ...state, paymentId }, now);
}
