import { PayError } from '../../error.js';
import type { Config } from './config.js';
import { isSamePrice, writeDifference, type Price, type WrittenPrice } from './price.js';
import { getIntentExpiry } from './return-to-form.js';
import { getMethodName, getSheetPrice, type ChosenMethod } from './payment-method.js';
import type { Attempt, FetchedIntent } from './ports.js';
import type { StoreSnapshot } from './purchase.js';
import type { CheckoutEvent, Model, PayingState } from './state.js';
import { canFetchIntent, getConfig, isGuardedByServer } from './config-queries.js';
import { createAttempt, mayBePayment, restoreAttempt, withStoredAttempt } from './restore-attempt.js';
import { endAsExpired, endWithError } from './end-attempt.js';
import { enterUnknown } from './enter-unknown.js';
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
  method: ChosenMethod,
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
  // An attempt that was never sent is reused while its price equals the price on the page. With `checkout-url` a press
  // asks for the intent anyway.
  const attempt =
    held && !isGuardedByServer(config) && isSamePrice(held.config.price, config.price)
      ? { ...held, config }
      : createAttempt(config, paymentId, 'never-sent');
  return lockPurchase(model, config, attempt, attempt?.paymentId ?? paymentId, method);
}

/**
 * Sends the same payment again, on the same intent: the intent makes one payment at most. With `checkout-url` the server
 * decides.
 */
