import { enterExpired, showFormAgain } from './return-to-form.js';
import { isPaid, type StoreSnapshot } from './purchase.js';
import { markIntentUsed } from './settle.js';
import type { Model, UnknownState } from './state.js';
import { canFetchIntent, getConfig, hasStatusSource } from './config-queries.js';
import { usesConfiguredSecret } from './give-up.js';
import { getUnresolvedAttempt } from './state-queries.js';
import { isStoredAttemptOpen, restoreAttempt, withStoredAttempt } from './stored-attempt.js';
import { unchanged, type TransitionResult } from './transition-result.js';

/** News of the purchase while the form is there: another element or tab may be paying. */
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
  // While what is held is open elsewhere, nobody can say here that nothing was sent.
  const model = isOwn && !isOpen ? before : withStoredAttempt(before, entry);
  // It may have arrived all the same, as another tab has found out. Else it is on an intent of its own: before it is sent
  // again, the purchase is claimed and memory is read.
  if (
    isOwn
      ? !isPaid(entry.stage)
      : getUnresolvedAttempt(state) || !(isOpen || (entry.stage === 'claimed' && busy))
  )
    return unchanged(model);
  // A plain secret that was declined has no form to come back to. That nothing was charged is no longer known.
  if (state.phase !== 'ready' && !canFetchIntent(config))
    return unchanged({ ...model, hasOtherOpenPayment: true });
  return restoreAttempt(model, config, entry, now, { busy });
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
