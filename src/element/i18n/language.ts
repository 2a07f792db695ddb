import type { LocaleRegistry, Locale } from './locale-registry.js';
import type { MessageOverrides, PageMessages, LocaleMessages } from './messages.js';
import { mergeMessages } from './merge-messages.js';

type Host = HTMLElement & { readonly messages?: MessageOverrides | undefined };

/**
 * Follows the `lang` and `dir` of the nearest ancestors that have them, across shadow roots, live. Without any `dir` the
 * direction is the locale's. The host's own `messages` override the locale's.
 */
export class Language<W extends PageMessages = LocaleMessages> implements Locale<W> {
  readonly #host: Host;
  readonly #locales: LocaleRegistry<W>;
  readonly #onChange: () => void;
  /** The page's locale without the host's `messages`; English while the locale loads. */
  #locale: Locale<W>;
  #direction: Locale['direction'] = 'ltr';
  #allMessages: W;
  #overrides: MessageOverrides | undefined;
  #observer: MutationObserver | undefined;
  #stop: (() => void) | undefined;

  /** @param onChange Called when the messages or the direction have changed. */
  constructor(host: Host, locales: LocaleRegistry<W>, onChange: () => void) {
    this.#host = host;
    this.#locales = locales;
    this.#onChange = onChange;
    this.#locale = locales.resolve('en');
    this.#allMessages = this.#locale.allMessages;
  }

  get tag(): string {
    return this.#locale.tag;
  }

  get formatTag(): string {
    return this.#locale.formatTag;
  }

  get direction(): Locale['direction'] {
    return this.#direction;
  }

  get isLoading(): boolean {
    return this.#locale.isLoading;
  }

  /** Merges the host's `messages` again when they have changed: a host may set them at any time. */
  get allMessages(): W {
    if (this.#host.messages !== this.#overrides) this.#mergeMessages();
    return this.#allMessages;
  }

  /** The messages of the form. */
  get messages(): W['form'] {
    const { form }: { readonly form?: W['form'] } = this.allMessages;
    return form as W['form'];
  }

  /** Starts to follow the page. Call it when the host is connected, and again when the host was moved. */
  connect(): void {
    this.disconnect();
    const update = () => {
      if (this.#update()) this.#onChange();
    };
    this.#stop = this.#locales.onAdded(update);
    this.#observer = new MutationObserver(update);
    for (let node: Node | null = this.#host; node; node = getFlatTreeParent(node)) {
      if (isElement(node)) this.#observer.observe(node, { attributeFilter: ['lang', 'dir'] });
    }
    update();
  }

  disconnect(): void {
    this.#observer?.disconnect();
    this.#stop?.();
  }

  #update(): boolean {
    const before = this.#locale;
    const locale = this.#locales.resolve(findInheritedAttribute(this.#host, 'lang') ?? 'en');
    const dir = findInheritedAttribute(this.#host, 'dir')?.toLowerCase();
    const direction = dir === 'rtl' || dir === 'ltr' ? dir : locale.direction;
    const hasChanged =
      locale.tag !== before.tag || direction !== this.#direction || locale.allMessages !== before.allMessages;
    this.#locale = locale;
    this.#direction = direction;
    if (hasChanged) this.#mergeMessages();
    return hasChanged;
  }

  #mergeMessages(): void {
    this.#overrides = this.#host.messages;
    this.#allMessages = mergeMessages(this.#locale.allMessages, this.#overrides);
  }
}

/** Isolates a text that may have another direction than the sentence around it: a time, a number, a name. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** The parent in the flat tree: a slot before the light DOM's parent, and the host above a shadow root. */
export const getFlatTreeParent = (node: Node): Node | null =>
  (node as Partial<ShadowRoot>).host && node.nodeType === Node.DOCUMENT_FRAGMENT_NODE
    ? (node as ShadowRoot).host
    : ((node as Element).assignedSlot ?? node.parentNode);

/** Whether a node is an element, also of another document, which has other classes. */
export const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** The value of the attribute on the nearest inclusive ancestor that has one. */
export function findInheritedAttribute(from: Node, attribute: 'lang' | 'dir'): string | undefined {
  for (let node: Node | null = from; node; node = getFlatTreeParent(node)) {
    const value = isElement(node) ? node.getAttribute(attribute) : null;
    if (value) return value;
  }
  return undefined;
}
