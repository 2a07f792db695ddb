import type { PayError } from '../../error.js';
import { canFetchIntent, getConfig, hasSameIntentSource } from './config-queries.js';
import type { Config, ParsedConfig } from './config.js';
import type { Attempt } from './ports.js';
import type { Effect, Model, ReadyState } from './state.js';
import { createIntentClosedError, enter, unchanged, type TransitionResult } from './transition-result.js';

/** Shows the form for a purchase of which no payment is open. A form that is there stays, with what was typed. */
export function showForm(model: Model, config: Config, now: number, endedBy?: PayError): TransitionResult {
  if (getIntentExpiry(config) <= now) return enterExpired(model);
  return model.state.phase === 'ready'
    ? keepForm(model, model.state, config)
    : openForm(model, config, endedBy);
}

function openForm(model: Model, config: Config, endedBy: PayError | undefined): TransitionResult {
  return enter(
    model,
    { phase: 'ready', ...(endedBy && { error: endedBy }) },
    readyEffect,
    ...(endedBy ? [{ type: 'emit-error', error: endedBy } as const] : []),
    ...watchExpiry(config),
  );
}

function keepForm(model: Model, { held, error, inOtherTab }: ReadyState, config: Config): TransitionResult {
  const keptAttempt = held && hasSameIntentSource(held.config, config) && { held };
  return enter(
    model,
    { phase: 'ready', ...(error && { error }), ...(inOtherTab && { inOtherTab }), ...keptAttempt },
    ...watchExpiry(config),
  );
}

const readyEffect = { type: 'emit-ready' } as const;

/** Shows the form again, with an attempt whose next try goes out on the same intent. */
export const keepAttempt = (model: Model, held: Attempt): TransitionResult =>
  enter(model, { phase: 'ready', held }, readyEffect);

/** Shows the form again after an attempt that `endedBy` has ended, if the page's settings are still complete. */
export function showFormAgain(model: Model, now: number, endedBy?: PayError): TransitionResult {
  const config = getConfig(model.setup);
  return config ? showForm(model, config, now, endedBy) : onIncompleteConfig(model, model.setup);
}

/** Waits for missing settings, and reports invalid ones. */
export function onIncompleteConfig(model: Model, before: ParsedConfig): TransitionResult {
  switch (model.setup.kind) {
    case 'complete':
      return unchanged(model);
    case 'missing':
      // Missing settings that were reported stay reported until they are set.
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

export interface ClosedIntent {
  /** A payment may exist on the intent: the payer must ask the shop before paying again. */
  readonly mayBePaid?: boolean;
  readonly error?: PayError;
}

/** Enters `expired`: the `client-secret` that the page has set can't be paid any more. */
export function enterExpired(
  model: Model,
  { mayBePaid = false, error = createIntentClosedError() }: ClosedIntent = {},
): TransitionResult {
  if (model.state.phase === 'expired') return unchanged(model);
  return enter(
    model,
    { phase: 'expired', mayBePaid },
    { type: 'clear', what: 'card' },
    { type: 'emit-error', error },
  );
}

/** When the intent stops working; never where each payment fetches a fresh one. */
export const getIntentExpiry = (config: Config): number =>
  canFetchIntent(config) ? Infinity : (config.expiresAt ?? Infinity);

export function watchExpiry(config: Config): Extract<Effect, { type: 'watch-time' }>[] {
  const at = getIntentExpiry(config);
  return at === Infinity ? [] : [{ type: 'watch-time', at }];
}
