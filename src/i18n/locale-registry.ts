import type { Direction, LanguageFile, MessageOverrides, PageMessages, Words } from './messages.js';
import { mergeMessages } from './merge-messages.js';
import { getDirection, matchesLocale, parseLocale, rankLocale, addDigits } from './language-tag.js';

/** Words in the language that they are in. */
export interface Locale<W extends PageMessages = Words> {
  /** As `Intl` reads it. */
  readonly tag: string;
  /** The same for amounts and times, with the digits that the payer's bank would use. */
  readonly locale: string;
  readonly direction: Direction;
  readonly words: W;
  /** Other words are wanted, and on their way. */
  readonly awaited: boolean;
}

/** Where the languages come from that are not inside. */
export interface LocaleLoader {
  /** Their tags. */
  readonly loadable: readonly string[];
  /** Answers what a language's file exports. */
  readonly load: (code: string) => Promise<unknown>;
}

/** All languages of a page: those inside the script, those that were fetched, and those that a merchant added. */
export class LocaleRegistry<W extends PageMessages = Words> {
  readonly #english: LanguageFile<W>;
  readonly #inside: number;
  readonly #here: Map<string, LanguageFile<W>>;
  readonly #underway = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #source: LocaleLoader;

  /** @param inside The languages that need no fetching. The first is English, and stands in for what is missing. */
  constructor(inside: readonly [LanguageFile<W>, ...LanguageFile<W>[]], source: LocaleLoader) {
    this.#english = inside[0];
    this.#inside = inside.length;
    this.#here = new Map(inside.map((language) => [language.code, language]));
    this.#source = source;
  }

  /**
   * What to say on a page in a language. A language that is not here yet is fetched; until it is here, and where it
   * cannot be had, the answer is English.
   */
  speak(tag: string): Locale<W> {
    // Plain English needs no `Intl`, whose first answer about a language takes a phone some time.
    const wanted = tag === 'en' && this.#here.size === this.#inside ? undefined : parseLocale(tag);
    const code = wanted && this.#best(wanted);
    const words = code ? this.#here.get(code) : undefined;
    if (wanted && words) {
      return {
        tag: wanted.toString(),
        locale: addDigits(wanted),
        direction: words.direction,
        words,
        awaited: false,
      };
    }
    if (code) void this.#fetch(code);
    const english = this.#here.get('en') ?? this.#english;
    return { tag: 'en', locale: 'en', direction: 'ltr', words: english, awaited: Boolean(code) };
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
    const locale = parseLocale(tag);
    if (!locale) throw new RangeError(`"${tag}" is not a language: write a BCP 47 tag, as in "pt-BR".`);
    this.#put(locale.baseName, getDirection(locale), messages);
  }

  #best(wanted: Intl.Locale): string | undefined {
    return [...new Set([...this.#here.keys(), ...this.#source.loadable])]
      .filter((code) => matchesLocale(wanted, code))
      .sort((a, b) => rankLocale(wanted, b) - rankLocale(wanted, a))[0];
  }

  /** A fetch that failed is tried again when the next element wants the language. */
  async #fetch(code: string): Promise<void> {
    if (this.#underway.has(code)) return;
    this.#underway.add(code);
    try {
      const file = (await this.#source.load(code)) as Partial<LanguageFile> | null | undefined;
      // A merchant's own may have come in the meantime.
      if (typeof file === 'object' && file && !this.#here.has(code)) {
        const { direction = 'ltr', form, bank, frame, saved } = file;
        this.#put(code, direction, { ...form, bank, frame, saved });
      }
    } catch {
      // The payer reads English. The browser's console says why it failed.
    } finally {
      this.#underway.delete(code);
    }
  }

  #put(code: string, direction: Direction, messages: MessageOverrides): void {
    this.#here.set(code, { ...mergeMessages(this.#english, messages), code, direction });
    for (const listener of [...this.#listeners]) listener();
  }
}
