import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { StatementAction, MoneyStatement } from '../i18n/money-statement.js';
import { noticeIcon } from './marks.js';

/**
 * What stands in a notice. The element around it is in the templates of the form and of `<pay-result>` from the first
 * drawing on, because screen readers announce only changes of a live region that they know.
 *
 * @param forDeveloper What a developer must know, in English.
 */
export const noticeContent = (
  sentence: MoneyStatement | undefined,
  forDeveloper: string | undefined,
  onAct: (act: StatementAction) => void,
): TemplateResult | typeof nothing =>
  sentence === undefined
    ? nothing
    : html`${noticeIcon(sentence.tone)}${sentence.title === undefined ? nothing : html`<p class="strong">${sentence.title}</p>`}${sentence.lines.map(
        (text) => html`<p>${text}</p>`,
      )}${forDeveloper === undefined ? nothing : html`<code lang="en" dir="ltr">${forDeveloper}</code>`}${sentence.acts.map(
        ({ act, text }) =>
          html`<button type="button" @click=${ignoreSecondPress(() => onAct(act))}>${text}</button>`,
      )}`;

export const noticeClass = (sentence: MoneyStatement | undefined): string =>
  sentence ? `said ${sentence.tone}` : '';

/** The second press of a double one is meant for what stood there before: it must not answer a question. */
const ignoreSecondPress = (act: () => void) => (event: UIEvent) => {
  // Some clicks that are made by code or by a keyboard count none.
  if (event.detail <= 1) act();
};
