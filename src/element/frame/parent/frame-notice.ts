import type { ReactiveController, ReactiveElement } from '@lit/reactive-element';
import { isDeveloperPage } from '../../browser/advise-developer.js';
import type { ChallengeContext } from '../../form/go-to-challenge.js';
import { frame as ar } from '../../i18n/locales/ar.js';
import { frame as en } from '../../i18n/locales/en.js';
import { completeMessages } from '../../i18n/merge-messages.js';

/** The sentences about the frame, in the language of the page. */
export const getFrameMessages = ({ tag, allMessages }: ChallengeContext['language']) =>
  completeMessages({ en, ar }, tag, allMessages.frame);

type FrameMessages = ReturnType<typeof getFrameMessages>;

/** Of texts for developers. */
const english = { tag: 'en', direction: 'ltr' } as const;

/** A sentence instead of a frame that shows nothing. The frame stays in the document, because it may still answer. */
export class FrameNotice implements ReactiveController {
  readonly #container: HTMLElement;
  readonly #language: ChallengeContext['language'];
  /** Writes the notice that stands, in the language that the page has by now. */
  #write: (() => void) | undefined;

  constructor(host: ReactiveElement, container: HTMLElement, language: ChallengeContext['language']) {
    this.#container = container;
    this.#language = language;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#write?.();
  }

  /** Says that the frame does not answer, with a button that loads the frame again. */
  showRetry(retry: () => void): void {
    const button = document.createElement('button');
    button.type = 'button';
    button.addEventListener('click', retry);
    this.#show((messages) => {
      button.textContent = messages.retry;
      return messages.silent;
    }).append(button);
  }

  /** Says that no frame can be loaded. Only a page for developers shows the reason. */
  showProblem(problem: string, publishableKey: unknown): void {
    if (isDeveloperPage(publishableKey)) this.#show(() => problem, english);
    else this.#show(({ silent }) => silent);
  }

  #show(
    getText: (messages: FrameMessages) => string,
    language: Pick<ChallengeContext['language'], 'tag' | 'direction'> = this.#language,
  ): HTMLElement {
    this.remove();
    const notice = document.createElement('div');
    notice.className = 'notice';
    notice.setAttribute('part', 'notice');
    notice.setAttribute('role', 'alert');
    const paragraph = document.createElement('p');
    notice.append(paragraph);
    this.#write = () => {
      const text = getText(getFrameMessages(this.#language));
      notice.lang = language.tag;
      notice.dir = language.direction;
      // A screen reader reads an alert again that is written again.
      if (paragraph.textContent !== text) paragraph.textContent = text;
    };
    this.#write();
    this.#container.classList.add('silent');
    this.#container.append(notice);
    return notice;
  }

  remove(): void {
    this.#write = undefined;
    this.#container.classList.remove('silent');
    this.#container.querySelector('.notice')?.remove();
  }

  get button(): HTMLButtonElement | null {
    return this.#container.querySelector('button');
  }
}
