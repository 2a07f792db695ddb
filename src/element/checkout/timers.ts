import type { Clock } from './ports.js';
import { clockCheckIntervalMs } from './timeouts.js';

type TimerName = 'config' | 'clock' | 'status' | 'leaving' | 'return' | 'other-tab';

/** The timers of one checkout, one for each name: starting a timer again cancels the running one of that name. */
export class Timers {
  readonly #clock: Clock;
  readonly #running = new Map<TimerName, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(name: TimerName): boolean {
    return this.#running.has(name);
  }

  start(name: TimerName, milliseconds: number, callback: () => void): void {
    this.#start(name, this.#clock.after(milliseconds, this.#once(name, callback)));
  }

  /** Calls back after a delay, but not before the page is visible. */
  startVisible(name: TimerName, milliseconds: number, callback: () => void): void {
    this.#start(name, this.#clock.afterVisible(milliseconds, this.#once(name, callback)));
  }

  /** Calls back at once, or as soon as the device is online again. */
  startOnline(name: TimerName, callback: () => void): void {
    this.stop(name);
    this.#start(name, this.#clock.whenOnline(this.#once(name, callback)));
  }

  /** Calls back now, then from time to time until a moment, and at that moment. */
  watch(name: TimerName, until: number, callback: () => void): void {
    const check = () => {
      const left = until - this.#clock.now();
      if (left > 0) this.start(name, Math.min(clockCheckIntervalMs, left), check);
      callback();
    };
    this.stop(name);
    check();
  }

  stop(name: TimerName): void {
    this.#running.get(name)?.();
    this.#running.delete(name);
  }

  stopAll(): void {
    for (const name of [...this.#running.keys()]) this.stop(name);
  }

  /** Settles like the promise, or rejects after `milliseconds`. */
  withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = this.#clock.after(milliseconds, () =>
        reject(new Error(`No answer within ${milliseconds} ms.`)),
      );
      promise.then(resolve, reject).finally(end);
    });
  }

  #start(name: TimerName, cancel: () => void): void {
    this.stop(name);
    this.#running.set(name, cancel);
  }

  #once(name: TimerName, callback: () => void): () => void {
    return () => {
      this.#running.delete(name);
      callback();
    };
  }
}
