import type { Config } from './config.js';
import { enterExpired, showFormAgain, keepAttempt } from './return-to-form.js';
import { interpretPayment } from './outcome.js';
import type { CheckoutPayment } from './payment.js';
import type { Attempt, PreviousTry } from './ports.js';
import { isPaid, type StoreSnapshot, type StoredAttempt } from './purchase.js';
import { enterSettled, redirectToChallenge, markIntentUsed } from './settle.js';
import type { Effect, Model, UnknownState } from './state.js';
import {
  createIntentEndedError,
  getConfig,
  withEffects,
  hasStatusSource,
  canFetchIntent,
  withLastEffect,
  unchanged,
  isSameSource,
  enter,
  type TransitionResult,
} from './transition-result.js';
import {
  giveUpAfterMs,
  anotherWayAfterMs,
  closedIntentGraceMs,
  notFoundGraceMs,
  notFoundAnswers,
} from './timeouts.js';

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

/** A payment that memory knows: of another element, another tab, or this page before a reload. */
export function restoreAttempt(
  model: Model,
  config: Config,
  entry: StoredAttempt,
  now: number,
  { busy = false, resolves = false } = {},
): TransitionResult {
  const { paymentId, stage, at } = entry;
  const isFinal = isPaid(stage);
  if (isFinal && !hasStatusSource(config)) {
    const outcome = { status: stage, paymentId } as const;
    return enterSettled(
      model,
      { config, outcome },
      ...(resolves ? [{ type: 'resolve-submit', outcome } as const] : []),
    );
  }
  // A payment at the bank has used its intent. One that got lost may not have: then it can be sent again.
  const attempt =
    config.purchase.namedBy === 'intent' && !isFinal ? createAttempt(config, paymentId, 'lost') : undefined;
  const confirmedByService = isFinal || stage === 'waiting';
  // A final payment has not waited for the payer since it was noted: a status that lags must not make it abandoned.
  const openSince = isFinal ? now : at;
  return enterUnknown(
    model,
    {
      config,
      paymentId,
      attempt,
      confirmedByService,
      isKnownFromStoreOnly: isFinal,
      isPageRevisited: isFinal && entry.returned,
      inOtherTab: busy,
      openSince,
      mustResolveSubmit: resolves,
    },
    now,
  );
}

/** The model, once memory has told of another payment of the purchase. */
export const withStoredAttempt = (model: Model, entry?: StoredAttempt): Model => ({
  ...model,
  hasSentBefore: true,
  ...(entry?.givenUp ? { hasOtherOpenPayment: true } : {}),
});

/** Whether memory says of another payment that it may have been made, or was. */
export const isStoredAttemptOpen = (model: Model, { paymentId, stage }: StoredAttempt): boolean =>
  stage === 'sent' || stage === 'waiting' || (isPaid(stage) && model.earlierPaymentId !== paymentId);

/** An attempt on the intent that the page has named. A lazy source has to be asked for one. */
export function createAttempt(
  config: Config,
  paymentId: string,
  previousTry: PreviousTry,
): Attempt | undefined {
  const { intentSource: source } = config;
  if (source.kind !== 'secret') return undefined;
  return {
    paymentId,
    intent: { id: source.intentId, clientSecret: source.clientSecret },
    config,
    previousTry,
  };
}

function enterPolling(model: Model, state: UnknownState, ...effects: readonly Effect[]): TransitionResult {
  const { config, outcome, statusRequestCount: asked } = state;
  const ask: Effect = { type: 'ask-status', paymentId: outcome.paymentId, config, statusRequestCount: asked };
  return enter(model, state, ...effects, ...(hasStatusSource(config) ? [ask] : []));
}

export const askAgain = (model: Model, state: UnknownState): TransitionResult =>
  enterPolling(model, { ...state, statusRequestCount: state.statusRequestCount + 1 });

