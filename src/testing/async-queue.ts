type Entry<T> = { readonly value: T } | { readonly error: Error };

/** A queue whose `next()` waits while it is empty. */
export class AsyncQueue<T> {
  readonly #arrived: Entry<T>[] = [];
  readonly #waiting: ((entry: Entry<T>) => void)[] = [];
  #end: Error | undefined;

  push(value: T): void {
    this.#add({ value });
  }

  pushError(error: Error): void {
    this.#add({ error });
  }

  /** Rejects every later `next()` with this error, once the queue is empty. */
  close(error: Error): void {
    this.#end = error;
    for (const resolve of this.#waiting.splice(0)) resolve({ error });
  }

  /** Forgets what was not taken. */
  clear(): void {
    this.#arrived.splice(0);
  }

  async next(): Promise<T> {
    const entry = this.#arrived.shift() ?? (await this.#wait());
    if ('error' in entry) throw entry.error;
    return entry.value;
  }

  #add(entry: Entry<T>): void {
    const resolve = this.#waiting.shift();
    if (resolve) resolve(entry);
    else this.#arrived.push(entry);
  }

  #wait(): Promise<Entry<T>> {
    if (this.#end) return Promise.resolve({ error: this.#end });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
