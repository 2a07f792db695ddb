import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { NoticeAction, Notice } from '../i18n/notice.js';
import { noticeIcon } from './marks.js';

/**
 * What stands in a notice. The element around it is in the templates of the form and of `<pay-result>` from the first
 * drawing on, because screen readers announce only changes of a live region that they know.
 *
 * @param forDeveloper What a developer must know, in English.
 */
export const noticeContent = (
  sentence: Notice | undefined,
  forDeveloper: string | undefined,
  onAct: (act: NoticeAction) => void,
): TemplateResult | typeof nothing => {
  if (!sentence) return nothing;
  const { tone, title, lines, reference, actions: acts } = sentence;
  return html`${noticeIcon(tone)}${paragraph(title, 'strong')}${lines.map((line) => paragraph(line))}${paragraph(reference, 'reference')}${
    forDeveloper === undefined ? nothing : html`<code lang="en" dir="ltr">${forDeveloper}</code>`
  }${acts.map(
    ({ action: act, text }) =>
      html`<button
        type="button"
        class=${isLastResort(act) ? 'second' : ''}
        .textContent=${text}
        @click=${ignoreSecondPress(() => onAct(act))}
      ></button>`,
  )}`;
};

const paragraph = (text: string | undefined, className = '') =>
  text === undefined ? nothing : html`<p class=${className} .textContent=${text}></p>`;

export const noticeClass = (sentence: Notice | undefined): string =>
  sentence ? `said ${sentence.tone}${sentence.isPending ? ' pending' : ''}` : '';

/** What helps comes first and looks like it; another payment is there for those who look for it. */
const isLastResort = (act: NoticeAction) => act === 'ask-another-way' || act === 'pay-another-way';

/** The second press of a double one is meant for what stood there before: it must not answer a question. */
const ignoreSecondPress = (act: () => void) => (event: UIEvent) => {
  // Some clicks that are made by code or by a keyboard count none.
  if (event.detail <= 1) act();
};
