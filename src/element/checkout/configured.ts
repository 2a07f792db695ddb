import { onIncompleteConfig, showForm } from './return-to-form.js';
import { hasUniqueName, isOtherPurchase, type StoredAttempt } from './purchase.js';
import type { PayError } from '../../error.js';
import type { Config } from './config.js';
import type { CheckoutEvent, CheckoutState, Effect, Model, SettledState } from './state.js';
import { canFetchIntent, getConfig, hasSameIntentSource } from './config-queries.js';
import { getRunningConfig, getUnresolvedAttempt } from './state-queries.js';
import { restoreAttempt, withStoredAttempt } from './restore-attempt.js';
import { enter, unchanged, withLastEffect, type TransitionResult } from './transition-result.js';

type ConfiguredEvent = Extract<CheckoutEvent, { type: 'configured' }>;

/**
 * The page has set its settings, or has set them again. The payer goes on with the attempt that runs or is held, but the
 * developer must learn of an invalid setting at once, and not only when that attempt has ended.
 */
export function onConfigured(before: Model, event: ConfiguredEvent, now: number): TransitionResult {
  const { setup } = event;
  const result = applyConfig(before, event, now);
  const isNewError =
    setup.kind === 'invalid' &&
    !(before.setup.kind === 'invalid' && before.setup.error.message === setup.error.message);
  return isNewError && result.model.state.phase !== 'misconfigured'
    ? withLastEffect(result, reportWrongValue(result.model.state, setup.error))
    : result;
}

/**
 * `pay-error` would tell the page that the attempt has ended. While one runs or has an outcome, only the console says what
 * is invalid.
 */
const reportWrongValue = (state: CheckoutState, error: PayError): Effect =>
  state.phase === 'ready'
    ? { type: 'emit-error', error }
    : { type: 'advise-developer', advice: error.message };

function applyConfig(
  before: Model,
  { setup, entry, attemptConfig }: ConfiguredEvent,
  now: number,
): TransitionResult {
  const { state } = before;
  const model: Model = { ...before, setup };
  const config = getConfig(setup);
  if (!config) return isOccupied(state) ? unchanged(model) : onIncompleteConfig(model, before.setup);
  const isForOtherThan = (previous: Config | undefined) =>
    previous && isOtherPurchase(previous.purchase, config.purchase);
  /** Opens the purchase of the new config. What is known of the previous one stays if both are for the same purchase. */
  const openAfter = (previous: Config | undefined) =>
    openPurchase(isForOtherThan(previous) ? forgetPurchase(model) : model, config, entry, now);
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
      // The attempt keeps its own config. The new settings apply once it has ended.
      return unchanged(model);
    case 'confirming':
      // A code is for the order that the payer sees: that of another one is not asked for any more.
      return state.step === 'typing' && isForOtherThan(state.config)
        ? openAfter(state.config)
        : unchanged(model);
    case 'unknown':
      return isForOtherThan(state.config) ? openAfter(state.config) : unchanged(model);
    case 'paid':
    case 'authorized': {
      const relation = relateToPaid(state, config);
      if (relation === 'same') return unchanged(model);
      const isRepricedMeanwhile = relation === 'repriced' && attemptConfig;
      if (relation !== 'renamed' && !isRepricedMeanwhile) {
        const next = openPurchase(forgetPurchase(model), config, entry, now);
        return relation === 'repriced' ? withLastEffect(next, referenceAdvice) : next;
      }
      const { paymentId } = state.outcome;
      const save = { type: 'save-attempt', config, paymentId, stage: state.phase } as const;
      // What was set while the attempt ran certainly belongs to this payment; save the payment under that name, so that a
      // reload finds it.
      return enter(model, { ...state, laterConfig: config }, ...(attemptConfig ? [save] : []));
    }
    case 'failed':
      return !hasSameIntentSource(config, state.attemptConfig) || isForOtherThan(state.attemptConfig)
        ? openAfter(state.attemptConfig)
        : unchanged(model);
    case 'ready':
      // An attempt that may already be a payment is finished first, unless the settings are for another purchase.
      return getUnresolvedAttempt(state) && !isForOtherThan(state.held?.config)
        ? unchanged(model)
        : openAfter(state.held?.config ?? attemptConfig ?? getConfig(before.setup));
    case 'waiting':
    case 'misconfigured':
    case 'expired': {
      const previous = attemptConfig ?? getConfig(before.setup);
      // The payer may have paid on this `client-secret`: only another one makes the form useful again.
      const isStillClosed =
        state.phase === 'expired' &&
        state.mayBePaid &&
        !canFetchIntent(config) &&
        previous !== undefined &&
        hasSameIntentSource(config, previous) &&
        !isForOtherThan(previous);
      return isStillClosed ? unchanged(model) : openAfter(previous);
    }
    default:
      return state satisfies never;
  }
}

