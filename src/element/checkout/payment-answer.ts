import { interpretPayment, isConfirmedByCode, type Outcome } from './outcome.js';
import type { CheckoutPayment } from './payment.js';
import type { Attempt, BlockedByOrder, FulfilResult, Refusal } from './ports.js';
import { enterConfirming } from './confirming.js';
import { enterSettled, redirectToChallenge } from './settle.js';
import type { Effect, Model, PayingState } from './state.js';
import { canFetchIntent, hasStatusSource } from './config-queries.js';
import { endAsExpired, endWithError } from './end-attempt.js';
import { enterUnknown } from './enter-unknown.js';
import { freePurchase, onStopped } from './submit.js';
import {
  createIntentClosedError,
  enter,
  withEffects,
  withLastEffect,
  type TransitionResult,
} from './transition-result.js';

type Sending = Extract<PayingState, { attempt: Attempt; step: 'announcing' | 'sending' }>;

/** Decides what the answer to an attempt means. No other place does. */
export function onAnswered(
  model: Model,
  paying: Sending,
  answer: FulfilResult,
  now: number,
): TransitionResult {
  const { attempt, config, paymentId } = paying;
  switch (answer.kind) {
    case 'payment':
      return onPayment(
        model,
        { ...paying, codeUrl: answer.codeUrl, isFromService: true },
        answer.payment,
        now,
      );
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
      return onStopped(model, paying, answer.error, now);
    case 'no-answer': {
      const result = enterUnknown(model, { config, attempt, paymentId, mustResolveSubmit: true }, now);
      const { advice } = answer;
      return advice ? withLastEffect(result, { type: 'advise-developer', advice }) : result;
    }
    default:
      return answer satisfies never;
  }
}

/** The status was requested once after a refusal: a payment may exist nevertheless. */
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

/** The merchant's server has this payment for the order. The held attempt, if any, can no longer become a payment. */
export function onBlockedByOrder(
  model: Model,
  paying: PayingState,
  { payment, isHeld = false }: Omit<BlockedByOrder, 'kind'>,
  now: number,
): TransitionResult {
  const { config, paymentId } = paying;
  if (!isHeld) return onPayment(model, { config, paymentId }, payment, now);
  // Not stored: the order is closed at the merchant's server, which answers each press, here and in any other tab.
  return withEffects(
    [freePurchase(paying)],
    enterUnknown(model, { config, paymentId: payment.id, payment, isHeld, mustResolveSubmit: true }, now),
  );
}

type PaymentContext = Pick<PayingState, 'config' | 'paymentId'> & {
  readonly attempt?: Attempt;
  readonly codeUrl?: string | undefined;
  /** The service's own answer names an address; no status source does. */
  readonly isFromService?: boolean;
};

/**
 * There is a payment: from the service's answer, or the one that the merchant's server has for the order. The store keeps
 * the payment that exists: a status request for the attempted id would never find a payment with another id.
 */
function onPayment(
  model: Model,
  paying: PaymentContext,
  payment: CheckoutPayment,
  now: number,
): TransitionResult {
  const { config, paymentId } = paying;
  const result = enterPayment(model, paying, payment, now);
  if (payment.id === paymentId) return result;
  const free = freePurchase(paying);
  const waiting: Effect = { type: 'save-attempt', config, paymentId: payment.id, stage: 'waiting' };
  return withEffects(result.model.state.phase === 'unknown' ? [free, waiting] : [free], result);
}

function enterPayment(
  model: Model,
  { config, attempt, codeUrl, isFromService }: PaymentContext,
  payment: CheckoutPayment,
  now: number,
): TransitionResult {
  const meaning = interpretPayment(payment, config);
  const paymentId = payment.id;
  switch (meaning.kind) {
    case 'final': {
      const outcome = { status: meaning.status, paymentId, payment };
      return enterSettled(model, { config, attempt, outcome }, { type: 'resolve-submit', outcome });
    }
    case 'challenge': {
      const outcome: Outcome = { status: 'initiated', paymentId, payment };
      const { url } = meaning;
      // A payment that came from the merchant's server may be an old one: the payer decides whether to go to the bank.
      if (!attempt) return enterUnknown(model, { config, paymentId, payment, mustResolveSubmit: true }, now);
      return redirectToChallenge(
        model,
        { config, attempt, url, payment, openSince: now },
        { type: 'resolve-submit', outcome },
      );
    }
    case 'open': {
      if (codeUrl !== undefined && isConfirmedByCode(payment))
        return enterConfirming(
          model,
          { config, attempt, payment, codeUrl, openSince: now, isCodeSent: false },
          { type: 'resolve-submit', outcome: { status: 'initiated', paymentId, payment } },
        );
      // Without an address that may take the code, this payment cannot be confirmed here.
      const isLeft = attempt !== undefined && isConfirmedByCode(payment);
      const anotherWay = isLeft ? ({ anotherWay: 'offered' } as const) : {};
      const result = enterUnknown(
        model,
        { config, attempt, paymentId, payment, mustResolveSubmit: true, ...anotherWay },
        now,
      );
      return (isLeft && isFromService) || (payment.status === 'initiated' && payment.source?.transaction_url)
        ? withLastEffect(result, challengeHostAdvice)
        : result;
    }
    default:
      return meaning satisfies never;
  }
}

const challengeHostAdvice = {
  type: 'advise-developer',
  advice: '`transaction_url` is not on a host of `base-url` or `challenge-hosts`.',
} as const;

/** The service refused, and the status source, if any, has no payment. */
function onRefused(
  model: Model,
  attempt: Attempt,
  { intentStatus, isIdUsed, error }: Refusal,
  now: number,
): TransitionResult {
  const { config, paymentId } = attempt;
  if (intentStatus === 'open')
    return endWithError(model, config, { ...attempt, previousTry: 'refused' }, error);
  // A used id can only be that of this attempt, sent before by the browser; a used intent may be anybody's.
  const isFirstTryOfSecret = !canFetchIntent(config) && attempt.previousTry === 'never-sent' && !isIdUsed;
  if (!isFirstTryOfSecret || hasStatusSource(config)) {
    return enterUnknown(model, { config, attempt, paymentId, intentStatus, mustResolveSubmit: true }, now);
  }
  // A `client-secret` set by the page, refused at its first try, and no status source: only the merchant knows whether
  // it was paid.
  return endAsExpired(model, { mayBePaid: true, error: createIntentClosedError({ cause: error }) });
}
