import type { ReactiveElement } from '@lit/reactive-element';
import type { Clock } from '../../checkout/ports.js';
import { localeTimeoutMs } from '../../checkout/timeouts.js';
import type { Language } from '../../i18n/language.js';
import { findServerRendered } from './form-root.js';

/** The form that a server has written into the page's HTML, until the first render. */
export class FirstForm {
  readonly isInHtml: boolean;
  readonly #language: Language;
  #element: Element | null;
  #isTimeoutOver = false;

  constructor(host: ReactiveElement, clock: Clock, language: Language) {
    this.#language = language;
    this.#element = host.shadowRoot && findServerRendered(host.shadowRoot);
    this.isInHtml = Boolean(this.#element);
    if (!this.isInHtml) return;
    clock.after(localeTimeoutMs, () => {
      this.#isTimeoutOver = true;
      if (this.#element) host.requestUpdate();
    });
  }

  /** The form already shows the messages of its language: to render it in English meanwhile would only flicker. */
  get isAwaitingLocale(): boolean {
    return Boolean(this.#element) && this.#language.isLoading && !this.#isTimeoutOver;
  }

  clearInputs(): void {
    for (const input of this.#element?.querySelectorAll('input') ?? []) input.value = '';
  }

  onRendered(): void {
    this.#element = null;
  }
}
