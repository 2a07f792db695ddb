import type { Config } from './config.js';
import type { Attempt } from './ports.js';
import type { CheckoutState } from './state.js';

/** The held attempt that was sent and may already be a payment: it is finished first, whatever the page sets meanwhile. */
export const getUnresolvedAttempt = (state: CheckoutState): Attempt | undefined =>
  state.phase === 'ready' && state.held?.previousTry !== 'never-sent' ? state.held : undefined;

/**
 * Whether this transition ended an attempt, so that settings made meanwhile apply. An open payment may belong to another
 * purchase, so entering `unknown` counts too.
 */
export const hasAttemptEnded = (before: CheckoutState, after: CheckoutState): boolean =>
  getRunningConfig(before) !== undefined &&
  (!getRunningConfig(after) || (after.phase === 'unknown' && before.phase !== 'unknown'));

/** Whether a request is under way for which the purchase is locked. */
export const isLocking = (state: CheckoutState): boolean =>
  state.phase === 'paying' || (state.phase === 'confirming' && state.step !== 'typing');

/** The config of the attempt or the open payment that runs; undefined in the other states. */
export function getRunningConfig(state: CheckoutState): Config | undefined {
  switch (state.phase) {
    case 'paying':
    case 'redirecting':
    case 'confirming':
    case 'unknown':
      return state.config;
    case 'waiting':
    case 'misconfigured':
    case 'ready':
    case 'paid':
    case 'authorized':
    case 'failed':
    case 'expired':
      return undefined;
    default:
      return state satisfies never;
  }
}
