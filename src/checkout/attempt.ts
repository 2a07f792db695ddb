import { PayError } from '../error.js';
import {
  createAttempt,
  withStoredAttempt,
  restoreAttempt,
  isStoredAttemptOpen,
  enterUnknown,
} from './status-polling.js';
import type { Config, Price } from './config.js';
import { getIntentExpiry, enterExpired, watchExpiry } from './return-to-form.js';
import { interpretPayment, type Outcome } from './outcome.js';
import type { PaymentMethod } from './payment-method.js';
import type { CheckoutPayment } from './payment.js';
import type { Attempt, FetchedIntent, FulfilResult, PreviousTry, Refusal } from './ports.js';
import type { StoreSnapshot } from './purchase.js';
import { enterSettled, redirectToChallenge } from './settle.js';
import type { Model, PayingState, ReadyState } from './state.js';
import {
  getConfig,
  withEffects,
  createIntentEndedError,
  hasStatusSource,
  canFetchIntent,
  withLastEffect,
  unchanged,
  enter,
  type TransitionResult,
} from './transition-result.js';

/** The payer pays. What is held goes out again, by what the payer has chosen now; else a new attempt begins. */
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
  if (getIntentExpiry(config) <= now) return endAsExpired(model, false, createIntentEndedError());
  // An attempt that was never sent is used again, as long as it is over what is shown.
  const attempt =
    held && isSamePrice(held.config.price, config.price)
      ? { ...held, config }
      : createAttempt(config, paymentId, 'never-sent');
  return lockPurchase(model, config, attempt, attempt?.paymentId ?? paymentId, method);
}

type Amount = Pick<FetchedIntent, 'amount' | 'currency'>;

const isSamePrice = (a: Amount | undefined, b: Amount | undefined): boolean =>
  a?.amount === b?.amount && a?.currency === b?.currency;

/** The same payment, on the same intent: the bank can be asked for it only once. */
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
    // It may not be charged at a price that is no longer shown. First it must be known that it never was.
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

/** The purchase was claimed, or somebody else is paying for it, or has paid. */
export function onLocked(
  before: Model,
  paying: PayingState & { step: 'locking' },
  { entry, busy }: StoreSnapshot,
  now: number,
): TransitionResult {
  const { attempt, config, paymentId, method } = paying;
  const other = entry && entry.paymentId !== paymentId ? entry : undefined;
  const model = other || busy ? withStoredAttempt(before, other) : before;
  if (other && (isStoredAttemptOpen(model, other) || (busy && other.stage === 'claimed'))) {
    return restoreAttempt(model, config, other, now, { busy, resolves: true });
  }
  if (busy) return stopForOtherTab(model, config, attempt);
  const save = { type: 'save-attempt', config, paymentId, stage: 'claimed' } as const;
  if (attempt) {
    // What was sent before stays noted as that: a reload must ask about it.
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
    (model.usedIntentIds?.includes(id) ? createUsedIntentError() : undefined);
  if (problem) return endWithError(model, config, undefined, problem);
  const wasSent = { id, clientSecret, ...(terms && { terms }) };
  const attempt = { paymentId, intent: wasSent, config, previousTry: 'never-sent' } as const;
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

/** Back to the form, with an attempt whose next try goes out on the same intent. */
export function endWithError(
  model: Model,
  config: Config,
  attempt: Attempt | undefined,
  error: PayError,
  why: Pick<ReadyState, 'inOtherTab'> = {},
): TransitionResult {
  return enter(
    model,
    { phase: 'ready', error, ...why, ...(attempt && { held: attempt }) },
    { type: 'emit-error', error },
    { type: 'reject-submit', error },
    ...watchExpiry(config),
  );
}

/** The attempt was stopped, or the page had no card: nothing was sent this time. */
export function onStopped(model: Model, paying: PayingState, error: PayError): TransitionResult {
  const { config, paymentId, attempt } = paying;
  const sent = attempt !== undefined && attempt.previousTry !== 'never-sent';
  // The merchant's server knows another payment for the order: asked for an intent, it tells which.
  const kept = sent || error.status !== 409 ? attempt : undefined;
  const free = { type: 'save-attempt', config, paymentId, stage: 'free' } as const;
  const result = withEffects(
    sent || paying.step === 'locking' ? [] : [free],
    endWithError(model, config, kept, error),
  );
  // Neither a payer nor the page's code need hear what the developer must build.
  return error.type === 'challenge_required'
    ? withLastEffect(result, { type: 'advise-developer', advice: error.message })
    : result;
}

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

/** The attempt is over, and its secret can't be paid any more. */
const endAsExpired = (model: Model, refused: boolean, error: PayError): TransitionResult =>
  withLastEffect(enterExpired(model, refused, error), { type: 'reject-submit', error });
