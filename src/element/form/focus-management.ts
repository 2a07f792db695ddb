import type { Phase } from '../checkout/outcome.js';

/** The part of the form that has the focus. */
type Place = 'form' | 'notice' | undefined;

export function getFocusPlace(root: ShadowRoot): Place {
  const active = root.activeElement;
  return active?.closest('form') ? 'form' : active?.closest('.notice') ? 'notice' : undefined;
}

/** The form's phase at the last render and now, and where the focus may go. */
interface FormChange {
  readonly before: Phase | undefined;
  readonly phase: Phase;
  readonly hasErrors: boolean;
  /** Focuses where the payer continues. */
  readonly focus: () => void;
  /** Focuses the chosen method, if there is a list of them. */
  readonly focusChoice: () => void;
}

/** Moves the focus when the form disappears, and scrolls to the result of an attempt. */
export function updateFocusAfterRender(root: ShadowRoot, place: Place, change: FormChange): void {
  const notice = root.querySelector<HTMLElement>('.notice');
  const form = root.querySelector<HTMLElement>('form:not([hidden])');
  const hasNotice = notice?.childElementCount !== 0;
  const isFormShown = form && change.phase !== 'waiting';
  const active = root.activeElement;
  // The form has disappeared, or the focused button of the notice: focus the notice that replaced it.
  if (place === 'form' ? !isFormShown : place && hasNotice && !active) (hasNotice ? notice : form)?.focus();
  else if (
    place &&
    !hasNotice &&
    isFormShown &&
    // Browsers leave the focus on what can no longer have it.
    (place === 'notice' || !active || active === form || active.closest('[hidden]'))
  )
    change.focus();
  else if (
    hasNotice &&
    (change.before === 'paying' || change.before === 'confirming') &&
    change.phase !== 'paying' &&
    change.phase !== 'confirming' &&
    !change.hasErrors
  ) {
    // jsdom has no layout to scroll.
    (notice as Partial<HTMLElement> | undefined)?.scrollIntoView?.({ block: 'nearest' });
    // A payer whose saved card was refused continues by choosing another card, or the fields.
    if (place === 'form' && isFormShown) change.focusChoice();
  }
}
