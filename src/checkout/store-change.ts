import { enterExpired, showFormAgain } from './return-to-form.js';
import { isPaid, type StoreSnapshot } from './purchase.js';
import { markIntentUsed } from './settle.js';
import type { Model, UnknownState } from './state.js';
import { canFetchIntent, getConfig, hasStatusSource } from './config-queries.js';
import { usesConfiguredSecret } from './give-up.js';
import { getUnresolvedAttempt } from './state-queries.js';
import { isStoredAttemptOpen, restoreAttempt, withStoredAttempt } from './stored-attempt.js';
import { unchanged, type TransitionResult } from './transition-result.js';

/** The store has changed while the form is shown: another element or tab may be paying. */
export function onStoreChangedInForm(
  before: Model,
  { entry, busy }: StoreSnapshot,
  now: number,
): TransitionResult {
  const { state } = before;
  const config = getConfig(before.setup);
  if ((state.phase !== 'ready' && state.phase !== 'failed') || !config || !entry) return unchanged(before);
  const isOwn = (state.phase === 'ready' ? state.held : state.outcome)?.paymentId === entry.paymentId;
  const isOpen = isStoredAttemptOpen(before, entry);
  // While the held attempt is open in another tab, this page cannot say that nothing was sent.
  const model = isOwn && !isOpen ? before : withStoredAttempt(before, entry);
  // Another tab may have found out that the held payment was paid. An open attempt of another id has an intent of its
  // own: before the held attempt is sent again, the purchase is locked and the store is read.
  if (
    isOwn
      ? !isPaid(entry.stage)
      : getUnresolvedAttempt(state) || !(isOpen || (entry.stage === 'claimed' && busy))
  )
    return unchanged(model);
  // A declined `client-secret` set by the page has no form to come back to. That nothing was charged is no longer known.
  if (state.phase !== 'ready' && !canFetchIntent(config))
    return unchanged({ ...model, hasOtherOpenPayment: true });
  return restoreAttempt(model, config, entry, now, { busy });
}

/** The store has changed while a payment of the purchase is open here. */
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
    // No tab is paying any more. The store has the result; without an open entry nothing was sent.
    return entry && isStoredAttemptOpen(model, entry)
      ? restoreAttempt(model, config, entry, now)
      : showFormAgain(model, now);
  }
  // Whatever becomes of this payment, another one of the purchase may have been made.
  if (entry && !own && isStoredAttemptOpen(model, entry))
    return unchanged({ ...model, hasOtherOpenPayment: true });
  // The tab that learned of the payment first has already navigated; this tab stays on its page.
  if (own && isPaid(own.stage)) return restoreAttempt(model, config, { ...own, returned: true }, now);
  // Another tab has found out that this payment can't be made any more. An attempt that this tab holds is finished here.
  const isFree = own?.stage === 'free' || own?.stage === 'given-up';
  if (isFree && !state.attempt) return showFormAgain(withStoredAttempt(model, own), now);
  // The service confirmed this payment, so its intent is closed; `pay-result` has read that the payment failed. With a
  // status source, polling will report the reason.
  if (own?.stage !== 'free' || !state.confirmedByService || hasStatusSource(config)) return unchanged(model);
  const next = markIntentUsed(withStoredAttempt(model, own), state.attempt);
  return usesConfiguredSecret(model, state.attempt)
    ? enterExpired(next, { isRefusedByService: true })
    : showFormAgain(next, now);
}
