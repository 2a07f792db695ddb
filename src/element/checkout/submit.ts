import { PayError } from '../../error.js';
import type { Config, Price } from './config.js';
import { getIntentExpiry } from './return-to-form.js';
import type { PaymentMethod } from './payment-method.js';
import type { Attempt, FetchedIntent } from './ports.js';
import type { StoreSnapshot } from './purchase.js';
import type { Model, PayingState } from './state.js';
import { canFetchIntent, getConfig } from './config-queries.js';
import { createAttempt } from './create-attempt.js';
import { endAsExpired, endWithError } from './end-attempt.js';
import { enterUnknown } from './enter-unknown.js';
import { mayBePayment, restoreAttempt, withStoredAttempt } from './restore-attempt.js';
import {
  createIntentClosedError,
  enter,
  unchanged,
  withEffects,
  withLastEffect,
  type TransitionResult,
} from './transition-result.js';

/** The payer pays. A held attempt is sent again, by the method that the payer has chosen now; else a new one begins. */
export function onSubmitted(
  model: Model,
  paymentId: string,
  method: PaymentMethod,
  now: number,
): TransitionResult {
  const { state } = model;
  const config = getConfig(model.setup);
  const held = state.phase === 'ready' ? state.held : undefined;
  if (held && held.previousTry !== 'never-sent') return resend(model, held, config, method, now);
  if (!config) return unchanged(model);
  if (state.phase !== 'ready' && !(state.phase === 'failed' && canFetchIntent(config)))
    return unchanged(model);
  if (getIntentExpiry(config) <= now) return endAsExpired(model, { error: createIntentClosedError() });
  // An attempt that was never sent is reused while its price equals the price on the page.
  const attempt =
    held && isSamePrice(held.config.price, config.price)
      ? { ...held, config }
      : createAttempt(config, paymentId, 'never-sent');
  return lockPurchase(model, config, attempt, attempt?.paymentId ?? paymentId, method);
}

type Amount = Pick<FetchedIntent, 'amount' | 'currency'>;

const isSamePrice = (a: Amount | undefined, b: Amount | undefined): boolean =>
  a?.amount === b?.amount && a?.currency === b?.currency;

/** Sends the same payment again, on the same intent: the intent makes one payment at most. */
function resend(
  model: Model,
  held: Attempt,
  shown: Config | undefined,
  method: PaymentMethod,
  now: number,
): TransitionResult {
  const { paymentId } = held;
  const config = shown && shown.purchase.name === held.config.purchase.name ? shown : held.config;
  if (shown && !isSamePrice(held.config.price, shown.price)) {
    // The payment must not go out at a price that is no longer shown. First find out whether the payment exists.
    return enterUnknown(model, { config, paymentId, mustResolveSubmit: true }, now);
  }
  return lockPurchase(model, config, { ...held, config }, paymentId, method);
}

const lockPurchase = (
  model: Model,
  config: Config,
  attempt: Attempt | undefined,
  paymentId: string,
  method: PaymentMethod,
): TransitionResult =>
  enter(
    model,
    { phase: 'paying', step: 'locking', paymentId, config, attempt, method },
    { type: 'lock', paymentId, config },
  );

/** The purchase was locked, or another element or tab is paying for it, or has paid. */
export function onLocked(
  before: Model,
  paying: PayingState & { step: 'locking' },
  { entry, isLockedElsewhere }: StoreSnapshot,
  now: number,
): TransitionResult {
  const { attempt, config, paymentId, method } = paying;
  const other = entry && entry.paymentId !== paymentId ? entry : undefined;
  const model = other || isLockedElsewhere ? withStoredAttempt(before, other) : before;
  if (other && (mayBePayment(model, other) || (isLockedElsewhere && other.stage === 'claimed'))) {
    return restoreAttempt(model, config, other, now, { isLockedElsewhere, mustResolveSubmit: true });
  }
  if (isLockedElsewhere) return stopForOtherTab(model, config, attempt);
  const save = { type: 'save-attempt', config, paymentId, stage: 'claimed' } as const;
  if (attempt) {
    // Keep the stored stage `sent`, so that a reload asks about the payment.
    return withEffects(
      attempt.previousTry === 'never-sent' ? [save] : [],
      enterAnnouncing(model, paying, attempt),
    );
  }
  return enter(model, { phase: 'paying', step: 'fetching-intent', paymentId, config, method }, save, {
    type: 'fetch-intent',
    paymentId,
    config,
    abandonedPaymentId: model.abandonedPaymentId,
  });
}