/**
 * The merchant's server says that the payment is none of this order's. Where nothing but memory has ever told of it, and
 * only by the address that stands for the order, the address has come to stand for another order.
 */
export function onForeignStatus(model: Model, state: UnknownState, now: number): TransitionResult {
  const { config, outcome, isKnownFromStoreOnly, inOtherTab } = state;
  const { paymentId } = outcome;
  if (!isKnownFromStoreOnly || inOtherTab || outcome.payment || config.purchase.namedBy !== 'checkout-url')
    return askAgain(model, state);
  return withEffects(
    [
      { type: 'save-attempt', config, paymentId, stage: 'free' },
      {
        type: 'advise-developer',
        advice:
          '`checkout-url` must name the order, as in /checkout/7: another order was paid at the same address before.',
      },
    ],
    showFormAgain({ ...model, earlierPaymentId: paymentId }, now),
  );
}

export function onStatusAnswered(
  model: Model,
  state: UnknownState,
  payment: CheckoutPayment | undefined,
  now: number,
): TransitionResult {
  const { config, attempt, confirmedByService } = state;
  const { paymentId } = state.outcome;
  if (payment) {
    const reading = interpretPayment(payment);
    if (reading.kind === 'final') {
      return enterSettled(model, {
        config,
        attempt,
        outcome: { status: reading.status, paymentId, payment },
      });
    }
    const next: UnknownState = {
      ...state,
      outcome: { ...state.outcome, payment },
      confirmedByService: true,
      notFound: undefined,
    };
    const isWaitTooLong = payment.status === 'initiated' && now - state.openSince >= giveUpAfterMs;
    if (isWaitTooLong) return giveUp(model, next, now);
    const save: Effect = { type: 'save-attempt', config, paymentId, stage: 'waiting' };
    return withEffects(state.outcome.payment || state.inOtherTab ? [] : [save], askAgain(model, next));
  }
  // Only a payment that was never seen can be missing, and not while another tab may be sending it.
  if (confirmedByService || state.inOtherTab) return askAgain(model, state);
  const notFound = { since: state.notFound?.since ?? now, times: (state.notFound?.times ?? 0) + 1 };
  const graceMs = state.isIntentClosed ? closedIntentGraceMs : notFoundGraceMs;
  if (now - notFound.since < graceMs || notFound.times < notFoundAnswers)
    return askAgain(model, { ...state, notFound });
  return attempt && !state.isIntentClosed
    ? keepAttempt(model, { ...attempt, previousTry: 'lost' })
    : giveUp(model, state, now);
}

/** The payment is given up: it never arrived, nobody finished it at the bank, or the payer pays another way. */
function giveUp(model: Model, state: UnknownState, now: number): TransitionResult {
  const { config, attempt, confirmedByService, isIntentClosed } = state;
  const { paymentId } = state.outcome;
  const isGivenUp = confirmedByService || model.abandonedPaymentId === paymentId;
  const save: Effect = { type: 'save-attempt', config, paymentId, stage: isGivenUp ? 'given-up' : 'free' };
  const used = markIntentUsed(model, confirmedByService || isIntentClosed ? attempt : undefined);
  const next = isGivenUp ? { ...used, hasOtherOpenPayment: true } : used;
  // A plain secret that is used or has ended: only the page can bring another one.
  if ((confirmedByService || isIntentClosed) && usesConfiguredSecret(model, attempt))
    return withEffects([save], enterExpired(next, confirmedByService));
  // A payer who has chosen to pay another way knows why the form is there.
  const error = model.abandonedPaymentId === paymentId ? undefined : createIntentEndedError();
  return withEffects([save], showFormAgain(next, now, error));
}

/** Whether the attempt is on the very secret that the page has set. */
function usesConfiguredSecret({ setup }: Model, attempt: Attempt | undefined): boolean {
  const config = getConfig(setup);
  return (
    attempt !== undefined &&
    config !== undefined &&
    !canFetchIntent(config) &&
    isSameSource(config, attempt.config)
  );
}

