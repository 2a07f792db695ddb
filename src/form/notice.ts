import type { Act, Sentence } from '../words/sentence.js';
import { h, type Drawn } from './draw.js';
import { noticeIcon } from './marks.js';

/**
 * What the payer must know now, for the form and for `<pay-result>`. It is a live region from the first drawing on,
 * because screen readers announce only changes of a region that they know.
 *
 * @param forDeveloper What a developer must know, in English.
 */
export const notice = (
  it: Sentence | undefined,
  forDeveloper: string | undefined,
  onAct: (act: Act) => void,
): Drawn =>
  h(
    'div',
    {
      class: it ? `notice said ${it.tone}` : 'notice',
      part: 'notice',
      role: 'status',
      'aria-live': 'polite',
      tabindex: '-1',
    },
    it && [
      noticeIcon(it.tone),
      it.title === undefined ? undefined : h('p', { class: 'strong' }, it.title),
      it.lines.map((text) => h('p', {}, text)),
      forDeveloper === undefined ? undefined : h('code', { lang: 'en', dir: 'ltr' }, forDeveloper),
      it.acts.map(({ act, text }) =>
        h('button', { type: 'button', onclick: pressed(() => onAct(act)) }, text),
      ),
    ],
  );

/** The second press of a double one is meant for what stood there before: it must not answer a question. */
const pressed = (act: () => void) => (event: Event) => {
  // What makes a click of its own may count none.
  if (!((event as UIEvent).detail > 1)) act();
};
