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
    | 'intentStatus'
    | 'confirmedByService'
    | 'isHeld'
    | 'openSince'
    | 'isKnownFromStoreOnly'
    | 'isPageRevisited'
    | 'codeUrl'
    | 'anotherWay'
  >
> & {
  readonly config: Config;
  readonly paymentId: string;
  readonly attempt?: Attempt | undefined;
  readonly payment?: CheckoutPayment | undefined;
  /** Whether `submit()` is waiting for this outcome. */
  readonly mustResolveSubmit?: boolean;
};

/** Enters `unknown`: the payment may have been made. Nothing is sent again; the status source, if any, is asked. */
export function enterUnknown(model: Model, open: OpenPayment, now: number): TransitionResult {
  const { config, payment, paymentId, attempt } = open;
  const outcome = { status: 'unknown', paymentId, ...(payment ? { payment } : {}) } as const;
  const {
    inOtherTab = false,
    intentStatus = 'open',
    isHeld = false,
    isKnownFromStoreOnly = false,
    isPageRevisited = false,
    openSince = now,
    mustResolveSubmit = false,
    codeUrl,
  } = open;
  const confirmedByService = open.confirmedByService ?? payment !== undefined;
  const isOffered =
    !inOtherTab && !isHeld && (!hasStatusSource(config) || now - openSince >= anotherWayAfterMs);
  const { anotherWay = isOffered ? 'offered' : 'none' } = open;
  const state: UnknownState = {
    phase: 'unknown',
    outcome,
    config,
    attempt,
    inOtherTab,
    intentStatus,
    confirmedByService,
    ...(isHeld && { isHeld }),
    ...(isKnownFromStoreOnly && { isKnownFromStoreOnly }),
    ...(isPageRevisited && { isPageRevisited }),
    openSince,
    ...(codeUrl !== undefined && { codeUrl }),
    statusRequestCount: 0,
    notFound: undefined,
    anotherWay,
  };
  const isReported = model.state.phase === 'unknown' && model.state.outcome.paymentId === paymentId;
  // Keep the card only if it may be sent again, on this intent or on the next one.
  const mustClearCard =
    !attempt ||
    confirmedByService ||
    !hasStatusSource(config) ||
    (intentStatus !== 'open' && !canFetchIntent(config));
  const result = enterPolling(
    { ...model, mayHaveSentBefore: true },
    state,
    ...(mustResolveSubmit ? [{ type: 'resolve-submit', outcome } as const] : []),
    ...(mustClearCard ? [{ type: 'clear', what: 'card' } as const] : []),
    ...(anotherWay !== 'none' || isHeld
      ? []
      : [{ type: 'watch-time', at: openSince + anotherWayAfterMs } as const]),
  );
  // Emit last: a listener may start another order at once.
  return isReported ? result : withLastEffect(result, { type: 'emit-outcome', outcome, next: undefined });
}

function enterPolling(model: Model, state: UnknownState, ...effects: readonly Effect[]): TransitionResult {
  const { config, outcome, statusRequestCount, isHeld } = state;
  const ask: Effect = { type: 'ask-status', paymentId: outcome.paymentId, config, statusRequestCount };
  return enter(model, state, ...effects, ...(hasStatusSource(config) && !isHeld ? [ask] : []));
}

export const askAgain = (model: Model, state: UnknownState): TransitionResult =>
  enterPolling(model, { ...state, statusRequestCount: state.statusRequestCount + 1 });
