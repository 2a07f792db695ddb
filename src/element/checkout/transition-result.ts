import { PayError } from '../../error.js';
import { createMissing } from './config.js';
import type { CheckoutState, Effect, Model } from './state.js';

/** The next model, and the effects to run. */
export interface TransitionResult {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

export const initialModel: Model = {
  setup: createMissing(() => new PayError('configuration', 'Nothing is set yet.')),
  state: { phase: 'waiting' },
};

export const unchanged = (model: Model): TransitionResult => ({ model, effects: [] });

export const enter = (
  model: Model,
  state: CheckoutState,
  ...effects: readonly Effect[]
): TransitionResult => ({
  model: { ...model, state },
  effects,
});

/** The same result, with these effects before its own. */
export const withEffects = (effects: readonly Effect[], result: TransitionResult): TransitionResult => ({
  model: result.model,
  effects: [...effects, ...result.effects],
});

/** The same result, with this effect after its own. */
export const withLastEffect = (result: TransitionResult, effect: Effect): TransitionResult => ({
  model: result.model,
  effects: [...result.effects, effect],
});

export const createIntentClosedError = (options?: { readonly cause: PayError }): PayError =>
  new PayError(
    'expired',
    'The payment intent can no longer be used: expired, used or canceled. Create a new one.',
    options,
  );