/** Time has passed while a payment was open. */
export function onTimePassedWhileOpen(model: Model, state: UnknownState, now: number): TransitionResult {
  if (state.anotherWay !== 'none' || state.inOtherTab || now - state.openSince < anotherWayAfterMs)
    return unchanged(model);
  return enter(model, { ...state, anotherWay: 'offered' });
}

/** The payer's own word is the last way on: it is asked for, confirmed, and never assumed. */
export function onAnotherWay(
  model: Model,
  state: UnknownState,
  choice: 'ask' | 'confirm' | 'back',
  now: number,
): TransitionResult {
  switch (choice) {
    case 'ask':
      return state.anotherWay === 'offered'
        ? enter(model, { ...state, anotherWay: 'chosen' })
        : unchanged(model);
    case 'back':
      return state.anotherWay === 'chosen'
        ? enter(model, { ...state, anotherWay: 'offered' })
        : unchanged(model);
    case 'confirm': {
      if (state.anotherWay !== 'chosen') return unchanged(model);
      const { attempt, confirmedByService, isIntentClosed } = state;
      // The same intent makes at most one payment: on it the payer can pay safely, without setting anything aside.
      if (attempt && !confirmedByService && !isIntentClosed && usesConfiguredSecret(model, attempt))
        return keepAttempt(model, { ...attempt, previousTry: 'refused' });
      return giveUp({ ...model, abandonedPaymentId: state.outcome.paymentId }, state, now);
    }
    default:
      return choice satisfies never;
  }
}

/** A payment that waits for the payer's answer at the bank can be finished there: it is the same payment. */
export function continueChallenge(model: Model, state: UnknownState): TransitionResult {
  const { config, attempt, openSince, outcome } = state;
  const { payment } = outcome;
  const reading = payment && interpretPayment(payment);
  return payment && reading?.kind === 'challenge'
    ? redirectToChallenge(model, { config, attempt, url: reading.url, payment, openSince })
    : unchanged(model);
}

/** News of a purchase whose payment is open here. */
export function onStoreChangedWhileOpen(
  model: Model,
  state: UnknownState,
  { entry, busy }: StoreSnapshot,
  now: number,
): TransitionResult {
  const { config, outcome, inOtherTab } = state;
  const own = entry?.paymentId === outcome.paymentId ? entry : undefined;
  if (inOtherTab) {
    if (busy) {
      return entry && !own ? restoreAttempt(model, config, entry, now, { busy }) : unchanged(model);
    }
    // Nobody pays any more. What became of it stands in memory; without a word there, nothing was sent.
    return entry && isStoredAttemptOpen(model, entry)
      ? restoreAttempt(model, config, entry, now)
      : showFormAgain(model, now);
  }
  // Whatever becomes of this payment, another one of the purchase may have been made.
  if (entry && !own && isStoredAttemptOpen(model, entry))
    return unchanged({ ...model, hasOtherOpenPayment: true });
  // Whoever has learned of the end first has shown the payer what follows: this page is not left for it once more.
  if (own && isPaid(own.stage)) return restoreAttempt(model, config, { ...own, returned: true }, now);
  // Another tab has found out that this payment can't be made any more. What is held here is finished here.
  const isFree = own?.stage === 'free' || own?.stage === 'given-up';
  if (isFree && !state.attempt) return showFormAgain(withStoredAttempt(model, own), now);
  // What the service has answered with has used its intent: it has failed, as `pay-result` has read. Where the server can
  // be asked, it says so in a moment, and why.
  if (own?.stage !== 'free' || !state.confirmedByService || hasStatusSource(config)) return unchanged(model);
  const next = markIntentUsed(withStoredAttempt(model, own), state.attempt);
  return usesConfiguredSecret(model, state.attempt) ? enterExpired(next, true) : showFormAgain(next, now);
}
