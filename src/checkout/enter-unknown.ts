import type { Config } from './config.js';
import type { CheckoutPayment } from './payment.js';
import type { Attempt } from './ports.js';
import type { Effect, Model, UnknownState } from './state.js';
import { anotherWayAfterMs } from './timeouts.js';
import { canFetchIntent, hasStatusSource } from './config-queries.js';
import { enter, withLastEffect, type TransitionResult } from './transition-result.js';

type OpenPayment = Partial<
  Pick<
    UnknownState,
    | 'inOtherTab'
    | 'isIntentClosed'
    | 'confirmedByService'
    | 'openSince'
    | 'isKnownFromStoreOnly'
    | 'isPageRevisited'
  >
> & {
  readonly config: Config;
  readonly paymentId: string;
  readonly attempt?: Attempt | undefined;
  readonly payment?: CheckoutPayment | undefined;
  /** `submit()` has promised an outcome: it is this one. */
  readonly mustResolveSubmit?: boolean;
};

/** A payment that may have been made. Nothing is sent: it is asked about, by whoever can be asked. */
export function enterUnknown(model: Model, open: OpenPayment, now: number): TransitionResult {
  const { config, payment, paymentId, attempt } = open;
  const outcome = { status: 'unknown', paymentId, ...(payment ? { payment } : {}) } as const;
  const {
    inOtherTab = false,
    isIntentClosed = false,
    isKnownFromStoreOnly = false,
    isPageRevisited = false,
    openSince = now,
    mustResolveSubmit: resolves = false,
  } = open;
  const confirmedByService = open.confirmedByService ?? payment !== undefined;
  const offered = !inOtherTab && (!hasStatusSource(config) || now - openSince >= anotherWayAfterMs);
  const state: UnknownState = {
    phase: 'unknown',
    outcome,
    config,
    attempt,
    inOtherTab,
    isIntentClosed,
    confirmedByService,
    ...(isKnownFromStoreOnly && { isKnownFromStoreOnly }),
    ...(isPageRevisited && { isPageRevisited }),
    openSince,
    statusRequestCount: 0,
    notFound: undefined,
    anotherWay: offered ? 'offered' : 'none',
  };
  const isReported = model.state.phase === 'unknown' && model.state.outcome.paymentId === paymentId;
  // Only a card that may have to be sent again has a further use: on this intent, or on the next one.
  const clear =
    !attempt || confirmedByService || !hasStatusSource(config) || (isIntentClosed && !canFetchIntent(config));
  const result = enterPolling(
    { ...model, hasSentBefore: true },
    state,
    ...(resolves ? [{ type: 'resolve-submit', outcome } as const] : []),
    ...(clear ? [{ type: 'clear', what: 'card' } as const] : []),
    ...(offered ? [] : [{ type: 'watch-time', at: openSince + anotherWayAfterMs } as const]),
  );
  // Told last: the page may go on to another order at once, whose payment is asked about then.
  return isReported ? result : withLastEffect(result, { type: 'emit-outcome', outcome, next: undefined });
}

function enterPolling(model: Model, state: UnknownState, ...effects: readonly Effect[]): TransitionResult {
  const { config, outcome, statusRequestCount: asked } = state;
  const ask: Effect = { type: 'ask-status', paymentId: outcome.paymentId, config, statusRequestCount: asked };
  return enter(model, state, ...effects, ...(hasStatusSource(config) ? [ask] : []));
}

export const askAgain = (model: Model, state: UnknownState): TransitionResult =>
  enterPolling(model, { ...state, statusRequestCount: state.statusRequestCount + 1 });
