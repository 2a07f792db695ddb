import type { Clock } from './ports.js';
import { napMs } from './timeouts.js';

type Name = 'patience' | 'time' | 'status' | 'leaving' | 'look';

/** The timers of one checkout, each under its name: starting one again takes back the last. */
export class Timers {
  readonly #clock: Clock;
  readonly #running = new Map<Name, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(name: Name): boolean {
    return this.#running.has(name);
  }

  start(name: Name, milliseconds: number, callback: () => void): void {
    this.#start(name, this.#clock.after(milliseconds, this.#once(name, callback)));
  }

  /** The same, but not before the payer looks at the page. */
  startSeen(name: Name, milliseconds: number, callback: () => void): void {
    this.#start(name, this.#clock.afterSeen(milliseconds, this.#once(name, callback)));
  }

  /** Calls back now, then from time to time until a moment, and at that moment. */
  watch(name: Name, until: number, callback: () => void): void {
    const look = () => {
      const left = until - this.#clock.now();
      if (left > 0) this.start(name, Math.min(napMs, left), look);
      callback();
    };
    this.stop(name);
    look();
  }

  stop(name: Name): void {
    this.#running.get(name)?.();
    this.#running.delete(name);
  }

  stopAll(): void {
    for (const name of [...this.#running.keys()]) this.stop(name);
  }

  /** What a promise comes to, or a rejection when that takes too long: nothing is waited for without a limit. */
  within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = this.#clock.after(milliseconds, () => reject(new Error('It took too long.')));
      promise.then(resolve, reject).finally(end);
    });
  }

  #start(name: Name, cancel: () => void): void {
    this.stop(name);
    this.#running.set(name, cancel);
  }

  #once(name: Name, callback: () => void): () => void {
    return () => {
      this.#running.delete(name);
      callback();
    };
  }
}
