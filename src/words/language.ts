import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { above, nearest } from './ancestors.js';
import type { Languages } from './languages.js';
import type { MessageOverrides, Messages } from './messages.js';
import { overlay } from './overlay.js';

type Host = ReactiveControllerHost & HTMLElement & { readonly messages?: MessageOverrides | undefined };

/**
 * Follows the language and the direction of the nearest ancestor that has one, across shadow roots, live. Without any
 * `dir` the direction is the language's. The host's own `messages` go before the language's.
 */
export class Language implements ReactiveController {
  /** Of what is shown, as the page says it: a BCP 47 tag. English while the page's language is on its way. */
  tag = 'en';
  direction: 'ltr' | 'rtl' = 'ltr';
  messages: Messages;
  readonly #host: Host;
  readonly #languages: Languages;
  #language: Messages;
  #overrides: MessageOverrides | undefined;
  #observer: MutationObserver | undefined;
  #stop: (() => void) | undefined;

  constructor(host: Host, languages: Languages) {
    this.#host = host;
    this.#languages = languages;
    this.messages = this.#language = languages.speak('en').messages;
    host.addController(this);
  }

  hostConnected(): void {
    const look = () => {
      if (this.#read()) this.#host.requestUpdate();
    };
    this.#stop = this.#languages.onAdded(look);
    this.#observer = new MutationObserver(look);
    for (let node: Node | null = this.#host; node; node = above(node)) {
      if (node instanceof Element) this.#observer.observe(node, { attributeFilter: ['lang', 'dir'] });
    }
    look();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#stop?.();
  }

  hostUpdate(): void {
    if (this.#host.messages !== this.#overrides) this.#word();
  }

  #read(): boolean {
    const spoken = this.#languages.speak(nearest(this.#host, 'lang') ?? 'en');
    const dir = nearest(this.#host, 'dir')?.toLowerCase();
    const direction = dir === 'rtl' || dir === 'ltr' ? dir : spoken.direction;
    const changed =
      spoken.tag !== this.tag || direction !== this.direction || spoken.messages !== this.#language;
    this.tag = spoken.tag;
    this.direction = direction;
    this.#language = spoken.messages;
    if (changed) this.#word();
    return changed;
  }

  #word(): void {
    this.#overrides = this.#host.messages;
    this.messages = overlay(this.#language, this.#overrides);
  }
}
