import type { Direction, LocaleFile, MessageOverrides, PageMessages, LocaleMessages } from './messages.js';
import { mergeMessages } from './merge-messages.js';
import { getDirection, matchesLocale, parseLocale, rankLocale, addNumberingSystem } from './language-tag.js';

/** The messages for a page, and the locale that they are in. */
export interface Locale<W extends PageMessages = LocaleMessages> {
  /** A BCP 47 tag, as `Intl` normalizes it. */
  readonly tag: string;
  /** The tag for amounts and times, with the digits that the payer's bank would use. */
  readonly formatTag: string;
  readonly direction: Direction;
  readonly allMessages: W;
  /** The file of the wanted locale is being loaded. */
  readonly isLoading: boolean;
}

/** Loads locales that are not bundled with the script. */
export interface LocaleLoader {
  /** The tags of these locales. */
  readonly loadable: readonly string[];
  /** Resolves with what a locale's file exports. */
  readonly load: (code: string) => Promise<unknown>;
}

/** All locales of a page: bundled with the script, loaded, or added by the merchant. */
export class LocaleRegistry<W extends PageMessages = LocaleMessages> {
  readonly #english: LocaleFile<W>;
  readonly #bundledCount: number;
  readonly #files: Map<string, LocaleFile<W>>;
  readonly #loading = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #loader: LocaleLoader;

  /** @param bundled The locales that need no loading. The first is English, which provides what another locale lacks. */
  constructor(bundled: readonly [LocaleFile<W>, ...LocaleFile<W>[]], loader: LocaleLoader) {
    this.#english = bundled[0];
    this.#bundledCount = bundled.length;
    this.#files = new Map(bundled.map((file) => [file.code, file]));
    this.#loader = loader;
  }

  /**
   * Finds the locale for a page in a language. Starts to load a locale that is not there yet, and returns English until the
   * locale has loaded, and where it cannot be loaded.
   */
  resolve(tag: string): Locale<W> {
    // Plain English needs no `Intl`, whose first use is slow on a phone.
    const wanted = tag === 'en' && this.#files.size === this.#bundledCount ? undefined : parseLocale(tag);
    const code = wanted && this.#findBest(wanted);
    const words = code ? this.#files.get(code) : undefined;
    if (wanted && words) {
      return {
        tag: wanted.toString(),
        formatTag: addNumberingSystem(wanted),
        direction: words.direction,
        allMessages: words,
        isLoading: false,
      };
    }
    if (code) void this.#load(code);
    const english = this.#files.get('en') ?? this.#english;
    return { tag: 'en', formatTag: 'en', direction: 'ltr', allMessages: english, isLoading: Boolean(code) };
  }

  /** Calls back after a locale was added or loaded. Returns a function that removes the listener. */
  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Adds a locale, or replaces one. Messages that are missing are shown in English.
   *
   * @param tag A BCP 47 tag, as in `lang`: `pt-BR`.
   * @throws {RangeError} for an invalid tag.
   */
  add(tag: string, messages: MessageOverrides): void {
    const locale = parseLocale(tag);
    if (!locale) throw new RangeError(`"${tag}" is not a language: write a BCP 47 tag, as in "pt-BR".`);
    this.#set(locale.baseName, getDirection(locale), messages);
  }

  #findBest(wanted: Intl.Locale): string | undefined {
    return [...new Set([...this.#files.keys(), ...this.#loader.loadable])]
      .filter((code) => matchesLocale(wanted, code))
      .sort((a, b) => rankLocale(wanted, b) - rankLocale(wanted, a))[0];
  }

  /** A failed load is tried again for the next element that needs the locale. */
  async #load(code: string): Promise<void> {
    if (this.#loading.has(code)) return;
    this.#loading.add(code);
    try {
      const file = (await this.#loader.load(code)) as Partial<LocaleFile> | null | undefined;
      // Do not replace messages that the merchant has added meanwhile.
      if (typeof file === 'object' && file && !this.#files.has(code)) {
        const { direction = 'ltr', form, ...groups } = file;
        this.#set(code, direction, { ...form, ...groups });
      }
    } catch {
      // The payer reads English, and the browser reports the failed request in the console.
    } finally {
      this.#loading.delete(code);
    }
  }

  #set(code: string, direction: Direction, messages: MessageOverrides): void {
    this.#files.set(code, { ...mergeMessages(this.#english, messages), code, direction });
    for (const listener of [...this.#listeners]) listener();
  }
}