function resend(
  model: Model,
  held: Attempt,
  shown: Config | undefined,
  method: ChosenMethod,
  now: number,
): TransitionResult {
  const { paymentId } = held;
  const isSameSource =
    shown?.purchase.name === held.config.purchase.name &&
    shown.intentSource.kind === held.config.intentSource.kind;
  const config = isSameSource ? shown : held.config;
  if (shown && !isSamePrice(held.config.price, shown.price) && !isGuardedByServer(config)) {
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
  method: ChosenMethod,
): TransitionResult => {
  const problem = findSheetProblem(method, config);
  return problem
    ? endWithError(model, config, attempt, problem)
    : enter(
        model,
        { phase: 'paying', step: 'locking', paymentId, config, attempt, method },
        { type: 'lock', paymentId, config },
      );
};

/**
 * Why a payment that the payer approved on a wallet's sheet must not be sent: the page has disabled the element meanwhile, or
 * the price on the sheet differs from the price of an attempt that is held.
 */
function findSheetProblem(method: ChosenMethod, config: Config): PayError | undefined {
  if (method.kind === 'external' && method.problem) return method.problem;
  const price = getSheetPrice(method);
  return price && !isSamePrice(price, config.price)
    ? createPriceError(price, 'attempt', config.price)
    : undefined;
}

/** The purchase was locked, or another element or tab is paying for it, or has paid. */
export function onLocked(
  before: Model,
  paying: PayingState & { step: 'locking' },
  { entry, isLockedElsewhere }: StoreSnapshot,
  now: number,
): TransitionResult {
  const { attempt, config, paymentId, method } = paying;
  const wasSent = attempt !== undefined && attempt.previousTry !== 'never-sent';
  // Two tabs may hold the same intent and id: what was sent under the id of an attempt that was never sent here is the
  // other tab's.
  const isOwn = entry?.paymentId === paymentId && (wasSent || !mayBePayment(before, entry));
  const other = isOwn ? undefined : entry;
  const model = other || isLockedElsewhere ? withStoredAttempt(before, other) : before;
  if (other && (mayBePayment(model, other) || (isLockedElsewhere && other.stage === 'claimed'))) {
    return restoreAttempt(model, config, other, now, { isLockedElsewhere, mustResolveSubmit: true });
  }
  if (isLockedElsewhere) return stopForOtherTab(model, config, attempt);
  // Keep the stored stage `sent`, so that a reload asks about the payment.
  const saved = wasSent ? [] : [claimPurchase(paying)];
  if (attempt && !isGuardedByServer(config))
    return withEffects(saved, enterAnnouncing(model, paying, attempt));
  return enter(
    model,
    { phase: 'paying', step: 'fetching-intent', paymentId, config, method, attempt },
    ...saved,
    { type: 'fetch-intent', paymentId, config, abandonedPaymentId: model.abandonedPaymentId },
  );
}

function stopForOtherTab(model: Model, config: Config, attempt: Attempt | undefined): TransitionResult {
  const message = 'This is being paid in another tab or element. Nothing was sent here.';
  const error = new PayError('canceled', message, { retryable: true });
  return endWithError(model, config, attempt, error, { inOtherTab: true });
}

const enterAnnouncing = (model: Model, paying: PayingState, attempt: Attempt): TransitionResult =>
  enter(
    model,
    { ...paying, step: 'announcing', attempt },
    {
      type: 'announce',
      attempt,
      method: getMethodName(paying.method),
    },
  );

/** The purchase is about to be paid here. Replaces the entry of any other payment: the lock is held. */
const claimPurchase = ({ config, paymentId }: PayingState) =>
  ({ type: 'save-attempt', config, paymentId, stage: 'claimed' }) as const;

/** The merchant's server has answered with an intent, and with the id of the one payment that it can make. */
export function onIntentFetched(
  before: Model,
  paying: PayingState & { step: 'fetching-intent' },
  intent: Extract<CheckoutEvent, { type: 'intent-fetched' }>['intent'],
): TransitionResult {
  const { attempt: held, config } = paying;
  const { id, clientSecret, terms, paymentId } = intent;
  const isHeld = held !== undefined && held.paymentId === paymentId && held.intent.id === id;
  const model = held ? { ...before, mayHaveSentBefore: true } : before;
  const problem =
    findIntentProblem(config.price, intent) ??
    (model.usedIds?.some((used) => used === id || used === paymentId) ? createUsedIntentError() : undefined);
  // The entry says `claimed`: left so, it would look like another tab that is paying.
  if (problem)
    return withEffects(
      isHeld ? [] : [freePurchase(paying)],
      endWithError(model, config, isHeld ? held : undefined, problem),
    );
  const attempt: Attempt = {
    paymentId,
    intent: { id, clientSecret, ...(terms && { terms }) },
    config,
    previousTry: isHeld ? held.previousTry : 'never-sent',
  };
  const next = { ...paying, paymentId };
  // Another intent than the one that is held: the server has proven that the held attempt can no longer become a payment.
  return withEffects(isHeld ? [] : [claimPurchase(next)], enterAnnouncing(model, next, attempt));
}

const createUsedIntentError = (): PayError =>
  new PayError(
    'configuration',
    'The intent or its payment_id was used before. Nothing was sent. Create a new intent for each request.',
    { field: 'intent' },
  );

const findIntentProblem = (shown: Price | undefined, intent: FetchedIntent): PayError | undefined =>
  shown && !isSamePrice(shown, intent) ? createPriceError(shown, 'intent', intent) : undefined;

const createPriceError = (shown: Price, what: 'intent' | 'attempt', price: WrittenPrice = {}): PayError =>
  new PayError(
    'configuration',
    `${writeDifference(shown, what, price)} Nothing was sent. ` +
      `Make \`amount\` and \`currency\` agree with the ${what}.`,
    { field: 'amount' },
  );

/** Nothing was sent under this id, or nothing can come of it, so the next attempt need not wait. */
export const freePurchase = ({ config, paymentId }: Pick<PayingState, 'config' | 'paymentId'>) =>
  ({ type: 'save-attempt', config, paymentId, stage: 'free' }) as const;

/** The attempt was stopped, or the page had no card: nothing was sent this time. */
export function onStopped(model: Model, paying: PayingState, error: PayError, now: number): TransitionResult {
  const { config, paymentId, attempt } = paying;
  const wasSent = attempt !== undefined && attempt.previousTry !== 'never-sent';
  // What was sent keeps its entry, so that a reload asks about it.
  const saved = wasSent || paying.step === 'locking' ? [] : [freePurchase(paying)];
  const isHeld = error.type === 'payment_held';
  // The merchant's server has a payment of the order that it does not name: perhaps the one that was sent here.
  const result =
    error.status === 409 && (wasSent || isHeld)
      ? enterUnknown(model, { config, attempt, paymentId, isHeld, mustResolveSubmit: true }, now)
      : endWithError(model, config, attempt, error);
  // Only the developer can build the bot check.
  return withEffects(
    saved,
    error.type === 'challenge_required'
      ? withLastEffect(result, { type: 'advise-developer', advice: error.message })
      : result,
  );
}
