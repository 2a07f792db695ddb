import { enterExpired, showFormAgain } from './return-to-form.js';
import type { Attempt } from './ports.js';
import { markIntentClosed } from './settle.js';
import type { Effect, Model, UnknownState } from './state.js';
import { canFetchIntent, getConfig, hasSameIntentSource } from './config-queries.js';
import { createIntentClosedError, withEffects, type TransitionResult } from './transition-result.js';

interface OpenPayment extends Pick<
  UnknownState,
  'config' | 'attempt' | 'confirmedByService' | 'intentStatus'
> {
  readonly paymentId: string;
}

/** Gives the payment up: it never arrived, it was not finished at the bank, or the payer pays another way. */
export function giveUp(model: Model, open: OpenPayment, now: number): TransitionResult {
  const { config, attempt, confirmedByService, intentStatus, paymentId } = open;
  const isGivenUp = confirmedByService || model.abandonedPaymentId === paymentId;
  const save: Effect = { type: 'save-attempt', config, paymentId, stage: isGivenUp ? 'given-up' : 'free' };
  const isClosed = confirmedByService || intentStatus !== 'open';
  const closed = markIntentClosed(model, isClosed ? attempt : undefined);
  const next = isGivenUp ? { ...closed, hasOtherOpenPayment: true } : closed;
  // A `client-secret` set by the page that is used or has ended: only the page can set another one.
  if (isClosed && usesConfiguredSecret(model, attempt))
    return withEffects([save], enterExpired(next, { mayBePaid: true }));
  // A payer who has chosen to pay another way knows why the form is there.
  const error = model.abandonedPaymentId === paymentId ? undefined : createIntentClosedError();
  return withEffects([save], showFormAgain(next, now, error));
}

/** Whether the attempt is on the `client-secret` that the page has set now. */
export function usesConfiguredSecret({ setup }: Model, attempt: Attempt | undefined): boolean {
  const config = getConfig(setup);
  return (
    attempt !== undefined &&
    config !== undefined &&
    !canFetchIntent(config) &&
    hasSameIntentSource(config, attempt.config)
  );
}
