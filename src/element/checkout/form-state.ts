import { enterExpired, enterMisconfigured, getIntentExpiry } from './return-to-form.js';
import type { Model } from './state.js';
import { expiringSoonMs } from './timeouts.js';
import { canFetchIntent, getConfig } from './config-queries.js';
import { getUnresolvedAttempt } from './state-queries.js';
import { enter, unchanged, type TransitionResult } from './transition-result.js';

export function onConfigTimeout(model: Model): TransitionResult {
  return model.state.phase === 'waiting' && model.setup.kind !== 'complete'
    ? enterMisconfigured(model, model.setup.error)
    : unchanged(model);
}

/** Time has passed while the form was shown: the intent may expire soon, or have expired. */
export function onTimePassedInForm(model: Model, now: number): TransitionResult {
  const { state } = model;
  const config = getConfig(model.setup);
  if (state.phase !== 'ready' || getUnresolvedAttempt(state) || !config) return unchanged(model);
  const expiresAt = getIntentExpiry(config);
  if (expiresAt <= now) return enterExpired(model);
  return expiresAt - now <= expiringSoonMs && !state.isExpiringSoon
    ? enter(model, { ...state, isExpiringSoon: true })
    : unchanged(model);
}

export function onReset(model: Model): TransitionResult {
  const { state } = model;
  if (state.phase === 'ready') {
    return enter(model, state.held ? { phase: 'ready', held: state.held } : { phase: 'ready' });
  }
  const config = getConfig(model.setup);
  return state.phase === 'failed' && config && canFetchIntent(config)
    ? enter(model, { phase: 'ready' }, { type: 'emit-ready' })
    : unchanged(model);
}
