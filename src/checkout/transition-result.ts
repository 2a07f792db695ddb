import { PayError } from '../error.js';
import type { Config, ParsedConfig } from './config.js';
import type { Attempt } from './ports.js';
import type { CheckoutState, Effect, Model } from './state.js';

/** What an event led to. */
export interface TransitionResult {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

export const initialModel: Model = {
  setup: {
    kind: 'missing',
    // Made when it is asked for: an error notes its place in the script, and V8 parses the script again to find it.
    get error() {
      return new PayError('configuration', 'Nothing is set yet.');
    },
  },
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

/** Whether the payer can try again without the page doing anything. */
export const canFetchIntent = (config: Config): boolean => config.intentSource.kind !== 'secret';

/** Whether the merchant's server can say what became of a payment. */
export const hasStatusSource = (config: Config): boolean => config.statusSource.kind !== 'none';

/** Whether both name the same source of an intent. */
export function isSameSource(a: Config, b: Config): boolean {
  const [x, y] = [a.intentSource, b.intentSource];
  switch (x.kind) {
    case 'secret':
      return y.kind === 'secret' && x.clientSecret === y.clientSecret;
    case 'url':
    case 'checkout':
      return y.kind === x.kind && x.url === y.url;
    case 'function':
      return y.kind === 'function';
    default:
      return x satisfies never;
  }
}

export const getConfig = (setup: ParsedConfig): Config | undefined =>
  setup.kind === 'complete' ? setup.config : undefined;

export const createIntentEndedError = (options?: { readonly cause: PayError }): PayError =>
  new PayError(
    'expired',
    'The payment intent can no longer be used: expired, used or canceled. Create a new one.',
    options,
  );

/** An attempt that may still become a payment: it is finished first, whatever the page sets meanwhile. */
export const getUnresolvedAttempt = (state: CheckoutState): Attempt | undefined =>
  state.phase === 'ready' && state.held?.previousTry !== 'never-sent' ? state.held : undefined;

/** Whether something has ended, so that the page's values count again. A payment that is open may be of another purchase. */
export const hasAttemptEnded = (before: CheckoutState, after: CheckoutState): boolean =>
  getRunningConfig(before) !== undefined &&
  (!getRunningConfig(after) || (after.phase === 'unknown' && before.phase !== 'unknown'));

/** What an attempt under way was started with. */
export function getRunningConfig(state: CheckoutState): Config | undefined {
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
    case 'unknown':
      return state.config;
    default:
      return undefined;
  }
}
