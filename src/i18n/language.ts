import { getParent, findNearest } from './ancestors.js';
import type { LocaleRegistry, Locale } from './locale-registry.js';
import type { MessageOverrides, PageMessages, Words } from './messages.js';
import { mergeMessages } from './merge-messages.js';

type Host = HTMLElement & { readonly messages?: MessageOverrides | undefined };

/**
 * Follows the language and the direction of the nearest ancestor that has one, across shadow roots, live. Without any
 * `dir` the direction is the language's. The host's own `messages` go before the language's.
 */
export class Language<W extends PageMessages = Words> implements Locale<W> {
  readonly #host: Host;
  readonly #languages: LocaleRegistry<W>;
  readonly #changed: () => void;
  /** As the page wants it, without the host's own messages. English while the page's language is on its way. */
  #spoken: Locale<W>;
  #direction: Locale['direction'] = 'ltr';
  #words: W;
  #overrides: MessageOverrides | undefined;
  #observer: MutationObserver | undefined;
  #stop: (() => void) | undefined;

  /** @param changed Called when something else is to be shown than before. */
  constructor(host: Host, languages: LocaleRegistry<W>, changed: () => void) {
    this.#host = host;
    this.#languages = languages;
    this.#changed = changed;
    this.#spoken = languages.speak('en');
    this.#words = this.#spoken.words;
  }

  get tag(): string {
    return this.#spoken.tag;
  }

  get locale(): string {
    return this.#spoken.locale;
  }

  get direction(): Locale['direction'] {
    return this.#direction;
  }

  get awaited(): boolean {
    return this.#spoken.awaited;
  }

  get words(): W {
    if (this.#host.messages !== this.#overrides) this.#arrange();
    return this.#words;
  }

  /** The words of the form. */
  get messages(): W['form'] {
    const { form }: { readonly form?: W['form'] } = this.words;
    return form as W['form'];
  }

  /** Begins to follow the page. Call it when the host is put into one, and again when it is moved. */
  connect(): void {
    this.disconnect();
    const look = () => {
      if (this.#read()) this.#changed();
    };
    this.#stop = this.#languages.onAdded(look);
    this.#observer = new MutationObserver(look);
    for (let node: Node | null = this.#host; node; node = getParent(node)) {
      if (node instanceof Element) this.#observer.observe(node, { attributeFilter: ['lang', 'dir'] });
    }
    look();
  }

  disconnect(): void {
    this.#observer?.disconnect();
    this.#stop?.();
  }

  #read(): boolean {
    const before = this.#spoken;
    const spoken = this.#languages.speak(findNearest(this.#host, 'lang') ?? 'en');
    const dir = findNearest(this.#host, 'dir')?.toLowerCase();
    const direction = dir === 'rtl' || dir === 'ltr' ? dir : spoken.direction;
    const changed =
      spoken.tag !== before.tag || direction !== this.#direction || spoken.words !== before.words;
    this.#spoken = spoken;
    this.#direction = direction;
    if (changed) this.#arrange();
    return changed;
  }

  #arrange(): void {
    this.#overrides = this.#host.messages;
    this.#words = mergeMessages(this.#spoken.words, this.#overrides);
  }
}

/** Text of another direction inside a sentence: a time, a number, a name. Its parts stay in their own order. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
