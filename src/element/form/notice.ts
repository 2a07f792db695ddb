import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { NoticeAction, Notice } from '../i18n/notice.js';
import { renderNoticeIcon } from './marks.js';

/**
 * Renders the content of the notice. The element around the content is in the templates of the form and of `<pay-result>`
 * from the first render on, because screen readers announce only changes of a live region that is in the document.
 *
 * @param forDeveloper A message for developers, in English.
 */
export const renderNotice = (
  notice: Notice | undefined,
  forDeveloper: string | undefined,
  onAction: (action: NoticeAction) => void,
): TemplateResult | typeof nothing => {
  if (!notice) return nothing;
  const { tone, title, lines, reference, actions } = notice;
  return html`${renderNoticeIcon(tone)}${renderParagraph(title, 'strong')}${lines.map((line) => renderParagraph(line))}${renderParagraph(reference, 'reference')}${
    forDeveloper === undefined ? nothing : html`<code lang="en" dir="ltr">${forDeveloper}</code>`
  }${actions.map(
    ({ action, text }) =>
      html`<button
        type="button"
        class=${isLastResort(action) ? 'second' : ''}
        .textContent=${text}
        @click=${() => onAction(action)}
      ></button>`,
  )}`;
};

const renderParagraph = (text: string | undefined, className = '') =>
  text === undefined ? nothing : html`<p class=${className} .textContent=${text}></p>`;

export const getNoticeClass = (notice: Notice | undefined): string =>
  notice
    ? `said ${notice.tone}${notice.isPending ? ' pending' : ''}${notice.actions.some(isAnswer) ? ' unpressed' : ''}`
    : '';

/** Answers a question that has come where another button was. */
const isAnswer = ({ action }: Notice['actions'][number]) => action === 'pay-another-way';

/** Paying another way is a last resort, so its button is secondary. */
const isLastResort = (action: NoticeAction) => action === 'ask-another-way' || action === 'pay-another-way';
