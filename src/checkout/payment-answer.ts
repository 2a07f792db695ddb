import { interpretPayment, type Outcome } from './outcome.js';
import type { CheckoutPayment } from './payment.js';
import type { Attempt, FulfilResult, PreviousTry, Refusal } from './ports.js';
import { enterSettled, redirectToChallenge } from './settle.js';
import type { Model, PayingState } from './state.js';
import { canFetchIntent, hasStatusSource } from './config-queries.js';
import { endAsExpired, endWithError } from './end-attempt.js';
import { enterUnknown } from './enter-unknown.js';
import { onStopped } from './submit.js';
import { createIntentEndedError, enter, withEffects, type TransitionResult } from './transition-result.js';

type Sending = Extract<PayingState, { attempt: Attempt; step: 'announcing' | 'sending' }>;

/** The one place where the answer to an attempt gets its meaning. */
export function onAnswered(
  model: Model,
  paying: Sending,
  answer: FulfilResult,
  now: number,
): TransitionResult {
  const { attempt, config, paymentId } = paying;
  switch (answer.kind) {
    case 'payment':
      return onPayment(model, paying, answer.payment, now);
    case 'refused':
      // The browser itself sends a request again when its connection dies, and this may be the answer to the second.
      return hasStatusSource(config)
        ? enter(
            model,
            { ...paying, step: 'verifying', refusal: answer },
            { type: 'verify', paymentId, config },
          )
        : onRefused(model, attempt, answer, now);
    case 'unsent':
      return onStopped(model, paying, answer.error);
    case 'no-answer':
      return enterUnknown(model, { config, attempt, paymentId, mustResolveSubmit: true }, now);
    default:
      return answer satisfies never;
  }
}

/** The status source was asked once after a refusal. */
export function onVerified(
  model: Model,
  paying: PayingState & { step: 'verifying' },
  payment: CheckoutPayment | undefined,
  now: number,
): TransitionResult {
  return payment
    ? onPayment(model, paying, payment, now)
    : onRefused(model, paying.attempt, paying.refusal, now);
}

/** The merchant's server knows this payment for the order. What is held, if anything, can't become one any more. */
export const onBlockedByOrder = (
  model: Model,
  { config, paymentId }: PayingState,
  payment: CheckoutPayment,
  now: number,
): TransitionResult => onPayment(model, { config, paymentId }, payment, now);

type PaymentContext = Pick<PayingState, 'config' | 'paymentId'> & { readonly attempt?: Attempt };

/**
 * There is a payment: the service has answered it, or the merchant's server knows it for the order. What is remembered
 * is that one: one of another id would never be found under the id that was tried.
 */
function onPayment(
  model: Model,
  paying: PaymentContext,
  payment: CheckoutPayment,
  now: number,
): TransitionResult {
  const { config, paymentId } = paying;
  const result = enterPayment(model, paying, payment, now);
  return payment.id === paymentId
    ? result
    : withEffects([{ type: 'save-attempt', config, paymentId, stage: 'free' }], result);
}

function enterPayment(
  model: Model,
  { config, attempt }: PaymentContext,
  payment: CheckoutPayment,
  now: number,
): TransitionResult {
  const reading = interpretPayment(payment);
  const paymentId = payment.id;
  switch (reading.kind) {
    case 'final': {
      const outcome = { status: reading.status, paymentId, payment };
      return enterSettled(model, { config, attempt, outcome }, { type: 'resolve-submit', outcome });
    }
    case 'challenge': {
      const outcome: Outcome = { status: 'initiated', paymentId, payment };
      const { url } = reading;
      // A payment that the merchant's server told of may be an old one: the payer decides whether to go there.
      if (!attempt) return enterUnknown(model, { config, paymentId, payment, mustResolveSubmit: true }, now);
      return redirectToChallenge(
        model,
        { config, attempt, url, payment, openSince: now },
        { type: 'resolve-submit', outcome },
      );
    }
    case 'open':
      return enterUnknown(model, { config, attempt, paymentId, payment, mustResolveSubmit: true }, now);
    default:
      return reading satisfies never;
  }
}

/** The service refused, and nobody knows of a payment. */
function onRefused(
  model: Model,
  attempt: Attempt,
  { isIntentClosed: used, error }: Refusal,
  now: number,
): TransitionResult {
  const { config, paymentId } = attempt;
  if (!used)
    return endWithError(model, config, { ...attempt, previousTry: 'refused' satisfies PreviousTry }, error);
  const isFirstTryOfSecret = !canFetchIntent(config) && attempt.previousTry === 'never-sent';
  if (!isFirstTryOfSecret || hasStatusSource(config)) {
    return enterUnknown(
      model,
      { config, attempt, paymentId, isIntentClosed: true, mustResolveSubmit: true },
      now,
    );
  }
  // A plain secret, refused at its first try, and nobody to ask: only the merchant knows whether it was paid.
  return endAsExpired(model, true, createIntentEndedError({ cause: error }));
}
