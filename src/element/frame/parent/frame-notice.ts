import { isDeveloperPage } from '../../browser/advise-developer.js';
import type { ChallengeContext } from '../../form/go-to-challenge.js';
import { frame as ar } from '../../i18n/locales/ar.js';
import { frame as en } from '../../i18n/locales/en.js';
import { completeMessages } from '../../i18n/merge-messages.js';

/** The sentences about the frame, in the language of the page. */
export const getFrameMessages = ({ tag, allMessages }: ChallengeContext['language']) =>
  completeMessages({ en, ar }, tag, allMessages.frame);

/** A sentence instead of a frame that shows nothing. The frame stays in the document, because it may still answer. */
export class FrameNotice {
  readonly #container: HTMLElement;
  readonly #language: ChallengeContext['language'];

  constructor(container: HTMLElement, language: ChallengeContext['language']) {
    this.#container = container;
    this.#language = language;
  }

  /** Says that the frame does not answer, with a button that loads the frame again. */
  showRetry(retry: () => void): void {
    const button = document.createElement('button');
    button.type = 'button';
    const messages = getFrameMessages(this.#language);
    button.textContent = messages.retry;
    button.addEventListener('click', retry);
    this.#show(messages.silent, button);
  }

  /** Says that no frame can be loaded. Only a page for developers shows the reason. */
  showProblem(problem: string, publishableKey: unknown): void {
    this.#show(isDeveloperPage(publishableKey) ? problem : getFrameMessages(this.#language).silent);
  }

  #show(text: string, ...more: HTMLElement[]): void {
    this.remove();
    const notice = document.createElement('div');
    notice.className = 'notice';
    notice.setAttribute('part', 'notice');
    notice.setAttribute('role', 'alert');
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    notice.append(paragraph, ...more);
    this.#container.classList.add('silent');
    this.#container.append(notice);
  }

  remove(): void {
    this.#container.classList.remove('silent');
    this.#container.querySelector('.notice')?.remove();
  }

  get button(): HTMLButtonElement | null {
    return this.#container.querySelector('button');
  }
}
