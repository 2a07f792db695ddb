import { enterExpired, showFormAgain } from './return-to-form.js';
import { isPaidOrAuthorized, type StoreSnapshot, type StoredAttempt } from './purchase.js';
import { markIntentClosed } from './settle.js';
import type { Model, UnknownState } from './state.js';
import { canFetchIntent, getConfig, hasStatusSource } from './config-queries.js';
import { usesConfiguredSecret } from './give-up.js';
import { getUnresolvedAttempt } from './state-queries.js';
import { mayBePayment, restoreAttempt, withStoredAttempt } from './restore-attempt.js';
import { unchanged, type TransitionResult } from './transition-result.js';

/** The store has changed while the form is shown: another element or tab may be paying. */
export function onStoreChangedInForm(
  before: Model,
  { entry, isLockedElsewhere }: StoreSnapshot,
  now: number,
): TransitionResult {
  const { state } = before;
  const config = getConfig(before.setup);
  if ((state.phase !== 'ready' && state.phase !== 'failed') || !config || !entry) return unchanged(before);
  const isOwn = (state.phase === 'ready' ? state.held : state.outcome)?.paymentId === entry.paymentId;
  const isOpen = mayBePayment(before, entry);
  // While the held attempt is open in another tab, this page cannot say that nothing was sent.
  const model = isOwn && !isOpen ? before : withStoredAttempt(before, entry);
  if (isOwn) {
    // Another tab may have found out that the held payment was paid. Every other stage leaves the form as it is.
    if (!isPaidOrAuthorized(entry.stage)) return unchanged(model);
  } else {
    const isBlocking = isOpen || (entry.stage === 'claimed' && isLockedElsewhere);
    // A held attempt stays: before it is sent again, the purchase is locked and the store is read.
    if (!isBlocking || getUnresolvedAttempt(state)) return unchanged(model);
  }
  // A declined `client-secret` set by the page has no form to come back to. The other payment may take the money.
  if (state.phase !== 'ready' && !canFetchIntent(config))
    return unchanged({ ...model, hasOtherOpenPayment: true });
  return restoreAttempt(model, config, entry, now, { isLockedElsewhere });
}

/** The store has changed while a payment of the purchase is open. */
export function onStoreChangedWhileOpen(
  model: Model,
  state: UnknownState,
  snapshot: StoreSnapshot,
  now: number,
): TransitionResult {
  // Held money closes the order, whatever another tab has learned.
  if (state.isHeld) return unchanged(model);
  if (state.inOtherTab) return onStoreChangedWhileOtherTabPays(model, state, snapshot, now);
  const { entry, isLockedElsewhere } = snapshot;
  if (!entry) return unchanged(model);
  const isOwn = entry.paymentId === state.outcome.paymentId;
  // Another tab is sending the payment, on an intent that this tab does not have.
  if (isOwn && isLockedElsewhere && entry.stage === 'sent' && !state.attempt && !state.outcome.payment)
    return restoreAttempt(model, state.config, entry, now, { isLockedElsewhere });
  return isOwn ? onOwnEntryChanged(model, state, entry, now) : onOtherEntryChanged(model, entry);
}

function onStoreChangedWhileOtherTabPays(
  model: Model,
  { config, outcome }: UnknownState,
  { entry, isLockedElsewhere }: StoreSnapshot,
  now: number,
): TransitionResult {
  if (isLockedElsewhere) {
    const isAnotherPayment = entry !== undefined && entry.paymentId !== outcome.paymentId;
    return isAnotherPayment
      ? restoreAttempt(model, config, entry, now, { isLockedElsewhere })
      : unchanged(model);
  }
  // No tab is paying any more. The store has the result; without an open entry nothing was sent.
  return entry && mayBePayment(model, entry)
    ? restoreAttempt(model, config, entry, now)
    : showFormAgain(model, now);
}

/** Another payment of the purchase may have been made, whatever becomes of the one that is open here. */
const onOtherEntryChanged = (model: Model, entry: StoredAttempt): TransitionResult =>
  unchanged(mayBePayment(model, entry) ? { ...model, hasOtherOpenPayment: true } : model);

/** Another tab has learned the result of the payment that is open here. */
function onOwnEntryChanged(
  model: Model,
  state: UnknownState,
  entry: StoredAttempt,
  now: number,
): TransitionResult {
  const { config, attempt } = state;
  const { stage } = entry;
  // The tab that learned of the payment first has already navigated; this tab stays on its page.
  if (isPaidOrAuthorized(stage)) return restoreAttempt(model, config, { ...entry, returned: true }, now);
  if (stage !== 'free' && stage !== 'given-up') return unchanged(model);
  const next = withStoredAttempt(model, entry);
  if (!attempt) return showFormAgain(next, now);
  // This tab goes on with its own attempt, unless the service has confirmed a payment that has now failed: then the intent
  // is closed. With a status source, polling will report why the payment failed.
  if (stage !== 'free' || !state.confirmedByService || hasStatusSource(config)) return unchanged(model);
  const closed = markIntentClosed(next, attempt);
  return usesConfiguredSecret(model, attempt)
    ? enterExpired(closed, { mayBePaid: true })
    : showFormAgain(closed, now);
}
