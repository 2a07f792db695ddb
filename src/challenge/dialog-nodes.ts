import type { ChallengeMessages } from '../i18n/messages.js';

/** What the payer sees in the dialog. */
export interface DialogState {
  /** How far the bank's page is: not there yet, late, kept out by the policy of the merchant's page, or there. */
  readonly page: 'opening' | 'slow' | 'blocked' | 'open';
  /** Whether the payer is asked about stopping. */
  readonly asks: boolean;
}

export type DialogNodes = ReturnType<typeof createNodes>;

/**
 * Makes the nodes of the dialog. No template is used: beside `pay-framed.js` there is no lit-html, which would double
 * what is fetched here.
 */
export function createNodes(words: ChallengeMessages, url: string) {
  const title = make('h2', { id: 'bank-title', tabIndex: -1, textContent: words.title });
  const fullPage = button(words.fullPage, 'full');
  const cancel = button(words.cancel);
  // In the page from the start: screen readers do not announce a region that appears together with its text.
  const status = make('p', { id: 'bank-said', className: 'said' });
  status.setAttribute('role', 'status');

  const question = make('p', { id: 'bank-ask', textContent: words.ask });
  const keep = button(words.keep, 'main');
  const stop = button(words.stop);
  const answers = make('div', { className: 'row' }, [keep, stop]);
  const ask = make('div', { className: 'ask' }, [question, answers]);
  ask.setAttribute('role', 'group');
  ask.setAttribute('aria-labelledby', question.id);

  const frame = make('iframe', {
    title: words.title,
    // Several origins load in this frame, the bank last; each may use the browser's ways to confirm a payment.
    allow: 'payment *; publickey-credentials-get *',
    referrerPolicy: 'strict-origin',
    // Before the frame is in the page: a frame without an address loads an empty page first, and fires `load` for it.
    src: url,
  });

  const header = make('header', {}, [title, fullPage, cancel]);
  const dialog = make('dialog', { className: 'bank' }, [header, status, ask, frame]);
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', status.id);
  return { dialog, title, fullPage, cancel, status, ask, keep, stop, frame };
}

/** Makes the nodes show a state. */
export function showState(nodes: DialogNodes, words: ChallengeMessages, { page, asks }: DialogState): void {
  const { dialog, status, ask, frame } = nodes;
  const isLate = page === 'slow' || page === 'blocked';
  const text = isLate ? words.slow : page === 'opening' ? words.loading : '';
  // A text that is set anew is announced anew.
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle('wait', page === 'opening');
  dialog.classList.toggle('slow', isLate);
  ask.hidden = !asks;
  frame.inert = asks;
}

const button = (textContent: string, className = '') =>
  make('button', { type: 'button', textContent, className });

/** Makes a node with properties. A page's policy may forbid markup from strings and style attributes. */
function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}
