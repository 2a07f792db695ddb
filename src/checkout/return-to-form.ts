import type { PayError } from '../error.js';
import { canFetchIntent, getConfig, isSameSource } from './config-queries.js';
import type { Config, ParsedConfig } from './config.js';
import type { Attempt } from './ports.js';
import type { Effect, Model } from './state.js';
import { createIntentEndedError, enter, unchanged, type TransitionResult } from './transition-result.js';

/** The form, for a purchase that nothing holds up. */
export function showFreshForm(
  model: Model,
  config: Config,
  now: number,
  endedBy?: PayError,
): TransitionResult {
  if (getIntentExpiry(config) <= now) return enterExpired(model, false);
  const { state } = model;
  if (state.phase !== 'ready') {
    return enter(
      model,
      { phase: 'ready', ...(endedBy && { error: endedBy }) },
      readyEffect,
      ...(endedBy ? [{ type: 'emit-error', error: endedBy } as const] : []),
      ...watchExpiry(config),
    );
  }
  const { held, error, inOtherTab } = state;
  const keptAttempt = held && isSameSource(held.config, config) && { held };
  return enter(
    model,
    { phase: 'ready', ...(error && { error }), ...(inOtherTab && { inOtherTab }), ...keptAttempt },
    ...watchExpiry(config),
  );
}

const readyEffect = { type: 'emit-ready' } as const;

/** The form again, with an attempt whose next try goes out on the same intent. */
export const keepAttempt = (model: Model, held: Attempt): TransitionResult =>
  enter(model, { phase: 'ready', held }, readyEffect);

/** The form again after an attempt that has ended, if the values of the page are still right. The error says why. */
export function showFormAgain(model: Model, now: number, endedBy?: PayError): TransitionResult {
  const config = getConfig(model.setup);
  return config ? showFreshForm(model, config, now, endedBy) : onIncompleteConfig(model, model.setup);
}

/** What to do without the values, or with wrong ones. */
export function onIncompleteConfig(model: Model, before: ParsedConfig): TransitionResult {
  switch (model.setup.kind) {
    case 'complete':
      return unchanged(model);
    case 'missing':
      // Once it was said, it stays said until the values are there.
      return model.state.phase === 'misconfigured' && before.kind === 'missing'
        ? enter(model, { phase: 'misconfigured', error: model.setup.error })
        : enter(model, { phase: 'waiting' }, { type: 'start-config-timeout' });
    case 'invalid':
      return enterMisconfigured(model, model.setup.error);
    default:
      return model.setup satisfies never;
  }
}

export function enterMisconfigured(model: Model, error: PayError): TransitionResult {
  const { state } = model;
  const isReported = state.phase === 'misconfigured' && state.error.message === error.message;
  return enter(
    model,
    { phase: 'misconfigured', error },
    ...(isReported ? [] : [{ type: 'emit-error', error } as const]),
  );
}

/** A plain secret that can't be paid any more. `refused`: the service said so, perhaps because it was paid. */
export function enterExpired(
  model: Model,
  refused: boolean,
  error: PayError = createIntentEndedError(),
): TransitionResult {
  if (model.state.phase === 'expired') return unchanged(model);
  return enter(
    model,
    { phase: 'expired', isRefusedByService: refused },
    { type: 'clear', what: 'card' },
    { type: 'emit-error', error },
  );
}

/** When the intent stops working. A lazy source brings a fresh one at each payment. */
export const getIntentExpiry = (config: Config): number =>
  canFetchIntent(config) ? Infinity : (config.expiresAt ?? Infinity);

export function watchExpiry(config: Config): Effect[] {
  const at = getIntentExpiry(config);
  return at === Infinity ? [] : [{ type: 'watch-time', at }];
}
