import type { ChallengeMessages } from '../i18n/messages.js';

/** Makes a node with properties. A page's policy may forbid markup from strings and style attributes. */
function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

/** Makes the nodes of the dialog. `openDialog` puts them into the page and decides what happens. */
export function createNodes(words: ChallengeMessages) {
  const button = (textContent: string, className = '') =>
    make('button', { type: 'button', textContent, className });

  const title = make('h2', { id: 'bank-title', tabIndex: -1, textContent: words.title });
  const fullPage = button(words.fullPage, 'full');
  const cancel = button(words.cancel);
  // In the page from the start: screen readers do not announce a region that appears together with its text.
  const said = make('p', { id: 'bank-said', className: 'said' });
  said.setAttribute('role', 'status');

  const question = make('p', { id: 'bank-ask', textContent: words.ask });
  const keep = button(words.keep, 'main');
  const stop = button(words.stop);
  const ask = make(
    'div',
    { className: 'ask', hidden: true },
    question,
    make('div', { className: 'row' }, keep, stop),
  );
  ask.setAttribute('role', 'group');
  ask.setAttribute('aria-labelledby', question.id);

  // Several origins load in this frame, the bank last; each may use the browser's ways to confirm a payment.
  const frame = make('iframe', {
    title: words.title,
    allow: 'payment *; publickey-credentials-get *',
    referrerPolicy: 'strict-origin',
  });

  const dialog = make(
    'dialog',
    { className: 'bank' },
    make('header', {}, title, fullPage, cancel),
    said,
    ask,
    frame,
  );
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', said.id);
  return { dialog, title, fullPage, cancel, said, ask, keep, stop, frame };
}
