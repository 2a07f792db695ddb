import { PayError } from '../../error.js';
import { hasStatusSource } from './config-queries.js';
import { enterUnknown } from './enter-unknown.js';
import { giveUp, usesConfiguredSecret } from './give-up.js';
import { interpretPayment } from './outcome.js';
import type { CheckoutPayment } from './payment.js';
import type { Attempt, CodeResult } from './ports.js';
import type { StoreSnapshot } from './purchase.js';
import type { Config } from './config.js';
import { enterSettled, markIntentClosed } from './settle.js';
import { mayBePayment, restoreAttempt, withStoredAttempt } from './restore-attempt.js';
import { enterExpired, showFormAgain } from './return-to-form.js';
import type { ConfirmingState, Effect, Model } from './state.js';
import { codeEndingSoonMs, codeTimeoutMs } from './timeouts.js';
import { enter, unchanged, withLastEffect, type TransitionResult } from './transition-result.js';

interface CodeRequest {
  readonly config: Config;
  readonly attempt: Attempt | undefined;
  readonly payment: CheckoutPayment;
  readonly codeUrl: string;
  readonly openSince: number;
  readonly isCodeSent: boolean;
}

/** STC Pay waits for the code that it has sent to the payer. */
export function enterConfirming(model: Model, request: CodeRequest, ...effects: Effect[]): TransitionResult {
  const { config, attempt, payment, codeUrl, openSince, isCodeSent } = request;
  return enter(
    markIntentClosed(model, attempt),
    { phase: 'confirming', config, attempt, payment, codeUrl, openSince, step: 'typing', isCodeSent },
    { type: 'save-attempt', config, paymentId: payment.id, stage: 'waiting' },
    ...effects,
    { type: 'watch-time', at: openSince + codeTimeoutMs - codeEndingSoonMs },
  );
}

/** Whether there is still time to type a code. */
export const isCodeAwaited = ({ openSince }: Pick<ConfirmingState, 'openSince'>, now: number): boolean =>
  now - openSince < codeTimeoutMs;

/** The payer confirms. No other element or tab may pay for the purchase while the code is sent. */
export function onCodeSubmitted(model: Model, { error: _, ...state }: ConfirmingState): TransitionResult {
  const { config, payment } = state;
  return state.step === 'typing'
    ? enter(model, { ...state, step: 'locking' }, { type: 'lock', paymentId: payment.id, config })
    : unchanged(model);
}

/** The purchase was locked, unless the payer pays in another element or tab, or has given this payment up there. */
export function onLockedForCode(
  model: Model,
  state: ConfirmingState,
  snapshot: StoreSnapshot,
  now: number,
): TransitionResult {
  if (!isStoredAsWaiting(state, snapshot)) return leaveToStore(model, state, snapshot, now);
  if (snapshot.isLockedElsewhere) {
    const message = 'Another tab or element has this purchase. The code was not sent.';
    return onCodeNotSent(model, state, new PayError('canceled', message, { retryable: true }));
  }
  const { config, codeUrl, payment } = state;
  return enter(
    model,
    { ...state, step: 'sending' },
    { type: 'send-code', paymentId: payment.id, config, codeUrl },
  );
}

/** The code did not leave this device: the payer may confirm again. */
export const onCodeNotSent = (model: Model, state: ConfirmingState, error: PayError): TransitionResult =>
  enter(
    model,
    { ...state, step: 'typing', error },
    { type: 'watch-time', at: state.openSince + codeTimeoutMs },
  );

/** Decides what the answer to a code means. Only a payment that has ended says what the code came to. */
export function onCodeAnswered(
  model: Model,
  state: ConfirmingState,
  answer: CodeResult,
  now: number,
): TransitionResult {
  const { config, attempt, codeUrl } = state;
  switch (answer.kind) {
    case 'payment': {
      const { payment } = answer;
      const meaning = interpretPayment(payment, config);
      if (meaning.kind !== 'final')
        return leaveOpen(model, { ...state, payment, isCodeSent: true }, now, { codeUrl });
      const outcome = { status: meaning.status, paymentId: payment.id, payment };
      return enterSettled(model, { config, attempt, outcome });
    }
    case 'unsent': {
      const { error } = answer;
      const result = onCodeNotSent(model, state, error);
      return error.code === 'configuration'
        ? withLastEffect(result, { type: 'advise-developer', advice: error.message })
        : result;
    }
    case 'no-answer': {
      const result = leaveOpen(model, { ...state, isCodeSent: true }, now, { codeUrl });
      const { advice } = answer;
      return advice ? withLastEffect(result, { type: 'advise-developer', advice }) : result;
    }
    default:
      return answer satisfies never;
  }
}

