import type { Snapshot } from './edit.js';

/**
 * Undo and redo of one input. The browser's own history does not survive a text that is set by script. Typing on, and
 * deleting on, is one step, as it is natively.
 */
export class History {
  #past: Snapshot[] = [];
  #future: Snapshot[] = [];
  #run = '';
  #caret = -1;

  /** Remembers the text before an edit; `inputType` is the edit's, and `caret` is where it left the caret. */
  record(before: Snapshot, inputType: string, caret: number): void {
    const typing = /^(insertText|deleteContent\w+)$/.test(inputType);
    const goesOn =
      typing && inputType === this.#run && before.start === before.end && before.end === this.#caret;
    if (!goesOn) this.#past.push(before);
    this.#future = [];
    this.#run = inputType;
    this.#caret = caret;
  }

  undo(now: Snapshot): Snapshot | undefined {
    return this.#move(this.#past, this.#future, now);
  }

  redo(now: Snapshot): Snapshot | undefined {
    return this.#move(this.#future, this.#past, now);
  }

  /** Forgets the texts: they are card data. */
  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#run = '';
  }

  #move(from: Snapshot[], to: Snapshot[], now: Snapshot): Snapshot | undefined {
    const text = from.pop();
    if (text) to.push(now);
    this.#run = '';
    return text;
  }
}
