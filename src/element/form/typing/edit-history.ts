import type { Snapshot } from './edit.js';

/**
 * Undo and redo of one input, because the browser clears its own history when a script sets the text. Consecutive typing,
 * or consecutive deleting, is one step, as in browsers.
 */
export class EditHistory {
  #past: Snapshot[] = [];
  #future: Snapshot[] = [];
  #lastInputType = '';
  #caret = -1;

  /** Records the text before an edit. `inputType` is the edit's type, and `caret` the caret's position after the edit. */
  record(before: Snapshot, inputType: string, caret: number): void {
    const isTyping = /^(insertText|deleteContent\w+)$/.test(inputType);
    const isSameStep =
      isTyping &&
      inputType === this.#lastInputType &&
      before.start === before.end &&
      before.end === this.#caret;
    if (!isSameStep) this.#past.push(before);
    this.#future = [];
    this.#lastInputType = inputType;
    this.#caret = caret;
  }

  undo(now: Snapshot): Snapshot | undefined {
    return this.#move(this.#past, this.#future, now);
  }

  redo(now: Snapshot): Snapshot | undefined {
    return this.#move(this.#future, this.#past, now);
  }

  /** Drops the texts, which are card data. */
  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#lastInputType = '';
  }

  #move(from: Snapshot[], to: Snapshot[], now: Snapshot): Snapshot | undefined {
    const snapshot = from.pop();
    if (snapshot) to.push(now);
    this.#lastInputType = '';
    return snapshot;
  }
}
