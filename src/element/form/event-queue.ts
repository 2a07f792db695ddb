/** Holds events back until the form has rendered, so that a listener finds the form in its new state. */
export class EventQueue {
  #pending: (() => void)[] | undefined;

  get isHolding(): boolean {
    return this.#pending !== undefined;
  }

  /** Holds the events that follow, until `flush()`. */
  hold(): void {
    this.#pending ??= [];
  }

  /** Emits an event now, or after the next `flush()`. */
  add(emit: () => void): void {
    if (this.#pending) this.#pending.push(emit);
    else emit();
  }

  flush(): void {
    const pending = this.#pending ?? [];
    this.#pending = undefined;
    for (const emit of pending) emit();
  }
}
