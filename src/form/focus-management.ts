import type { Phase } from './card-form.js';

/** In which part of the form the payer is. */
type Place = 'form' | 'notice' | undefined;

export function getFocusPlace(root: ShadowRoot): Place {
  const active = root.activeElement;
  return active?.closest('form') ? 'form' : active?.closest('.notice') ? 'notice' : undefined;
}

/** What the form was doing when it was last drawn, what it is doing by now, and where the focus may go. */
interface Change {
  readonly before: Phase | undefined;
  readonly phase: Phase;
  readonly hasErrors: boolean;
  /** To where the payer goes on. */
  readonly focus: () => void;
  /** To the saved cards, where there are some. */
  readonly focusSaved: () => void;
}

/** Moves the focus when the form disappears, and scrolls to the result of an attempt. */
export function keepInView(root: ShadowRoot, place: Place, now: Change): void {
  const notice = root.querySelector<HTMLElement>('.notice');
  const form = root.querySelector('form');
  const said = notice?.childElementCount !== 0;
  const shown = !form?.hidden && now.phase !== 'waiting';
  // Firefox and WebKit leave the focus on what can no longer have it.
  const active = root.activeElement;
  // The button of a notice that the payer was on is gone: what is said now is why.
  if (place === 'form' ? !shown : place && said && !active) (said ? notice : form)?.focus();
  else if (place && !said && shown && (place === 'notice' || !active || active === form)) now.focus();
  else if (said && now.before === 'paying' && now.phase !== 'paying' && !now.hasErrors) {
    notice?.scrollIntoView({ block: 'nearest' });
    // A payer whose saved card did not work goes on by choosing another one, or the fields.
    if (place === 'form' && shown) now.focusSaved();
  }
}
