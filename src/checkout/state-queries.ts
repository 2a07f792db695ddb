import type { Config } from './config.js';
import type { Attempt } from './ports.js';
import type { CheckoutState } from './state.js';

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
