import type { Phase } from './card-form.js';

/** Where the payer was before the form was drawn anew. */
export interface Place {
  /** What the form was doing when it was last drawn. */
  readonly phase: Phase | undefined;
  readonly focus: 'form' | 'notice' | undefined;
}

export function placeIn(root: ShadowRoot, phase: Phase | undefined): Place {
  const active = root.activeElement;
  return {
    phase,
    focus: active?.closest('form') ? 'form' : active?.closest('.notice') ? 'notice' : undefined,
  };
}

/** What the form is doing by now, and where the focus may go. */
interface Now {
  readonly phase: Phase;
  readonly complains: boolean;
  /** To where the payer goes on. */
  readonly focus: () => void;
  /** To the saved cards, where there are some. */
  readonly focusSaved: () => void;
}

/** Moves the focus when the form disappears, and scrolls to the result of an attempt. */
export function keepInSight(root: ShadowRoot, before: Place, now: Now): void {
  const { phase, focus } = before;
  const notice = root.querySelector<HTMLElement>('.notice');
  const form = root.querySelector('form');
  const said = notice?.childElementCount !== 0;
  const shown = !form?.hidden && now.phase !== 'waiting';
  // Firefox and WebKit leave the focus on what can no longer have it.
  const active = root.activeElement;
  if (focus === 'form' && !shown) (said ? notice : form)?.focus();
  else if (focus && !said && shown && (focus === 'notice' || !active || active === form)) now.focus();
  else if (said && phase === 'paying' && phase !== now.phase && !now.complains) {
    notice?.scrollIntoView({ block: 'nearest' });
    // A payer whose saved card did not work goes on by choosing another one, or the fields.
    if (focus === 'form' && shown) now.focusSaved();
  }
}
