import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ar } from './messages/ar.js';
import { en } from './messages/en.js';
import type { Messages } from './messages/messages.js';

const languages: Readonly<Record<string, Messages>> = { ar, en };
const rightToLeft = ['ar', 'fa', 'he', 'ur'];

/**
 * Follows the language and the direction of the nearest ancestor that has one, across shadow roots, live. Without any
 * `dir` the direction is the language's.
 */
export class Language implements ReactiveController {
  /** As the page says it: a BCP 47 tag. */
  tag = 'en';
  direction: 'ltr' | 'rtl' = 'ltr';
  messages: Messages = en;
  readonly #host: ReactiveControllerHost & HTMLElement;
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => {
      if (this.#read()) this.#host.requestUpdate();
    });
    for (let node: Node | null = this.#host; node; node = above(node)) {
      if (node instanceof Element) this.#observer.observe(node, { attributeFilter: ['lang', 'dir'] });
    }
    if (this.#read()) this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  #read(): boolean {
    const lang = nearest(this.#host, 'lang') || 'en';
    const language = lang.toLowerCase().split('-')[0] ?? 'en';
    const messages = languages[language] ?? en;
    const tag = messages === en && language !== 'en' ? 'en' : usable(lang);
    const dir = nearest(this.#host, 'dir')?.toLowerCase();
    const direction =
      dir === 'rtl' || dir === 'ltr'
        ? dir
        : rightToLeft.includes(language) && messages !== en
          ? 'rtl'
          : 'ltr';
    const changed = tag !== this.tag || direction !== this.direction;
    Object.assign(this, { tag, direction, messages });
    return changed;
  }
}

const above = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode);

function nearest(from: Node, attribute: 'lang' | 'dir'): string | undefined {
  for (let node: Node | null = from; node; node = above(node)) {
    const value = node instanceof Element ? node.getAttribute(attribute) : null;
    if (value) return value;
  }
  return undefined;
}

/** `Intl` throws on a tag that it cannot read. */
function usable(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