/** The time for the code runs out, or has run out: then only the service can end the payment. */
export function onTimePassedWhileConfirming(
  model: Model,
  state: ConfirmingState,
  now: number,
): TransitionResult {
  if (state.step !== 'typing') return unchanged(model);
  if (!isCodeAwaited(state, now)) return leaveOpen(model, state, now);
  const { openSince } = state;
  return state.isEndingSoon || isCodeAwaited({ openSince }, now + codeEndingSoonMs)
    ? unchanged(model)
    : enter(model, { ...state, isEndingSoon: true }, { type: 'watch-time', at: openSince + codeTimeoutMs });
}

/**
 * The payer takes another number, or pays another way. Without a code nothing can confirm the payment, because only this
 * page knows where the code goes. Once a code was sent, the payer must agree to the risk.
 */
export function onConfirmingLeft(model: Model, state: ConfirmingState, now: number): TransitionResult {
  const { config, attempt, isCodeSent, payment, step } = state;
  if (step !== 'typing') return unchanged(model);
  if (isCodeSent) return leaveOpen(model, state, now, { anotherWay: 'chosen' });
  const { id: paymentId } = payment;
  const open = { config, attempt, confirmedByService: true, intentStatus: 'open', paymentId } as const;
  return giveUp({ ...model, abandonedPaymentId: paymentId }, open, now);
}

/** Another element or tab has written about the purchase while the payer was typing. */
export const onStoreChangedWhileConfirming = (
  model: Model,
  state: ConfirmingState,
  snapshot: StoreSnapshot,
  now: number,
): TransitionResult =>
  state.step !== 'typing' || isStoredAsWaiting(state, snapshot)
    ? unchanged(model)
    : leaveToStore(model, state, snapshot, now);

/** Whether the store still has the payment as the one that waits. A store that remembers nothing says nothing. */
const isStoredAsWaiting = ({ payment }: ConfirmingState, { entry }: StoreSnapshot): boolean =>
  !entry || (entry.paymentId === payment.id && entry.stage === 'waiting');

/** Another element or tab goes on with the purchase: what it has stored counts, and no code is sent any more. */
function leaveToStore(
  before: Model,
  state: ConfirmingState,
  { entry, isLockedElsewhere }: StoreSnapshot,
  now: number,
): TransitionResult {
  if (!entry) return unchanged(before);
  const { config, attempt, payment } = state;
  const isOwn = entry.paymentId === payment.id;
  const model = withStoredAttempt(isOwn ? before : { ...before, hasOtherOpenPayment: true }, entry);
  // The merchant's server says why it failed.
  if (isOwn && entry.stage === 'free' && hasStatusSource(config)) return leaveOpen(model, state, now);
  // The tab that learned of a final payment has already navigated; this tab stays on its page.
  if (mayBePayment(model, entry) || (entry.stage === 'claimed' && isLockedElsewhere))
    return restoreAttempt(model, config, { ...entry, returned: true }, now, { isLockedElsewhere });
  return usesConfiguredSecret(model, attempt)
    ? enterExpired(model, { mayBePaid: true })
    : showFormAgain(model, now);
}

/** The payment is open, and no code can be typed now. Without a code of this page it cannot be confirmed. */
const leaveOpen = (
  model: Model,
  { config, attempt, payment, openSince, isCodeSent }: ConfirmingState,
  now: number,
  more: Pick<Parameters<typeof enterUnknown>[1], 'codeUrl' | 'anotherWay'> = {},
): TransitionResult =>
  enterUnknown(
    model,
    {
      config,
      attempt,
      payment,
      paymentId: payment.id,
      openSince,
      ...(isCodeSent ? {} : { anotherWay: 'offered' }),
      ...more,
    },
    now,
  );
