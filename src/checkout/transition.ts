import {
  anotherWay,
  askAgain,
  continued,
  heardWhileOpen,
  statusAnswered,
  statusOfAnother,
  timePassedOpen,
  unknown,
} from './asked-about.js';
import { configured, heardInForm, patienceEnded, reset, timePassedInForm } from './before-paying.js';
import { answered, claimed, intentFetched, stopped, submitted, verified, withheld } from './paying.js';
import type { CheckoutEvent, Model } from './state.js';
import { same, to, type Step } from './step.js';

/**
 * What happens next. Pure: all that it wants done is in the effects. Events that do not fit the state change nothing.
 *
 * @param now Milliseconds since the epoch.
 */
export function transition(model: Model, event: CheckoutEvent, now: number): Step {
  const { state } = model;
  // What an earlier attempt asked for may be answered late: its id tells.
  const isFor = (paymentId: string) => 'paymentId' in event && event.paymentId === paymentId;
  const paying = state.phase === 'paying' && isFor(state.paymentId) ? state : undefined;
  const open = state.phase === 'unknown' && isFor(state.outcome.paymentId) ? state : undefined;
  switch (event.type) {
    case 'configured':
      return configured(model, event, now);
    case 'patience-ended':
      return patienceEnded(model);
    case 'submitted':
      return submitted(model, event.paymentId, event.by, now);
    case 'claimed':
      return paying?.step === 'claiming' ? claimed(model, paying, event.news, now) : same(model);
    case 'intent-fetched':
      return paying?.step === 'fetching-intent' ? intentFetched(model, paying, event.intent) : same(model);
    case 'withheld':
      return paying?.step === 'fetching-intent' || paying?.step === 'announcing'
        ? withheld(model, paying, event.payment, now)
        : same(model);
    case 'stopped':
      return paying && paying.step !== 'verifying' ? stopped(model, paying, event.error) : same(model);
    case 'allowed': {
      if (paying?.step !== 'announcing') return same(model);
      const { attempt, config, paymentId, by } = paying;
      return to(
        model,
        { ...paying, step: 'sending' },
        { type: 'note', config, paymentId, stage: 'sent' },
        { type: 'send', attempt, by },
      );
    }
    case 'answered':
      return paying?.step === 'sending' ? answered(model, paying, event.answer, now) : same(model);
    case 'verified':
      return paying?.step === 'verifying' ? verified(model, paying, event.payment, now) : same(model);
    case 'came-back': {
      if (state.phase !== 'redirecting') return same(model);
      const { config, attempt, payment, since } = state;
      return unknown(model, { config, attempt, payment, paymentId: payment.id, since }, now);
    }
    case 'continued':
      return state.phase === 'unknown' ? continued(model, state) : same(model);
    case 'another-way':
      return state.phase === 'unknown' ? anotherWay(model, state, event.choice, now) : same(model);
    case 'status-answered':
      return open ? statusAnswered(model, open, event.payment, now) : same(model);
    case 'status-failed':
      if (!open) return same(model);
      return event.isForeign ? statusOfAnother(model, open, now) : askAgain(model, open);
    case 'heard':
      return state.phase === 'unknown'
        ? heardWhileOpen(model, state, event.news, now)
        : heardInForm(model, event.news, now);
    case 'time-passed':
      return state.phase === 'unknown' ? timePassedOpen(model, state, now) : timePassedInForm(model, now);
    case 'reset':
      return reset(model);
    default:
      return event satisfies never;
  }
}
