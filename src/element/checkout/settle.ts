import { canFetchIntent } from './config-queries.js';
import type { Config } from './config.js';
import type { FinalStatus } from '../../wire/final-status.js';
import { getReturnUrl, type Outcome } from './outcome.js';
import type { CheckoutPayment } from './payment.js';
import type { Attempt } from './ports.js';
import { findDifference, writeDifference } from './price.js';
import type { Effect, Model } from './state.js';
import { enter, type TransitionResult } from './transition-result.js';

interface SettledPayment {
  readonly config: Config;
  readonly attempt?: Attempt | undefined;
  readonly outcome: Outcome & { readonly status: FinalStatus };
}

/** Shows a final payment, saves it for the other tabs, and emits the outcome. */
export function enterSettled(
  model: Model,
  { config, attempt, outcome }: SettledPayment,
  ...effects: readonly Effect[]
): TransitionResult {
  const { status, paymentId, payment } = outcome;
  const isFailed = status === 'failed';
  // A declined card may be tried again where a fresh intent can be fetched; then only the security code is cleared.
  const mustKeepCard = isFailed && canFetchIntent(config);
  // The declined method may not have been the typed card; then keep the card.
  const { state } = model;
  const isCardUntried =
    isFailed && (state.phase === 'confirming' || (state.phase === 'paying' && state.method.kind !== 'card'));
  const returnUrl = isFailed || !payment ? undefined : getReturnUrl(payment);
  const differs = isFailed ? undefined : findDifference(config.price, payment);
  const hasReturned = returnUrl !== undefined && state.phase === 'unknown' && state.isPageRevisited;
  return enter(
    { ...markIntentClosed(model, attempt), mayHaveSentBefore: true },
    {
      phase: status,
      outcome,
      attemptConfig: config,
      ...(hasReturned && { returnUrl }),
      ...(differs && { differs }),
    },
    ...(isCardUntried ? [] : [{ type: 'clear', what: mustKeepCard ? 'security-code' : 'card' } as const]),
    // After Back or a reload, and in other tabs, a paid purchase must not show a form that pays again.
    { type: 'save-attempt', config, paymentId, stage: isFailed ? 'free' : status, replacesPaid: true },
    ...effects,
    ...(differs
      ? [
          {
            type: 'advise-developer',
            advice: writeDifference(differs.shown, 'payment', differs.charged),
          } as const,
        ]
      : []),
    {
      type: 'emit-outcome',
      outcome,
      next: hasReturned ? undefined : returnUrl,
      ...(differs && { differs }),
    },
  );
}

interface ChallengedPayment {
  readonly config: Config;
  readonly attempt: Attempt | undefined;
  readonly url: string;
  readonly payment: CheckoutPayment;
  readonly openSince: number;
}

/** The bank wants to ask the payer something on its own page. */
export function redirectToChallenge(
  model: Model,
  { config, attempt, url, payment, openSince }: ChallengedPayment,
  ...effects: readonly Effect[]
): TransitionResult {
  return enter(
    markIntentClosed(model, attempt),
    { phase: 'redirecting', config, attempt, url, payment, openSince },
    { type: 'clear', what: 'card' },
    { type: 'save-attempt', config, paymentId: payment.id, stage: 'waiting' },
    { type: 'redirect', url, payment },
    ...effects,
  );
}

/** Adds the intent of an attempt, and its payment's id, to the used ones: no source may return either again. */
export function markIntentClosed(model: Model, attempt: Attempt | undefined): Model {
  const { usedIds = [] } = model;
  if (attempt?.intent.id === undefined || usedIds.includes(attempt.intent.id)) return model;
  return { ...model, usedIds: [...usedIds, attempt.intent.id, attempt.paymentId] };
}