function stopForOtherTab(model: Model, config: Config, attempt: Attempt | undefined): TransitionResult {
  const message = 'This is being paid in another tab or element. Nothing was sent here.';
  const error = new PayError('canceled', message, { retryable: true });
  return endWithError(model, config, attempt, error, { inOtherTab: true });
}

const enterAnnouncing = (model: Model, paying: PayingState, attempt: Attempt): TransitionResult =>
  enter(model, { ...paying, step: 'announcing', attempt }, { type: 'announce', attempt });

export function onIntentFetched(model: Model, paying: PayingState, intent: FetchedIntent): TransitionResult {
  const { paymentId, config } = paying;
  const { id, clientSecret, terms } = intent;
  const problem =
    (config.price && createPriceError(config.price, intent)) ??
    (model.closedIntentIds?.includes(id) ? createUsedIntentError() : undefined);
  // The entry says `claimed`: left so, it would look like another tab that is paying.
  if (problem) return withEffects([freePurchase(paying)], endWithError(model, config, undefined, problem));
  const intentToPay = { id, clientSecret, ...(terms && { terms }) };
  const attempt = { paymentId, intent: intentToPay, config, previousTry: 'never-sent' } as const;
  return enterAnnouncing(model, paying, attempt);
}

const createUsedIntentError = (): PayError =>
  new PayError(
    'configuration',
    'The intent was used before. Nothing was sent. Create a new intent whenever one is asked for.',
    { field: 'intent' },
  );

function createPriceError(shown: Price, intent: FetchedIntent): PayError | undefined {
  if (isSamePrice(shown, intent)) return undefined;
  return new PayError(
    'configuration',
    `The payer was shown ${shown.amount} ${shown.currency} (smallest unit), but the intent is over ` +
      `${intent.amount ?? '?'} ${intent.currency ?? '?'}. Nothing was sent. ` +
      'Make `amount` and `currency` agree with the intent.',
    { field: 'amount' },
  );
}

/** Nothing was sent, so the next attempt need not wait. */
const freePurchase = ({ config, paymentId }: PayingState) =>
  ({ type: 'save-attempt', config, paymentId, stage: 'free' }) as const;

/** The attempt was stopped, or the page had no card: nothing was sent this time. */
export function onStopped(model: Model, paying: PayingState, error: PayError, now: number): TransitionResult {
  const { config, paymentId, attempt } = paying;
  const sent = attempt !== undefined && attempt.previousTry !== 'never-sent';
  // The order has another price now, so this payment will never be accepted again. First find out whether it exists.
  if (sent && error.type === 'price_changed')
    return enterUnknown(model, { config, paymentId, mustResolveSubmit: true }, now);
  // A 409 means that the merchant's server has another payment for the order. The server returns that payment when asked
  // for an intent, so drop the attempt: the next try asks.
  const kept = sent || error.status !== 409 ? attempt : undefined;
  const result = withEffects(
    sent || paying.step === 'locking' ? [] : [freePurchase(paying)],
    endWithError(model, config, kept, error),
  );
  // The developer must build the bot check; the payer and the page's code need not be told so.
  return error.type === 'challenge_required'
    ? withLastEffect(result, { type: 'advise-developer', advice: error.message })
    : result;
}
