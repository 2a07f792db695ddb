import { make } from './dom.js';
import { icon } from './art.js';

/** One thing that the payer must know, and one thing to do about it. */
export interface Panel {
  readonly kind: 'good' | 'bad' | 'open';
  readonly title: string;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly action?: { readonly href: string; readonly text: string } | undefined;
}

export const panel = ({ kind, title, text, detail, action }: Panel): HTMLElement =>
  make(
    'div',
    { className: `panel ${kind}` },
    icon(kind),
    make('h1', {}, title),
    make('p', {}, text),
    detail ? make('p', { className: 'fine' }, detail) : undefined,
    action ? make('a', { className: 'button', href: action.href }, action.text) : undefined,
  );
