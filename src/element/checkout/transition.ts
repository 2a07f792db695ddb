import { onAnswered, onBlockedByOrder, onVerified } from './payment-answer.js';
import { onConfigTimeout, onReset, onTimePassedInForm } from './form-state.js';
import { askAgain, enterUnknown } from './enter-unknown.js';
import { onConfigured } from './configured.js';
import {
  onCodeAnswered,
  onCodeNotSent,
  onCodeSubmitted,
  onConfirmingLeft,
  onLockedForCode,
  onStoreChangedWhileConfirming,
  onTimePassedWhileConfirming,
} from './confirming.js';
import { continueChallenge, onAnotherWay, onTimePassedWhileOpen } from './another-way.js';
import type { CheckoutEvent, Model } from './state.js';
import { enter, unchanged, type TransitionResult } from './transition-result.js';
import { onIntentFetched, onLocked, onStopped, onSubmitted } from './submit.js';
import { onStoreChangedInForm, onStoreChangedWhileOpen } from './store-change.js';
import { onForeignStatus, onStatusAnswered } from './status-answer.js';

/**
 * The next model, and the effects to run. Pure. Events that do not fit the state change nothing.
 *
 * @param now Milliseconds since the epoch.
 */
export function transition(before: Model, event: CheckoutEvent, now: number): TransitionResult {
  const model = withoutFutureTimes(before, now);
  const { state } = model;
  // Responses to an earlier attempt may arrive late; their payment id differs.
  const isFor = (paymentId: string) => 'paymentId' in event && event.paymentId === paymentId;
  const paying = state.phase === 'paying' && isFor(state.paymentId) ? state : undefined;
  const confirming = state.phase === 'confirming' ? state : undefined;
  const codeFor = confirming && isFor(confirming.payment.id) ? confirming : undefined;
  const open = state.phase === 'unknown' && isFor(state.outcome.paymentId) ? state : undefined;
  switch (event.type) {
    case 'configured':
      return onConfigured(model, event, now);
    case 'config-timeout':
      return onConfigTimeout(model);
    case 'submitted':
      return onSubmitted(model, event.paymentId, event.method, now);
    case 'locked':
      if (codeFor?.step === 'locking') return onLockedForCode(model, codeFor, event.snapshot, now);
      return paying?.step === 'locking' ? onLocked(model, paying, event.snapshot, now) : unchanged(model);
    case 'intent-fetched':
      return paying?.step === 'fetching-intent'
        ? onIntentFetched(model, paying, event.intent)
        : unchanged(model);
    case 'blocked-by-order':
      return paying?.step === 'fetching-intent'
        ? onBlockedByOrder(model, paying, event, now)
        : unchanged(model);
    case 'stopped':
      if (codeFor?.step === 'locking') return onCodeNotSent(model, codeFor, event.error);
      return paying && paying.step !== 'verifying'
        ? onStopped(model, paying, event.error, now)
        : unchanged(model);
    case 'allowed': {
      if (paying?.step !== 'announcing') return unchanged(model);
      const { attempt, config, paymentId, method } = paying;
      return enter(
        model,
        { ...paying, step: 'sending' },
        { type: 'save-attempt', config, paymentId, stage: 'sent' },
        { type: 'send', attempt, method },
      );
    }
    case 'answered':
      return paying?.step === 'sending' ? onAnswered(model, paying, event.answer, now) : unchanged(model);
    case 'code-submitted':
      return confirming ? onCodeSubmitted(model, confirming) : unchanged(model);
    case 'code-answered':
      return codeFor?.step === 'sending'
        ? onCodeAnswered(model, codeFor, event.answer, now)
        : unchanged(model);
    case 'verified':
      return paying?.step === 'verifying' ? onVerified(model, paying, event.payment, now) : unchanged(model);
    case 'came-back': {
      if (state.phase !== 'redirecting') return unchanged(model);
      const { config, attempt, payment, openSince } = state;
      return enterUnknown(model, { config, attempt, payment, paymentId: payment.id, openSince }, now);
    }
    case 'continued':
      if (state.phase === 'unknown') return continueChallenge(model, state);
      return 'returnUrl' in state && state.returnUrl !== undefined
        ? enter(model, state, { type: 'go-to-return-url', url: state.returnUrl })
        : unchanged(model);
    case 'another-way-requested':
      if (confirming && event.choice === 'ask') return onConfirmingLeft(model, confirming, now);
      return state.phase === 'unknown' ? onAnotherWay(model, state, event.choice, now) : unchanged(model);
    case 'status-answered':
      return open ? onStatusAnswered(model, open, event.payment, now) : unchanged(model);
    case 'status-failed':
      if (!open) return unchanged(model);
      return event.isForeign ? onForeignStatus(model, open, now) : askAgain(model, open);
    case 'store-changed':
      if (confirming) return onStoreChangedWhileConfirming(model, confirming, event.snapshot, now);
      return state.phase === 'unknown'
        ? onStoreChangedWhileOpen(model, state, event.snapshot, now)
        : onStoreChangedInForm(model, event.snapshot, now);
    case 'time-passed':
      if (confirming) return onTimePassedWhileConfirming(model, confirming, now);
      return state.phase === 'unknown'
        ? onTimePassedWhileOpen(model, state, now)
        : onTimePassedInForm(model, now);
    case 'reset':
      return onReset(model);
    default:
      return event satisfies never;
  }
}

/** The device's clock may have been set back: the payer must not wait until it is at an earlier time again. */
function withoutFutureTimes(model: Model, now: number): Model {
  const { state } = model;
  if (state.phase !== 'unknown' && state.phase !== 'confirming') return model;
  const openSince = Math.min(state.openSince, now);
  if (state.phase === 'confirming')
    return openSince === state.openSince ? model : { ...model, state: { ...state, openSince } };
  const { notFound } = state;
  if (openSince === state.openSince && (notFound?.since ?? 0) <= now) return model;
  return {
    ...model,
    state: {
      ...state,
      openSince,
      notFound: notFound && { ...notFound, since: Math.min(notFound.since, now) },
    },
  };
}