/** Whether an attempt runs, is held, or has an outcome: then settings that are missing or invalid change nothing yet. */
const isOccupied = (state: CheckoutState): boolean =>
  Boolean(getRunningConfig(state) ?? getUnresolvedAttempt(state)) || 'outcome' in state;

/**
 * How a new config relates to the paid purchase. `renamed`: a paid payment may get its name late, because the page often
 * learns the order's number only when it makes the intent. `repriced`: another price, where the price is a part of the
 * name; a price that is missing says nothing, because a page may empty its cart once the cart is paid.
 */
function relateToPaid(
  { attemptConfig, laterConfig = attemptConfig }: SettledState,
  config: Config,
): 'same' | 'renamed' | 'repriced' | 'other' {
  const { purchase, price } = config;
  const known = [attemptConfig, laterConfig];
  const sameName = known.filter((it) => it.purchase.name === purchase.name);
  if (sameName.some((it) => it.purchase.key === purchase.key || !it.price || !price)) return 'same';
  if (sameName.length > 0) return 'repriced';
  const isSameKind = known.some((it) => it.purchase.namedBy === purchase.namedBy);
  return isSameKind || !hasSameIntentSource(attemptConfig, config) ? 'other' : 'renamed';
}

/** Forgets what was known of the previous purchase: it says nothing about the next one. A form that is there stays. */
const forgetPurchase = ({ setup, state, usedIds }: Model): Model => ({
  setup,
  state: { phase: state.phase === 'ready' ? 'ready' : 'waiting' },
  ...(usedIds ? { usedIds } : {}),
});

/** Shows the form, unless the attempt store has a payment for this purchase. */
function openPurchase(
  before: Model,
  config: Config,
  entry: StoredAttempt | undefined,
  now: number,
): TransitionResult {
  if (!entry) return showForm(before, config, now);
  const model = withStoredAttemptUnlessHeld(before, entry);
  switch (entry.stage) {
    case 'free':
    case 'given-up':
      return showForm(model, config, now);
    case 'claimed':
      return withLastEffect(showForm(model, config, now), { type: 'peek-store', config });
    case 'sent':
      // Another tab may still be sending it: until that has ended, no answer says that the payment is missing.
      return withLastEffect(restoreAttempt(model, config, entry, now), { type: 'peek-store', config });
    case 'waiting':
      return restoreAttempt(model, config, entry, now);
    case 'paid':
    case 'authorized':
      return hasUniqueName(config.purchase) || entry.returned
        ? restoreAttempt(model, config, entry, now)
        : withLastEffect(
            withLastEffect(showForm({ ...model, earlierPaymentId: entry.paymentId }, config, now), {
              type: 'forget-attempt',
              config,
            }),
            referenceAdvice,
          );
    default:
      return entry.stage satisfies never;
  }
}

const referenceAdvice = {
  type: 'advise-developer',
  advice:
    'Set `reference` to the order’s number: something was paid here before, and nothing says whether this is another order.',
} as const;

/** The store has an attempt of this purchase. Unless that is the held attempt, something may have been sent. */
const withStoredAttemptUnlessHeld = (model: Model, entry: StoredAttempt): Model =>
  model.state.phase === 'ready' && model.state.held?.paymentId === entry.paymentId
    ? model
    : withStoredAttempt(model, entry);
