import { nextTask } from './browser.js';

/**
 * Makes one update of all that changes at once. The first one comes in a task of its own, so that a phone is not
 * blocked by it and by the script together; later ones come before the browser paints again.
 */
export class Updates {
  readonly #read: () => void;
  readonly #draw: () => void;
  #pending: Promise<void> | undefined;
  #begun = false;

  /**
   * @param read Takes over what has changed.
   * @param draw Shows it. A change that is made meanwhile gets an update of its own.
   */
  constructor(read: () => void, draw: () => void) {
    this.#read = read;
    this.#draw = draw;
  }

  /** Resolves when everything that has changed until now is shown. */
  get complete(): Promise<void> {
    return this.#pending ?? Promise.resolve();
  }

  request(): void {
    this.#pending ??= this.#soon();
  }

  async #soon(): Promise<void> {
    await (this.#begun ? undefined : nextTask());
    this.finish();
  }

  /** Makes an update at once that would come soon. */
  finish(): void {
    if (!this.#pending) return;
    this.#begun = true;
    try {
      this.#read();
    } finally {
      // What the page has set may throw when it is read, as a revoked proxy does. What it sets next must count.
      this.#pending = undefined;
    }
    this.#draw();
  }
}
