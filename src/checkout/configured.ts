import { onIncompleteConfig, showForm } from './return-to-form.js';
import { hasUniqueName, isOtherPurchase, type StoredAttempt } from './purchase.js';
import type { PayError } from '../error.js';
import type { Config, ParsedConfig } from './config.js';
import type { Attempt } from './ports.js';
import type { CheckoutEvent, CheckoutState, Effect, Model, SettledState } from './state.js';
import { getConfig, isSameSource } from './config-queries.js';
import { getUnresolvedAttempt } from './state-queries.js';
import { restoreAttempt, withStoredAttempt } from './stored-attempt.js';
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

/** `pay-error` would tell the page that the attempt has ended; while one runs, only the console says what is invalid. */
const reportWrongValue = (state: CheckoutState, error: PayError): Effect =>
  state.phase === 'ready'
    ? { type: 'emit-error', error }
    : { type: 'advise-developer', advice: error.message };

function applyConfig(before: Model, event: ConfiguredEvent, now: number): TransitionResult {
  const { state } = before;
  const { setup, entry } = event;
  const model: Model = { ...before, setup };
  const config = getConfig(setup);
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
      // The attempt keeps its own config. The new settings apply once it has ended.
      return unchanged(model);
    case 'unknown':
      return config && isForOtherPurchase(state.config, config)
        ? openPurchase(forgetPurchase(model), config, entry, now)
        : unchanged(model);
    case 'paid':
    case 'authorized':
      return config ? applyConfigToPaid(model, state, state.phase, config, event, now) : unchanged(model);
    case 'failed': {
      const { attemptConfig } = state;
      const hasNextIntent =
        config && (!isSameSource(config, attemptConfig) || isForOtherPurchase(attemptConfig, config));
      return hasNextIntent ? openAfter(attemptConfig, model, config, entry, now) : unchanged(model);
    }
    case 'ready':
      // An attempt that may already be a payment is finished first, unless the settings are for another purchase.
      if (getUnresolvedAttempt(state) && !(config && isForOtherPurchase(state.held?.config, config)))
        return unchanged(model);
      return applyConfigToForm(model, state.held, before.setup, event, now);
    case 'waiting':
    case 'misconfigured':
    case 'expired':
      return applyConfigToForm(model, undefined, before.setup, event, now);
    default:
      return state satisfies never;
  }
}

const isForOtherPurchase = (previous: Config | undefined, next: Config): boolean =>
  previous !== undefined && isOtherPurchase(previous.purchase, next.purchase);

function applyConfigToPaid(
  model: Model,
  state: SettledState,
  stage: 'paid' | 'authorized',
  config: Config,
  { entry, attemptConfig }: ConfiguredEvent,
  now: number,
): TransitionResult {
  switch (relateToPaid(state, config)) {
    case 'same':
      return unchanged(model);
    case 'other':
      return openPurchase(forgetPurchase(model), config, entry, now);
    case 'renamed': {
      // A name that was set while the attempt ran certainly belongs to this payment; save the payment under that name, so
      // that a reload finds it.
      const { paymentId } = state.outcome;
      const save = { type: 'save-attempt', config, paymentId, stage } as const;
      return enter(model, { ...state, laterConfig: config }, ...(attemptConfig ? [save] : []));
    }
  }
}

/**
 * How a new config relates to the paid purchase. `renamed`: a paid payment may get its name late, because the page often
 * learns the order's number only when it makes the intent.
 */
function relateToPaid(
  { attemptConfig, laterConfig }: SettledState,
  config: Config,
): 'same' | 'renamed' | 'other' {
  const names = [attemptConfig.purchase, ...(laterConfig ? [laterConfig.purchase] : [])];
  if (names.some(({ name }) => name === config.purchase.name)) return 'same';
  const isNamedAlike = names.some(({ namedBy }) => namedBy === config.purchase.namedBy);
  return isNamedAlike || !isSameSource(attemptConfig, config) ? 'other' : 'renamed';
}

function applyConfigToForm(
  model: Model,
  held: Attempt | undefined,
  setupBefore: ParsedConfig,
  { entry, attemptConfig }: ConfiguredEvent,
  now: number,
): TransitionResult {
  const config = getConfig(model.setup);
  if (!config) return onIncompleteConfig(model, setupBefore);
  return openAfter(held?.config ?? attemptConfig ?? getConfig(setupBefore), model, config, entry, now);
}

/** Opens the purchase of a config. What is known of the previous one stays only if both configs are for one purchase. */
const openAfter = (
  previous: Config | undefined,
  model: Model,
  config: Config,
  entry: StoredAttempt | undefined,
  now: number,
): TransitionResult =>
  openPurchase(isForOtherPurchase(previous, config) ? forgetPurchase(model) : model, config, entry, now);

/** Forgets what was known of the previous purchase: it says nothing about the next one. A form that is there stays. */
const forgetPurchase = ({ setup, state, usedIntentIds }: Model): Model => ({
  setup,
  state: { phase: state.phase === 'ready' ? 'ready' : 'waiting' },
  ...(usedIntentIds ? { usedIntentIds } : {}),
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
