import type { Config } from './config.js';
import { isPaidOrAuthorized, type StoredAttempt } from './purchase.js';
import { enterSettled } from './settle.js';
import type { Model } from './state.js';
import { hasStatusSource } from './config-queries.js';
import { enterUnknown } from './enter-unknown.js';
import type { TransitionResult } from './transition-result.js';
import type { Attempt, PreviousTry } from './ports.js';

/** Restores a stored attempt: of another element, of another tab, or of this page before a reload. */
export function restoreAttempt(
  model: Model,
  config: Config,
  entry: StoredAttempt,
  now: number,
  { isLockedElsewhere = false, mustResolveSubmit = false } = {},
): TransitionResult {
  const { paymentId, stage, at } = entry;
  const isFinal = isPaidOrAuthorized(stage);
  if (isFinal && !hasStatusSource(config)) {
    const outcome = { status: stage, paymentId } as const;
    return enterSettled(
      model,
      { config, outcome },
      ...(mustResolveSubmit ? [{ type: 'resolve-submit', outcome } as const] : []),
    );
  }
  // Where an intent names the purchase, the attempt is known: a lost one is sent again, and one at the bank closes its intent.
  const attempt =
    config.purchase.namedBy === 'intent' && !isFinal ? createAttempt(config, paymentId, 'lost') : undefined;
  const confirmedByService = isFinal || stage === 'waiting';
  // A final payment has not waited for the payer since it was saved: a status that lags must not make it count as given up.
  const openSince = isFinal ? now : at;
  return enterUnknown(
    model,
    {
      config,
      paymentId,
      attempt,
      confirmedByService,
      isKnownFromStoreOnly: isFinal,
      isPageRevisited: isFinal && entry.returned,
      inOtherTab: isLockedElsewhere,
      openSince,
      mustResolveSubmit,
    },
    now,
  );
}

/** The model after the store has reported another payment of the purchase. */
export const withStoredAttempt = (model: Model, entry?: StoredAttempt): Model => ({
  ...model,
  mayHaveSentBefore: true,
  ...(entry?.givenUp ? { hasOtherOpenPayment: true } : {}),
});

/** Whether a stored attempt is a payment that may have been made, or was. */
export const mayBePayment = (model: Model, { paymentId, stage }: StoredAttempt): boolean =>
  stage === 'sent' ||
  stage === 'waiting' ||
  (isPaidOrAuthorized(stage) && model.earlierPaymentId !== paymentId);

/** An attempt on the `client-secret` that the page has set. Other sources have to be asked for an intent first. */
export function createAttempt(
  config: Config,
  paymentId: string,
  previousTry: PreviousTry,
): Attempt | undefined {
  const { intentSource: source } = config;
  if (source.kind !== 'secret') return undefined;
  return {
    paymentId,
    intent: { id: source.intentId, clientSecret: source.clientSecret },
    config,
    previousTry,
  };
}
