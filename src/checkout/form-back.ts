import type { PayError } from '../error.js';
import type { Config, Setup } from './config.js';
import type { Attempt } from './ports.js';
import type { Effect, Model } from './state.js';
import { configOf, intentEnded, isLazy, sameSource, same, to, type Step } from './step.js';

/** The form, for a purchase that nothing holds up. */
export function fresh(model: Model, config: Config, now: number): Step {
  if (endOf(config) <= now) return expired(model, false);
  const { state } = model;
  if (state.phase !== 'ready') return to(model, { phase: 'ready' }, tellReady, ...watchEnd(config));
  const { held, error, inOtherTab } = state;
  const stays = held && sameSource(held.config, config) && { held };
  return to(
    model,
    { phase: 'ready', ...(error && { error }), ...(inOtherTab && { inOtherTab }), ...stays },
    ...watchEnd(config),
  );
}

const tellReady = { type: 'tell-ready' } as const;

/** The form again, with an attempt whose next try goes out on the same intent. */
export const holding = (model: Model, held: Attempt): Step => to(model, { phase: 'ready', held }, tellReady);

/** The form again after an attempt that has ended, if the values of the page are still right. */
export function formBack(model: Model, now: number): Step {
  const config = configOf(model.setup);
  return config ? fresh(model, config, now) : incomplete(model, model.setup);
}

/** What to do without the values, or with wrong ones. */
export function incomplete(model: Model, before: Setup): Step {
  switch (model.setup.kind) {
    case 'complete':
      return same(model);
    case 'missing':
      // Once it was said, it stays said until the values are there.
      return model.state.phase === 'misconfigured' && before.kind === 'missing'
        ? to(model, { phase: 'misconfigured', error: model.setup.error })
        : to(model, { phase: 'waiting' }, { type: 'be-patient' });
    case 'wrong':
      return misconfigured(model, model.setup.error);
    default:
      return model.setup satisfies never;
  }
}

export function misconfigured(model: Model, error: PayError): Step {
  const { state } = model;
  const said = state.phase === 'misconfigured' && state.error.message === error.message;
  return to(
    model,
    { phase: 'misconfigured', error },
    ...(said ? [] : [{ type: 'tell-error', error } as const]),
  );
}

/** A plain secret that can't be paid any more. `refused`: the service said so, perhaps because it was paid. */
export function expired(model: Model, refused: boolean, error: PayError = intentEnded()): Step {
  if (model.state.phase === 'expired') return same(model);
  return to(
    model,
    { phase: 'expired', refused },
    { type: 'clear', what: 'card' },
    { type: 'tell-error', error },
  );
}

/** When the intent stops working. A lazy source brings a fresh one at each payment. */
export const endOf = (config: Config): number => (isLazy(config) ? Infinity : (config.expiresAt ?? Infinity));

export function watchEnd(config: Config): Effect[] {
  const at = endOf(config);
  return at === Infinity ? [] : [{ type: 'watch-time', at }];
}
