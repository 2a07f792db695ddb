import { onIncompleteConfig, showFreshForm } from './return-to-form.js';
import { hasUniqueName, isOtherPurchase, type StoredAttempt } from './purchase.js';
import type { PayError } from '../error.js';
import type { Config } from './config.js';
import type { CheckoutEvent, CheckoutState, Effect, Model } from './state.js';
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

function applyConfig(
  before: Model,
  { setup, entry, attemptConfig }: ConfiguredEvent,
  now: number,
): TransitionResult {
  const { state } = before;
  const model: Model = { ...before, setup };
  const config = getConfig(setup);
  const hasMovedOn = (from: Config | undefined) =>
    from && config && isOtherPurchase(from.purchase, config.purchase);
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
      // The attempt keeps its own config. The new settings apply once it has ended.
      return unchanged(model);
    case 'unknown':
      return config && hasMovedOn(state.config)
        ? openPurchase(forgetPurchase(model), config, entry, now)
        : unchanged(model);
    case 'paid':
    case 'authorized': {
      const isSame = (part: 'namedBy' | 'name') =>
        [state.attemptConfig, state.laterConfig].some((it) => it?.purchase[part] === config?.purchase[part]);
      if (!config || isSame('name')) return unchanged(model);
      if (isSame('namedBy') || !isSameSource(state.attemptConfig, config))
        return openPurchase(forgetPurchase(model), config, entry, now);
      // A paid payment may get its name late: the page often learns the order's number only when it makes the intent.
      // A name that was set while the attempt ran certainly belongs to this payment; save the payment under that name, so
      // that a reload finds it.
      const save = {
        type: 'save-attempt',
        config,
        paymentId: state.outcome.paymentId,
        stage: state.phase,
      } as const;
      return enter(model, { ...state, laterConfig: config }, ...(attemptConfig ? [save] : []));
    }
    case 'failed':
      return config && (!isSameSource(config, state.attemptConfig) || hasMovedOn(state.attemptConfig))
        ? openPurchase(hasMovedOn(state.attemptConfig) ? forgetPurchase(model) : model, config, entry, now)
        : unchanged(model);
    case 'ready':
      if (getUnresolvedAttempt(state) && !hasMovedOn(state.held?.config)) return unchanged(model);
      break;
    case 'waiting':
    case 'misconfigured':
    case 'expired':
      break;
    default:
      return state satisfies never;
  }
  if (!config) return onIncompleteConfig(model, before.setup);
  const held = state.phase === 'ready' ? state.held : undefined;
  const previous = held?.config ?? attemptConfig ?? getConfig(before.setup);
  return openPurchase(hasMovedOn(previous) ? forgetPurchase(model) : model, config, entry, now);
}

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
  if (!entry) return showFreshForm(before, config, now);
  const model = withEntry(before, entry);
  switch (entry.stage) {
    case 'free':
    case 'given-up':
      return showFreshForm(model, config, now);
    case 'claimed':
      return withLastEffect(showFreshForm(model, config, now), { type: 'peek-store', config });
    case 'sent':
    case 'waiting':
      return restoreAttempt(model, config, entry, now);
    case 'paid':
    case 'authorized':
      return hasUniqueName(config.purchase) || entry.returned
        ? restoreAttempt(model, config, entry, now)
        : withLastEffect(
            withLastEffect(showFreshForm({ ...model, earlierPaymentId: entry.paymentId }, config, now), {
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
const withEntry = (model: Model, entry: StoredAttempt): Model =>
  model.state.phase === 'ready' && model.state.held?.paymentId === entry.paymentId
    ? model
    : withStoredAttempt(model, entry);
