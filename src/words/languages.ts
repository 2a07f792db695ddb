import { ar } from './languages/ar.js';
import { en } from './languages/en.js';
import type { MessageOverrides, Messages } from './messages.js';
import { overlay } from './overlay.js';
import { fits, isRightToLeft, localeOf, rank } from './tag.js';

/** Messages in the language that they are in. */
export interface Spoken {
  /** As `Intl` reads it. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: Messages;
}

/** Where languages come from that are not inside. */
export interface Source {
  /** Their tags. */
  readonly loadable: readonly string[];
  readonly load: (code: string) => Promise<unknown>;
}

/** All languages of a page: the two that are inside, those that were fetched, and those that a merchant added. */
export class Languages {
  readonly #here = new Map<string, Messages>([
    ['en', en],
    ['ar', ar],
  ]);
  readonly #underway = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * What to say on a page in a language. One that is not here yet is fetched; until it is here, and where it cannot
   * be had, the answer is English.
   */
  speak(tag: string): Spoken {
    // English as it is needs no `Intl`, whose first answer about a language takes a phone some time.
    const wanted = tag === 'en' && this.#here.size < 3 ? undefined : localeOf(tag);
    const code = wanted && this.#best(wanted);
    const messages = code ? this.#here.get(code) : undefined;
    if (wanted && messages) {
      return { tag: wanted.toString(), direction: isRightToLeft(wanted) ? 'rtl' : 'ltr', messages };
    }
    if (code) void this.#fetch(code);
    return { tag: 'en', direction: 'ltr', messages: this.#here.get('en') ?? en };
  }

  /** Calls back when there is a language that was not there before. Answers how to stop. */
  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Makes a language known, or puts other words in place of one that is. What is missing is said in English.
   *
   * @param tag A BCP 47 tag, as in `lang`: `pt-BR`.
   * @throws {RangeError} when the tag is none.
   */
  add(tag: string, messages: MessageOverrides): void {
    const locale = localeOf(tag);
    if (!locale) throw new RangeError(`"${tag}" is not a language: write a BCP 47 tag, as in "pt-BR".`);
    this.#put(locale.baseName, messages);
  }

  #best(wanted: Intl.Locale): string | undefined {
    return [...new Set([...this.#here.keys(), ...this.#source.loadable])]
      .filter((code) => fits(wanted, code))
      .sort((a, b) => rank(wanted, b) - rank(wanted, a))[0];
  }

  /** One that could not be had is asked for again the next time that somebody wants it. */
  async #fetch(code: string): Promise<void> {
    if (this.#underway.has(code)) return;
    this.#underway.add(code);
    try {
      const messages = await this.#source.load(code);
      // A merchant's own may have come in the meantime.
      if (typeof messages === 'object' && messages && !this.#here.has(code)) this.#put(code, messages);
    } catch {
      // The payer reads English. Why it failed is in the browser's console already.
    } finally {
      this.#underway.delete(code);
    }
  }

  #put(code: string, messages: MessageOverrides): void {
    this.#here.set(code, overlay(en, messages));
    for (const listener of [...this.#listeners]) listener();
  }
}
